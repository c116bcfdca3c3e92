import { expect, test } from 'vitest';
import { allFiles, importsOf, loadedAtStart, type SourceFile, sourceFiles } from './source-files.ts';

/** What each place may import of our own code, itself aside. The longest name that a path begins with is its place. */
const ground = ['server/clock.ts', 'server/config.ts', 'server/errors.ts', 'server/ids.ts'];
const parts = ['server/database', 'server/jobs', 'server/mail', 'server/storage', 'server/video', 'server/images'];
const arrows: Record<string, string[]> = {
  contract: [],
  sandbox: [],
  samples: [],
  'samples/make': ['samples', 'web/components'],

  'server/clock.ts': [],
  'server/config.ts': [],
  'server/errors.ts': ['contract'],
  'server/ids.ts': [],
  'server/log.ts': [],
  'server/database': ground,
  'server/jobs': [...ground, 'server/database'],
  'server/mail': [...ground, 'contract', 'server/database', 'server/jobs'],
  'server/storage': [...ground, 'server/database', 'server/jobs'],
  'server/video': [...ground, 'contract'],
  'server/images': [...ground, 'contract'],
  'server/http': [...ground, 'contract', 'server/database', 'server/storage'],
  'server/features': [...ground, ...parts, 'contract', 'server/http'],
  'server/upload-kinds.ts': [...ground, 'server/http', 'server/images', 'server/video'],
  'server/test-payments.ts': [...ground, 'contract', 'sandbox', 'server/http'],
  'server/learning.ts': ['server', 'contract', 'samples'],
  'server/app.ts': ['server', 'contract', 'sandbox', 'samples'],
  'server/main.ts': ['server'],
  'server/process.ts': ['server'],

  'web/components': ['contract'],
  'web/api': ['contract'],
  'web/session': ['contract', 'web/api'],
  'web/forms': ['contract', 'web/api'],
  'web/uploads': ['contract', 'web/api', 'web/session', 'web/components'],
  'web/layout': ['contract', 'web/api', 'web/session', 'web/components', 'web/uploads'],
  'web/pages': ['contract', 'web/api', 'web/session', 'web/components', 'web/forms', 'web/uploads'],
  web: ['contract', 'web'],

  scripts: [],
  bench: ['server', 'contract', 'scripts', 'test', 'samples'],
};

