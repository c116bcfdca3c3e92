import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { sourceFiles } from './source-files.ts';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

const DOCUMENT = 'docs/security.md';
const document = read(DOCUMENT);
const ANSWERS = 'test/asvs.tsv';
const answers = read(ANSWERS);

/** The requirements of the levels 1 and 2 of ASVS 5.0.0: of each section its number, and the numbers in it. */
const SECTIONS = `
  1.1:1-2 1.2:1-9 1.3:1-11 1.4:1-3 1.5:1-2 2.1:1-3 2.2:1-3 2.3:1-4 2.4:1-1 3.2:1-2 3.3:1-4 3.4:1-6 3.5:1-5 3.7:1-2
  4.1:1-3 4.2:1-1 4.3:1-2 4.4:1-4 5.1:1-1 5.2:1-3 5.3:1-2 5.4:1-3 6.1:1-3 6.2:1-12 6.3:1-4 6.4:1-4 6.5:1-5 6.6:1-3
  6.8:1-4 7.1:1-3 7.2:1-4 7.3:1-2 7.4:1-5 7.5:1-2 7.6:1-2 8.1:1-2 8.2:1-3 8.3:1-1 8.4:1-1 9.1:1-3 9.2:1-4 10.1:1-2
  10.2:1-2 10.3:1-4 10.4:1-11 10.5:1-5 10.6:1-2 10.7:1-3 11.1:1-2 11.2:1-3 11.3:1-3 11.4:1-4 11.5:1-1 11.6:1-1
  12.1:1-3 12.2:1-2 12.3:1-4 13.1:1-1 13.2:1-5 13.3:1-2 13.4:1-5 14.1:1-2 14.2:1-4 14.3:1-3 15.1:1-3 15.2:1-3 15.3:1-7
  16.1:1-1 16.2:1-5 16.3:1-4 16.4:1-3 16.5:1-3 17.1:1-1 17.2:1-4 17.3:1-2`;

const numbers = [...SECTIONS.matchAll(/(\S+):(\d+)-(\d+)/g)].flatMap(([, section = '', first, last]) =>
  Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => `${section}.${Number(first) + index}`),
);

const lines = answers
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [number, , state = '', how = '', tests = ''] = line.split('\t');
    return { number, state, how, tests };
  });

test('each requirement of the levels 1 and 2 of ASVS has one line, in their order, and none is open', () => {
  expect(lines.map(({ number }) => number)).toEqual(numbers);
  const closed = ['met', 'not applicable', 'declined'];
  expect(lines.filter(({ state, how }) => !closed.includes(state) || how === '')).toEqual([]);
});

