import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { arrows, onFirstUse, packages, rooms } from './arrows.ts';
import { rejectedWords } from './rejected-words.ts';
import { allFiles, importsOf, loadedAtStart, type SourceFile, sourceFiles } from './source-files.ts';
import { functionLengths, namesIn } from './source-syntax.ts';

const files = sourceFiles();
const product = files.filter((file) => !file.isTest);
const isWithin = (file: string, place: string): boolean => file === place || file.startsWith(`${place}/`);

const placeOf = (file: string): string | undefined =>
  Object.keys(arrows)
    .filter((place) => isWithin(file, place))
    .toSorted((a, b) => b.length - a.length)[0];

const isOurs = (target: string): boolean =>
  /^(?:contract|server|sandbox|samples|video-format|web|test|e2e|bench|scripts)\//.test(target);

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

const roomOf = (path: string, feature: string): string | undefined =>
  isWithin(path, feature) ? /^([^/]+)\//.exec(path.slice(feature.length + 1))?.[1] : undefined;

test('rooms of a feature import only the public files of the rooms below them', () => {
  const wrong = Object.entries(rooms).flatMap(([feature, below]) =>
    offences(
      (file) => {
        const from = roomOf(file.path, feature);
        return importsOf(file).filter((target) => {
          const to = roomOf(target, feature);
          if (to === undefined || to === from) return false;
          const isPublic = target === `${feature}/${to}/${to}.ts`;
          const isRoutes = from === undefined && target === `${feature}/${to}/${to}.routes.ts`;
          return !isRoutes && !(isPublic && (from === undefined || below[from]?.includes(to)));
        });
      },
      product.filter((file) => isWithin(file.path, feature)),
    ),
  );
  expect(wrong).toEqual([]);
});

test('the contract imports only zod, and the pages nothing of Node', () => {
  const outside = (file: SourceFile): string[] => importsOf(file).filter((to) => !isOurs(to));
  const inFolder = (name: string): SourceFile[] => product.filter((file) => isWithin(file.path, name));
  expect(offences((file) => outside(file).filter((to) => to !== 'zod'), inFolder('contract'))).toEqual([]);
  const ofNode = /^(?:node:|fastify|@fastify\/|kysely|pg$|pino|sharp|nodemailer)/;
  expect(offences((file) => outside(file).filter((to) => ofNode.test(to)), inFolder('web'))).toEqual([]);
});

test('the server knows Razorpay only in the folder of its provider and in the list of providers', () => {
  const provider = 'server/features/billing/provider/razorpay';
  const naming = product.filter((file) => isWithin(file.path, 'server') && /razorpay/i.test(file.path + file.text));
  expect(naming.map((file) => file.path).filter((file) => !isWithin(file, provider))).toEqual([
    'server/payment-providers.ts',
  ]);
});