/** Packages that only some places know, and those that a start without need of them does not load. */
const packages: { name: RegExp; onlyIn: string[] }[] = [
  { name: /^node:sqlite$/, onlyIn: ['server/database'] },
  { name: /^pg$/, onlyIn: ['server/database', 'bench'] },
  { name: /^sharp$/, onlyIn: ['server/images', 'samples/make'] },
  { name: /^nodemailer$/, onlyIn: ['server/mail'] },
  { name: /^@tus\//, onlyIn: ['server/features/uploads/tus-server.ts'] },
  { name: /^@aws-sdk\//, onlyIn: ['server/storage'] },
  { name: /^node:child_process$/, onlyIn: ['server/video', 'server/images', 'samples/make', 'scripts', 'bench'] },
];
const onFirstUse = /^(?:pg|\.\/tus-server\.ts|nodemailer|@aws-sdk\/.*|#server\/images\/render\.ts|\.\/render\.ts)$/;

const files = sourceFiles();
const product = files.filter((file) => !file.isTest);
const isWithin = (file: string, place: string): boolean => file === place || file.startsWith(`${place}/`);

const placeOf = (file: string): string | undefined =>
  Object.keys(arrows)
    .filter((place) => isWithin(file, place))
    .toSorted((a, b) => b.length - a.length)[0];

const isOurs = (target: string): boolean =>
  /^(?:contract|server|sandbox|samples|web|test|e2e|bench|scripts)\//.test(target);

const featureOf = (file: string): string | undefined => /^server\/features\/([^/]+)\//.exec(file)?.[1];

const isAllowed = (from: string, to: string): boolean => {
  const place = placeOf(from);
  if (place === undefined) return false;
  if (featureOf(from) !== undefined && featureOf(to) !== undefined) return featureOf(from) === featureOf(to);
  return placeOf(to) === place || (arrows[place] ?? []).some((allowed) => isWithin(to, allowed));
};

const offences = (found: (file: SourceFile) => string[], among: SourceFile[] = product): string[] =>
  among.flatMap((file) => found(file).map((what) => `${file.path}: ${what}`));

test('the table of arrows knows every place', () => {
  expect(product.map((file) => file.path).filter((file) => placeOf(file) === undefined)).toEqual([]);
  expect(product.length).toBeGreaterThan(100);
});

test('imports follow the arrows', () => {
  const wrong = offences((file) => importsOf(file).filter((to) => isOurs(to) && !isAllowed(file.path, to)));
  expect(wrong).toEqual([]);
});

test('the contract imports zod, the browser nothing of Node, a stand-in no product code', () => {
  const outside = (file: SourceFile): string[] => importsOf(file).filter((to) => !isOurs(to));
  const inFolder = (name: string): SourceFile[] => product.filter((file) => isWithin(file.path, name));
  expect(offences((file) => outside(file).filter((to) => to !== 'zod'), inFolder('contract'))).toEqual([]);
  const ofNode = /^(?:node:|fastify|@fastify\/|kysely|pg$|pino|sharp|nodemailer)/;
  expect(offences((file) => outside(file).filter((to) => ofNode.test(to)), inFolder('web'))).toEqual([]);
});

test('each package stays in the place that knows it', () => {
  const wrong = offences((file) =>
    importsOf(file).filter((to) =>
      packages.some(({ name, onlyIn }) => name.test(to) && !onlyIn.some((place) => isWithin(file.path, place))),
    ),
  );
  expect(wrong).toEqual([]);
});

test('what a start may not need is imported on first use', () => {
  const server = product.filter((file) => isWithin(file.path, 'server'));
  expect(offences((file) => loadedAtStart(file).filter((to) => onFirstUse.test(to)), server)).toEqual([]);
});

test('an import names its file in the text', () => {
  const computed = /\bimport\(\s*[^'\s)]/;
  expect(offences((file) => (computed.test(file.text) ? ['computed import'] : []))).toEqual([]);
});

test('only the configuration reads the environment, and only the clock the time', () => {
  const server = product.filter((file) => isWithin(file.path, 'server') || isWithin(file.path, 'contract'));
  const readers = (pattern: RegExp): string[] =>
    server.filter((file) => pattern.test(file.text)).map((file) => file.path);
  expect(readers(/process\.env/)).toEqual(['server/process.ts']);
  // The age of a file is told by the file system's clock.
  expect(readers(/Date\.now\(\)|new Date\(\)/).toSorted()).toEqual(['server/clock.ts', 'server/storage/disk.ts']);
});

test('what the diary of the money says is never changed or taken out', () => {
  const changes = /(?:updateTable|deleteFrom)\('payment_audit'|(?:UPDATE|DELETE FROM|INTO) payment_audit/;
  expect(offences((file) => (changes.test(file.text) ? ['changes payment_audit'] : []))).toEqual([]);
});

test('a file has at most 300 lines, a test 400', () => {
  const tooLong = (file: SourceFile): string[] => {
    const lines = file.text.trimEnd().split('\n').length;
    return lines > (file.isTest ? 400 : 300) ? [`${lines} lines`] : [];
  };
  expect(offences(tooLong, files)).toEqual([]);
});

test('names say what a thing does, in kebab-case', () => {
  const forbidden = /(?:^|\/)(?:utils?|helpers?|common|misc|libs?|shared|index)(?:\.tsx?$|\/)/i;
  expect(allFiles().filter((file) => forbidden.test(file))).toEqual([]);
  const kebab = /^(?:[a-z0-9]+(?:-[a-z0-9]+)*\/)+[a-z0-9]+(?:[-.][a-z0-9]+)*\.tsx?$/;
  expect(files.map((file) => file.path).filter((file) => !kebab.test(file))).toEqual([]);
});

test('no file only passes on what others export', () => {
  const passesOn = /^export (?:\*|(?:type )?\{[^}]*\}) from /m;
  expect(offences((file) => (passesOn.test(file.text) ? ['re-export'] : []), files)).toEqual([]);
});
