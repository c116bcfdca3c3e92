import type { RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { pages } from '#contract/pages.ts';
import { compileMessage } from '#contract/languages/compile-message.ts';
import { isSentence, isUpToDate, languages, readCatalogue, sourceTexts } from './catalogue.ts';
import { literalsIn } from './literals.ts';
import { compiled, drawnTexts, sentencesIn, textsIn } from './macros.ts';
import { routes } from '#web/app/routes.tsx';
import { pageModules } from './modules.ts';
import { unmarkedByPage } from './unmarked.ts';
import { cataloguesOf } from './words.ts';

test('the catalogues have the texts of the source; otherwise run `npm run languages`', () => {
  const texts = sourceTexts();
  expect(languages().filter((code) => !isUpToDate(texts, code))).toEqual([]);
});

test('no text of pages begins or ends with a space, which translators overlook', () => {
  const texts = sourceTexts().filter(({ places }) => places.some((place) => place.startsWith('web/')));
  expect(texts.map(({ message }) => message).filter((message) => message !== message.trim())).toEqual([]);
});

test('Hindi is complete', () => {
  const texts = readCatalogue('hi');
  expect(texts.length).toBeGreaterThan(5900);
  expect(texts.filter(({ translation }) => translation === '').map(({ message }) => message)).toEqual([]);
});

const pathsOf = (found: readonly RouteObject[]): string[] =>
  found.flatMap(({ path, lazy, children = [] }) => [...(path && lazy ? [path] : []), ...pathsOf(children)]);

test('every page has its module; that of an address that one may not open belongs to the frame', () => {
  const paths = new Set(pathsOf(routes));
  const named = Object.entries(pages).flatMap(([name, { path }]) => (paths.has(path) ? [name] : []));
  expect([...pageModules().keys(), 'accessDenied'].toSorted()).toEqual(named.toSorted());
});

test('every text of the pages is loaded by one of them, or by the frame', () => {
  const { frame, pages } = cataloguesOf('hi');
  const loaded = new Set([frame, ...pages.values()].flat().map(({ message, context }) => `${context}|${message}`));
  const drawn = readCatalogue('hi').filter(({ places }) => places.some((place) => place.startsWith('web/')));
  expect(
    drawn.filter(({ message, context }) => !loaded.has(`${context}|${message}`)).map((one) => one.message),
  ).toEqual([]);
});

test('a message of the contract comes with the pages that name its group, an error with those that name it', () => {
  const { frame, pages } = cataloguesOf('hi');
  const loading = (message: string): string[] =>
    [['frame', frame] as const, ...pages].flatMap(([page, found]) =>
      found.some((entry) => entry.message === message) ? [page] : [],
    );
  const replying = loading('The reply could not be sent');
  expect(['inbox', 'frame', 'home', 'classroom'].filter((page) => replying.includes(page))).toEqual(['inbox']);
  expect(loading('This code has been used up')).toEqual([]);
  expect(loading('The file is larger than allowed')).toContain('paymentRequest');
  expect(loading('Saved, but not sent: no mail server is set up')).toEqual(['frame']);
});

/** Where the words of receipts, invoices, credit notes and certificates stand. */
const DOCUMENTS = [
  'contract/billing/part-messages.ts',
  'contract/certificates/certificate-design.ts',
  'server/features/billing/receipts/document.ts',
  'server/features/billing/receipts/item.ts',
  'server/features/billing/receipts/receipt-sheet.ts',
  'server/features/certificates/paper-words.ts',
];

test('receipts and certificates are whole in every language, as they stay in it for ever', () => {
  const missing = languages().flatMap((code) => {
    const texts = readCatalogue(code).filter(({ places }) => places.some((place) => DOCUMENTS.includes(place)));
    expect(texts.length).toBeGreaterThan(50);
    return texts.filter(({ translation }) => translation === '').map(({ message }) => `${code}: ${message}`);
  });
  expect(missing).toEqual([]);
});

test('sentences are compiled as the build compiles the texts of pages', () => {
  const entries = languages().flatMap(readCatalogue);
  const sentences = entries.filter(({ places }) => places.some(isSentence)).map(({ message }) => message);
  for (const text of [...sentences, ...entries.map(({ translation }) => translation)])
    expect(compileMessage(text)).toEqual([compiled(text)].flat());
});

test('a sentence is found wherever it is said', () => {
  const code =
    "const days = (n: number) => (n === 0 ? say('Today') : [say('{n} days', { n }), say(text), other('No')]);";
  expect(sentencesIn(code)).toEqual(['Today', '{n} days']);
});

test('no text of pages is left out of the catalogues', () => {
  expect([...new Set([...unmarkedByPage().values()].flat())]).toEqual([]);
});

test('a text is found with what stands in the places of its values', () => {
  const code = `import { Trans } from '@lingui/react/macro';
    export const Found = ({ list }) => <Trans>Found {list.length} in <b>one</b> place</Trans>;`;
  expect(textsIn(code, 'found.tsx')).toEqual([
    { message: 'Found {0} in <0>one</0> place', context: '', comment: '', values: ['{0}: list.length'] },
  ]);
});

test('a text whose mark is passed on by a hook stops the build', () => {
  const code = (words: string) => `import { useLingui } from '@lingui/react/macro';
    const useWords = () => { const { t } = useLingui(); return { t, reason: t\`Reason\` }; };
    export const Grant = () => { const { t } = ${words}(); return t\`Grant access\`; };`;
  expect(drawnTexts(code('useLingui'), 'grant.tsx')?.code).toContain('Grant access');
  expect(() => drawnTexts(code('useWords'), 'grant.tsx')).toThrow('Take `t` from `useLingui`');
  const asCall = (words: string) => code(words).replace('t`Grant access`', "t({ context: 'verb', message: 'Grant' })");
  expect(drawnTexts(asCall('useLingui'), 'grant.tsx')?.code).toContain('Grant');
  expect(() => drawnTexts(asCall('useWords'), 'grant.tsx')).toThrow('Take `t` from `useLingui`');
});

test('a mark in a file without a macro is none', () => {
  const code = 'export const Grant = () => { const { t } = useWords(); return t`Grant access`; };';
  expect(literalsIn(code, 'grant.tsx')).toEqual(['Grant access']);
});

test('a text that is not marked is found: in an element, an attribute, a table, a template or a call that writes English', () => {
  const code = `import { useLingui } from '@lingui/react/macro';
    const days = ['Mon', 'Tue'] as const;
    const words = { open: { label: 'Due today', tone: 'plain' }, 'Left out': [['Buy again', 1] as const] };
    export const Found = ({ list, name }) => (
      <p className="Left out" aria-label="Your parts" title={\`Parts of \${name}\`}>
        to come, {list.length > 1 ? 'or overdue.' : countOf(list.length, 'part')}
        {formatDay(at, zone)} {formatDay(at, zone, locale)}
        <input name="Left" placeholder="15 characters. The first is a letter." />
        <Pane name="To confirm" /> {forLengthOf(term)}
      </p>
    );`;
  expect(literalsIn(code, 'found.tsx')).toEqual([
    'Mon',
    'Tue',
    'Due today',
    'Buy again',
    'Your parts',
    'Parts of',
    'to come,',
    'or overdue.',
    'countOf()',
    'formatDay()',
    '15 characters. The first is a letter.',
    'To confirm',
    'forLengthOf()',
  ]);
});

test('what is marked, thrown, compared, a type or a name is no text that was forgotten', () => {
  const code = `import { msg } from '@lingui/core/macro';
    const SIZES = ['Small', 'Large'] as const;
    const quotations = { books: [{ title: 'How Monsoons Work' }] };
    const shown = (size: (typeof SIZES)[number]) => size === 'Small' || document.querySelector('button, a');
    const fields = { className: 'text sm', Authorization: \`Bearer \${token}\`, name: msg\`Your name\` };
    if (!shown) throw new Refused('The file did not arrive');
    export const Marked = () => (
      <p className="flex gap-2" aria-label={t\`Parts\`}>
        <Trans>To <b>come</b></Trans> · <kbd>Enter</kbd> <span>Ctrl Enter</span> {'Instagram'} <Book title="An empty shelf" hidesTitle />
      </p>
    );`;
  expect(literalsIn(code, 'marked.tsx')).toEqual([]);
});
