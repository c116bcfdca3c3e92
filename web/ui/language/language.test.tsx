import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createLanguage, type Words } from '#contract/languages/language.ts';
import { LanguageProvider, Said, textOf, Trans } from './language.tsx';

const LECTURES = {
  id: 'lectures',
  message: [['n', 'plural', { one: ['#', ' lecture'], other: ['#', ' lectures'] }]],
} as const;
const hindi: Words = {
  lectures: [['n', 'plural', { one: ['#', ' पाठ'], other: ['कुल ', '#', ' पाठ'] }]],
  buy: 'इसे <0>अभी</0> ख़रीदें',
  'Try again': 'फिर कोशिश करें',
};

test('a text has the form of its number, in the words of the language', () => {
  const [english, inHindi] = [createLanguage('en', {}), createLanguage('hi', hindi)];
  const written = [0, 1, 104233].map((n) => [
    english._({ ...LECTURES, values: { n } }),
    inHindi._({ ...LECTURES, values: { n } }),
  ]);
  expect(written).toEqual([
    ['0 lectures', '0 पाठ'],
    ['1 lecture', '1 पाठ'],
    ['1,04,233 lectures', 'कुल 1,04,233 पाठ'],
  ]);
});

test('what a catalogue lacks is shown as in the source', () => {
  const { _ } = createLanguage('hi', hindi);
  expect(_({ id: 'unknown', message: ['Page ', ['n']], values: { n: 3 } })).toBe('Page 3');
  expect(_('A course that a person named')).toBe('A course that a person named');
});

test('elements of a text stand where the language has them', () => {
  render(
    <LanguageProvider value={createLanguage('hi', hindi)}>
      <p>
        <Trans id="buy" message="Buy it <0>now</0>" components={{ 0: <b /> }} />
      </p>
      <Said>Try again</Said>
    </LanguageProvider>,
  );
  expect(screen.getByText('अभी').parentElement?.textContent).toBe('इसे अभी ख़रीदें');
  screen.getByText('फिर कोशिश करें');
});

test('a text with elements has no title of its own', () => {
  const language = createLanguage('hi', hindi);
  const about = { id: 'about', message: ['About ', ['title']] as const };
  expect(
    [
      <Trans key="1" {...about} values={{ title: 'Statistics' }} />,
      <Trans key="2" {...about} values={{ title: <bdi>Statistics</bdi> }} />,
      <Trans key="3" id="buy" message="Buy it <0>now</0>" components={{ 0: <b /> }} />,
      'Statistics',
    ].map((node) => textOf(node, language)),
  ).toEqual(['About Statistics', '', '', 'Statistics']);
});

test('what people wrote has no elements of ours', () => {
  const title = 'Use <b>bold</b>, <0>first</0> and the <br/> element';
  render(
    <p data-testid="text">
      <Trans
        id="deleted"
        message={['“<0>', ['title'], '</0>” was deleted']}
        values={{ title }}
        components={{ 0: <bdi /> }}
      />
    </p>,
  );
  expect(screen.getByTestId('text').textContent).toBe(
    '“Use <b>bold</b>, <0>first</0> and the <br/> element” was deleted',
  );
});
