import { expect, test } from 'vitest';
import { isUpToDate, languages, sourceTexts } from './catalogue.ts';
import { textsIn } from './macros.ts';
import { missingByPage } from './missing.ts';

/** Pages that count as translated into Hindi: they lack nothing. */
const TRANSLATED = [
  'frame',
  'home',
  'courses',
  'login',
  'signup',
  'course',
  'courseBySlug',
  'teacher',
  'checkout',
  'learning',
  'classroom',
  'profile',
  'security',
  'notices',
  'noticeSettings',
  'payParts',
  'paymentRequest',
  'gift',
  'certificate',
  'offline',
  'setup',
  'confirmEmail',
  'notMe',
];

test('the catalogues have the texts of the source; otherwise run `npm run languages`', () => {
  const texts = sourceTexts();
  expect(languages().filter((code) => !isUpToDate(texts, code))).toEqual([]);
});

test('pages that are translated into Hindi lack no text', () => {
  const { pages } = missingByPage('hi');
  const missing = TRANSLATED.flatMap((page) => (pages.get(page) ?? []).map(({ message }) => `${page}: ${message}`));
  expect(missing).toEqual([]);
});

test('a text is found with what stands in the places of its values', () => {
  const code = `import { Trans } from '@lingui/react/macro';
    export const Found = ({ list }) => <Trans>Found {list.length} in <b>one</b> place</Trans>;`;
  expect(textsIn(code, 'found.tsx')).toEqual([
    { message: 'Found {0} in <0>one</0> place', context: '', comment: '', values: ['{0}: list.length'] },
  ]);
});