test('what is met names its test, and every test that is named exists', () => {
  expect(lines.filter(({ state, tests }) => state === 'met' && tests === '')).toEqual([]);
  const named = [
    ...lines.flatMap(({ tests }) => tests.split(' ')),
    ...(document.match(/(?<=`)[\w./-]+\.(?:test|spec)\.tsx?(?=`)/g) ?? []),
  ];
  expect(named.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

test('the summary counts the lines', () => {
  const count = (state: string): number => lines.filter((line) => line.state === state).length;
  expect(document).toContain(
    `${count('met')} are met, ${count('not applicable')} are not applicable, ${count('declined')} are declined`,
  );
});

const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );

test('links lead to files and headings that exist', () => {
  const isBroken = (target: string, anchor: string | undefined): boolean => {
    if (!existsSync(path.join(root, target))) return true;
    return anchor !== undefined && !anchorsOf(read(target)).includes(anchor);
  };
  const ofDocument = [...document.matchAll(/\]\(([^)#:]*)(?:#([\w-]+))?\)/g)].filter(([, file = '', anchor]) =>
    isBroken(file === '' ? DOCUMENT : path.posix.join('docs', file), anchor),
  );
  const ofAnswers = [...answers.matchAll(/\b((?:docs|test)\/[\w./-]+\w)(?:#([\w-]+))?/g)].filter(
    ([, file = '', anchor]) => isBroken(file, anchor),
  );
  expect([...ofDocument, ...ofAnswers].map(([link]) => link)).toEqual([]);
});

const program = sourceFiles().filter(
  ({ isTest, path: file }) => !isTest && /^(?:contract|server|web|video-format)\//.test(file),
);
const ofServer = program.filter(({ path: file }) => file.startsWith('server/'));
const having = (files: typeof program, pattern: RegExp): string[] =>
  files
    .filter(({ text }) => pattern.test(text))
    .map(({ path: file }) => file)
    .toSorted();

test.each([
  ['runs text as code', /\beval\(|\bnew Function\(|\bset(?:Timeout|Interval)\('/],
  ['starts a shell', /\bshell: true|\bexec(?:Sync|File|FileSync)?\b[^;]*from 'node:child_process'/],
  ['embeds a plugin', /<(?:object|embed|applet)\s+\w+=/],
  ['turns the check of certificates off', /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED/],
  ['encrypts without authentication', /aes-?\d{3}-?(?:cbc|ecb|ctr)|AES-C(?:BC|TR)/i],
  ['has a hash that is broken', /createHash\(['"](?:md5|sha1)/],
  ['encrypts with RSA, whose older padding leaks', /publicEncrypt|privateDecrypt|RSA_PKCS1_PADDING|RSA-OAEP/],
])('nothing %s', (_what, pattern) => {
  expect(having(program, pattern)).toEqual([]);
});

test('every cipher is AES with GCM', () => {
  const places = program.flatMap(({ path: file, text }) =>
    [...text.matchAll(/\baes-?\d{3}-?[a-z]*|AES-[A-Z]+|chacha\w*|createCipheriv\(\w+(?:-\w+)*/gi)].map(
      ([name]) => `${file}: ${name}`,
    ),
  );
  expect([...new Set(places)].filter((place) => !/: createCipheriv\((?:ALGORITHM)?$/.test(place)).toSorted()).toEqual([
    'server/backup/sealing.ts: AES-256-GCM',
    'server/backup/sealing.ts: AES-GCM',
    'server/features/notices/channels/push/message.ts: aes-128-gcm',
    'server/features/notices/channels/push/message.ts: aes128gcm',
    'server/features/notices/channels/push/push.ts: aes128gcm',
    'server/settings/sealed-secret.ts: aes-256-gcm',
    'web/features/classroom/offline/offline-store.ts: AES-GCM',
  ]);
  expect(having(program, /createCipheriv\(/)).toEqual([
    'server/features/notices/channels/push/message.ts',
    'server/settings/sealed-secret.ts',
  ]);
});

test.each([
  [
    'allows every other site to read it',
    ofServer,
    /access-control-allow-origin/,
    ['server/features/certificates/key-files.ts'],
  ],
  ['knows SHA-1, as HMAC in codes of apps', program, /'sha1'/, ['server/features/accounts/factors/one-time-codes.ts']],
  [
    'sets HTML, in the frame of emails, and back to what the server sent',
    program,
    /innerHTML|dangerouslySetInnerHTML|insertAdjacentHTML/,
    ['web/app/main.tsx', 'web/ui/email-frame.tsx'],
  ],
  [
    'puts text into a statement: names of our own tables and columns, and migrations',
    ofServer,
    /\bsql\.raw\b/,
    [
      'server/database/migrate.ts',
      'server/database/read-only.ts',
      'server/database/snapshot.ts',
      'server/database/whole-tables.ts',
      'server/features/billing/admin/payment-list.queries.ts',
      'server/features/billing/reports/reports.queries.ts',
    ],
  ],
])('only what is listed %s', (_what, files, pattern, places) => {
  expect(having(files, pattern)).toEqual(places);
});

test('chance decides about pauses alone, and about no secret', () => {
  expect(having(ofServer, /Math\.random/)).toEqual([
    'server/features/billing/provider/razorpay/http.ts',
    'server/jobs/runner.ts',
  ]);
});

test('each call of the server to another one says what it does with a redirect', () => {
  const calls = ofServer.flatMap(({ path: file, text }) =>
    [...text.matchAll(/\bfetch\((?!\)).{0,200}/gs)].map(([call]) => ({ file, call })),
  );
  expect(calls.length).toBeGreaterThan(3);
  expect(calls.filter(({ call }) => !/redirect: '(?:manual|error)'/.test(call)).map(({ file }) => file)).toEqual([]);
});

/** The lock leaves out where a package of the registry is. */
const REGISTRY = 'https://registry.npmjs.org/';

test('every library comes from one registry, with its sum', () => {
  const Lock = z.object({
    packages: z.record(z.string(), z.object({ resolved: z.string().optional(), integrity: z.string().optional() })),
  });
  const { '': own, ...packages } = Lock.parse(JSON.parse(read('package-lock.json'))).packages;
  expect(own).toBeDefined();
  const others = Object.entries(packages).filter(
    ([, { resolved = REGISTRY, integrity }]) => !resolved.startsWith(REGISTRY) || integrity === undefined,
  );
  expect(others.map(([name]) => name)).toEqual([]);
});

test('no password has a default', () => {
  expect(read('compose.yaml')).toContain('POSTGRES_PASSWORD: ${POSTGRES_PASSWORD:-}\n');
  expect(read('.env.example')).not.toMatch(/^\w*(?:PASSWORD|SECRET|TOKEN|PASSPHRASE)\w*=\S/m);
});
