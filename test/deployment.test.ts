import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { importsOf, sourceFiles } from './source-files.ts';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

const settings = new Set([...read('.env.example').matchAll(/^([A-Z][A-Z0-9_]*)=/gm)].map(([, name = '']) => name));

const Compose = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string(),
      read_only: z.boolean().optional(),
      profiles: z.array(z.string()).optional(),
      environment: z.record(z.string(), z.unknown()),
      volumes: z.array(z.string()).default([]),
    }),
  ),
  volumes: z.record(z.string(), z.unknown()),
});
const compose = Compose.parse(parse(read('compose.yaml'), { merge: true }));
const Names = z.record(z.string(), z.string());
const Package = z.object({ version: z.string(), dependencies: Names, devDependencies: Names });
const { version, dependencies, devDependencies } = Package.parse(JSON.parse(read('package.json')));
const ours = Object.entries(compose.services).filter(
  ([, { image }]) => image === `\${LECTERN_IMAGE:-lectern:${version}}`,
);

test('the services of compose.yaml set settings that exist', () => {
  expect(ours.map(([name]) => name)).toEqual(['lectern', 'worker']);
  const names = ours.flatMap(([, { environment }]) => Object.keys(environment));
  expect(names.filter((name) => !settings.has(name))).toEqual([]);
  expect(compose.services['lectern']?.environment).toMatchObject({
    HOST: '0.0.0.0',
    DATA_DIR: '/data',
    TRUST_PROXY: 1,
  });
});

test('compose.yaml starts the school and its proxy, and further services only by a profile', () => {
  const always = Object.entries(compose.services).filter(([, { profiles }]) => profiles === undefined);
  expect(always.map(([name]) => name)).toEqual(['lectern', 'caddy']);
  expect(ours.every(([, service]) => service.read_only === true && service.volumes.includes('data:/data'))).toBe(true);
  const named = Object.values(compose.services).flatMap(({ volumes }) =>
    volumes.map((volume) => volume.split(':')[0] ?? ''),
  );
  expect([...new Set(named)].filter((name) => !name.startsWith('./')).toSorted()).toEqual(
    Object.keys(compose.volumes).toSorted(),
  );
  const required = [...read('compose.yaml').matchAll(/\$\{([A-Z_]+):\?/g)].map(([, name]) => name);
  expect(required).toEqual(['DOMAIN']);
});

test('the hosted workflow runs the commands of the README on the oldest Node that it names, and stories that exist', () => {
  const Job = z.object({
    strategy: z.object({ matrix: z.object({ node: z.array(z.int()) }) }).optional(),
    steps: z.array(z.object({ run: z.string().optional() })),
  });
  const { jobs } = z.object({ jobs: z.record(z.string(), Job) }).parse(parse(read('.github/workflows/test.yml')));
  const commands = (name: string) => jobs[name]?.steps.flatMap(({ run }) => run ?? []);
  expect(commands('readme')).toEqual(['npm ci', 'sh .github/answers.sh', 'npm test']);
  expect(commands('clean-image')).toEqual(commands('readme'));
  const oldest = Math.min(...(jobs['readme']?.strategy?.matrix.node ?? []));
  expect(read('README.md')).toMatch(new RegExp(`You need npm and Node ${oldest} or\\s+newer`));
  const [, chosen = ''] = /npm test -- browsers (.+)/.exec(commands('browsers')?.join('\n') ?? '') ?? [];
  const stories = chosen.split(' ').map((name) => read(`test/browsers/${name}.test.ts`));
  expect(stories.join('').match(/^story\(/gm)).toHaveLength(5);
});

/** What the running server loads, types included. */
const packagesOfServer = new Set(
  sourceFiles()
    .filter(
      ({ path: file, isTest }) => !isTest && /^(?:server|contract|sandbox|samples\/[^/]+$|video-format)/.test(file),
    )
    .flatMap(importsOf)
    .map((target) => /^(?:@[^/]+\/)?[^/]+/.exec(target)?.[0] ?? ''),
);

test('a release has exactly the packages that the server loads, and Node; the image has the one of its base', () => {
  expect(Object.keys(dependencies).filter((name) => !packagesOfServer.has(name))).toEqual(['node']);
  expect(Object.keys(devDependencies).filter((name) => packagesOfServer.has(name))).toEqual([]);
  expect(read('Containerfile')).toContain('npm uninstall --omit=dev --no-save --ignore-scripts node\n');
});

test('the image has every folder that the server imports', () => {
  const image =
    read('Containerfile')
      .split(/^FROM /m)
      .at(-1) ?? '';
  const copied = [...image.matchAll(/^COPY (\S+) \1$/gm)].map(([, name = '']) => name);
  const needed = new Set(
    sourceFiles()
      .filter(({ path: file, isTest }) => !isTest && copied.some((folder) => file.startsWith(`${folder}/`)))
      .flatMap(importsOf)
      .filter((target) => /^(?:server|contract|sandbox|samples|video-format|web|test|scripts)\//.test(target))
      .map((target) => target.split('/')[0] ?? ''),
  );
  expect([...needed].filter((folder) => !copied.includes(folder))).toEqual([]);
});

test('the unit for systemd sets settings that exist and starts as `npm start` does', () => {
  const unit = read('deploy/lectern.service');
  const start = /exec node (.*)"/.exec(read('package.json'))?.[1] ?? '';
  expect(start).not.toBe('');
  expect(unit).toContain(`ExecStart=/opt/lectern/node_modules/.bin/node ${start}\n`);
  const set = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) => line.split(' '));
  expect(set.map((entry) => entry.split('=')[0]).filter((name = '') => !settings.has(name))).toEqual([
    'MALLOC_TRIM_THRESHOLD_',
    'NODE_COMPILE_CACHE',
  ]);
});

test('docs/operations.md says what to do for each alert', () => {
  const alerts = [...read('deploy/prometheus/alerts.yml').matchAll(/^ +- alert: (\w+)$/gm)].map(
    ([, name = '']) => name,
  );
  expect(alerts.length).toBeGreaterThan(10);
  const operations = read('docs/operations.md');
  expect(alerts.filter((name) => !operations.includes(`\`${name}\``))).toEqual([]);
});

test('nginx speaks TLS 1.2 and 1.3 only, with forward secrecy and authenticated encryption', () => {
  const lines = read('deploy/nginx.conf').split('\n');
  expect(lines.filter((line) => line.startsWith('  ssl_')).map((line) => line.trim())).toEqual([
    'ssl_certificate /etc/letsencrypt/live/school.example/fullchain.pem;',
    'ssl_certificate_key /etc/letsencrypt/live/school.example/privkey.pem;',
    'ssl_protocols TLSv1.2 TLSv1.3;',
    'ssl_ciphers ECDHE+AESGCM:ECDHE+CHACHA20;',
  ]);
});