test('the pages of billing know Razorpay only in its window and in the steps to live mode', () => {
  const pages = product.filter((file) => isWithin(file.path, 'web/features/billing'));
  expect(pages.filter((file) => /razorpay/i.test(file.path + file.text)).map((file) => file.path)).toEqual([
    'web/features/billing/checkout/checkout-queries.ts',
    'web/features/billing/checkout/payment-window.ts',
    'web/features/billing/provider/payment-setup.tsx',
  ]);
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

test('only the folders of the kinds compare the kind of a lecture; other code uses its description', () => {
  const asks = /\bkind (?:===|!==) '(?:video|audio|text|pdf|live|quiz)'|Record<LectureKind\b/;
  const lists = ['contract/classroom/lecture-kinds.ts', 'server/features/classroom/kinds', 'web/features/kinds'];
  // Kinds of other things: parts of an email, formats of an archive, previews of a picked file.
  const others = ['server/email/wording.ts', 'server/archive/formats.ts', 'web/ui/inputs/file-drop.tsx'];
  const isFree = (file: SourceFile): boolean => [...lists, ...others].some((place) => isWithin(file.path, place));
  expect(offences((file) => (asks.test(file.text) && !isFree(file) ? ['asks for a kind'] : []))).toEqual([]);
});

test('links to pages are made with pathTo', () => {
  const literal = /(?:\b(?:to|href)=["'{]|\bto: |\bnavigate\()["'`{]*\/(?!sandbox)/;
  const pages = product.filter((file) => isWithin(file.path, 'web'));
  expect(offences((file) => (literal.test(file.text) ? ['literal address'] : []), pages)).toEqual([]);
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
  // The age of a file is measured by the file system's clock.
  expect(readers(/Date\.now\(\)|new Date\(\)/).toSorted()).toEqual([
    'server/clock.ts',
    'server/storage/temporary-files.ts',
  ]);
});

test('an audit entry is never changed, and deleted by its age alone', () => {
  const changes = /(?:updateTable|deleteFrom)\('audit_entries'|(?:UPDATE|DELETE FROM|INTO) audit_entries/;
  expect(offences((file) => (changes.test(file.text) ? ['changes audit_entries'] : []))).toEqual([
    'server/features/school/audit/retention.ts: changes audit_entries',
  ]);
});

test('a file has at most 300 lines, a test 400, and app.ts, the table of contents, 150', () => {
  const mostLines = ({ path, isTest }: SourceFile): number => {
    if (path === 'server/app.ts') return 150;
    return isTest ? 400 : 300;
  };
  const tooLong = (file: SourceFile): string[] => {
    const lines = file.text.trimEnd().split('\n').length;
    return lines > mostLines(file) ? [`${lines} lines`] : [];
  };
  expect(offences(tooLong, files)).toEqual([]);
});

test('names say what a thing does, in kebab-case', () => {
  const forbidden = /(?:^|\/)(?:utils?|helpers?|common|misc|libs?|shared|index)(?:\.tsx?$|\/)/i;
  expect(allFiles().filter((file) => forbidden.test(file))).toEqual([]);
  const kebab = /^(?:[a-z0-9]+(?:-[a-z0-9]+)*\/)+[a-z0-9]+(?:[-.][a-z0-9]+)*\.tsx?$/;
  expect(files.map((file) => file.path).filter((file) => !kebab.test(file))).toEqual([]);
});

test('no file passes on what others export, except the public file of a room and the list of all messages', () => {
  const passesOn = /^export (?:\*|(?:type )?\{[^}]*\}) from '(\S+)'/gm;
  const isPublic = /\/([^/]+)\/\1\.ts$|^contract\/message-groups\.ts$/;
  const wrong = (file: SourceFile): string[] =>
    [...file.text.matchAll(passesOn)].flatMap(([, from = '']) =>
      isPublic.test(file.path) && from.startsWith('./') ? [] : [`re-export from ${from}`],
    );
  expect(offences(wrong, files)).toEqual([]);
});

test('messages are taken by group, so that a page loads its own alone', () => {
  const takesAll = /^const \{[^}]*\} = messages;$/gm;
  const wrong = (file: SourceFile): string[] => [...file.text.matchAll(takesAll)].map(([line]) => line);
  expect(
    offences(
      wrong,
      product.filter(({ path: file }) => /^(?:contract|web)\//.test(file)),
    ),
  ).toEqual([]);
});

test('a function has at most 50 lines of its own, a test 70', () => {
  const tooLong = (file: SourceFile): string[] =>
    functionLengths(file)
      .filter(({ lines }) => lines > (file.isTest ? 70 : 50))
      .map(({ line, lines }) => `line ${line}: ${lines} lines`);
  expect(offences(tooLong, files)).toEqual([]);
});

test('migrations and decisions have each number once', () => {
  for (const folder of ['server/database/migrations', 'docs/decisions']) {
    const names = readdirSync(path.resolve(import.meta.dirname, '..', folder));
    // A migration may have a file for each engine.
    const titles = new Set(names.map((name) => name.split('.', 1).join('')).filter((name) => /^\d/.test(name)));
    const numbers = [...titles].map((title) => title.split('-', 1).join(''));
    expect(
      numbers.filter((number, index) => numbers.indexOf(number) !== index),
      folder,
    ).toEqual([]);
  }
});

test('docs/architecture.md names every folder of the program', () => {
  const document = readFileSync(path.resolve(import.meta.dirname, '../docs/architecture.md'), 'utf8');
  const folders = new Set(product.flatMap((file) => file.path.split('/').slice(0, -1)));
  expect([...folders].filter((name) => !document.includes(`${name}/`))).toEqual([]);
});

test('names use the terms of docs/glossary.md', () => {
  const rejected = rejectedWords();
  const wrong = (file: SourceFile): string[] => {
    const names = [{ text: file.path.replace(/\.tsx?$/, ''), line: 1 }, ...namesIn(file)];
    return names.flatMap(({ text, line }) =>
      rejected
        .filter((entry) => entry.isIn(text))
        .map(({ word, term }) => `line ${line}: ${text} contains ${word}: the term is ${term}`),
    );
  };
  expect(rejected.length).toBeGreaterThan(10);
  // The upgrade is compared with what version 0.1 returned, in its own words.
  const checked = files.filter((file) => !isWithin(file.path, 'test/upgrade'));
  expect(offences(wrong, checked)).toEqual([]);
});
