import { expect, test } from 'vitest';
import { z } from 'zod';
import { call } from '#test/call.ts';
import { anAdmin } from '#test/factories.ts';
import { writeEnglish } from '#test/write-english.ts';
import { startApp } from '#test/start-app.ts';
import { problemOf } from './check-words.ts';

const DAYS = '{days, plural, one {# day} other {# days}} of {name}';
const LINK = 'Already here? <0>Log in</0> or <1/>';

const problem = (original: string, text: string, code = 'en', standard = original) => {
  const found = problemOf(text, { code, original, standard });
  return found && writeEnglish(found);
};

test.each([
  ['Hello {name}', 'Hi', 'Your sentence lacks {name}.'],
  ['Hello {name}', 'Hi {nmae}', 'Your sentence lacks {name}.'],
  ['Hello {name}', '{name}, {name}!', undefined],
  ['Hello {name}', 'Hi {name} {age}', 'The original has no {age}.'],
  ['Hello {name}', 'Hi {name', 'Close every brace and every tag, as in the original.'],
  ['Hello {name}', 'Hi {name} }', 'Close every brace and every tag, as in the original.'],
  ['Hello {name}', "Hi {name} '{name'", undefined],
  ['Hello {name}', 'Hi {name} and {constructor}', 'The original has no {constructor}.'],
  [DAYS, '{name}: {days, plural, one {one day} other {# days}}', undefined],
  [DAYS, '{name}: {days, plural, other {# days}}', 'Your sentence lacks days: one {…}.'],
  [DAYS, '{name}: {days} days', 'Your sentence lacks {days, plural, …}, days: one {…}, and days: other {…}.'],
  [DAYS, '{name}: {days, plural, one {a} few {b} other {c}}', 'The original has no days: few {…}.'],
  [DAYS, '{days, plural, one {#} other {#', 'Close every brace and every tag, as in the original.'],
  [LINK, '<1/> oder <0>hier</0>', undefined],
  [LINK, 'Log in <1/>', 'Your sentence lacks <0>…</0>.'],
  [LINK, '<0>Log in <1/>', 'Close every brace and every tag, as in the original.'],
  [LINK, '<0>Log <1/></0> in <2>x</2>', 'The original has no <2>…</2>.'],
  [LINK, '<0>a</0> <0>b</0> <1/>', 'Use <0>…</0> only as often as the original.'],
  [LINK, '<0>Log in</0> <1/> <b>now</b>', 'The original has no <b>…</b>.'],
  ['Free', 'Under 5 < 6 & <script>', 'Close every brace and every tag, as in the original.'],
  ['Free', 'Under 5 < 6 & more', undefined],
])('of %s, %s is said to be: %s', (original, text, expected) => {
  expect(problem(original, text)).toBe(expected);
});

test('a language has its own forms of numbers, and what its default leaves out may stay out', () => {
  const arabic = '{days, plural, one {يوم} two {يومان} few {# أيام} many {# يومًا} other {# يوم}} {name}';
  expect(problem(DAYS, arabic, 'ar')).toBeUndefined();
  expect(
    problem(DAYS, '{days, plural, other {# दिन}} {name}', 'hi', '{days, plural, other {#}} {name}'),
  ).toBeUndefined();
  expect(problem('all {word}', 'सब', 'hi', 'सब पूरे')).toBeUndefined();
});

const Sentences = z.tuple([z.object({ id: z.string() })], z.unknown());

test('a sentence without a value of the original is refused, in the language of who asks', async () => {
  await using app = await startApp();
  const { token } = await anAdmin(app);
  const path = '/admin/words/hi';
  const { body } = await call(app, 'GET', `${path}?search=Reset%20your%20%7Bschool%7D`, { token });
  const [{ id }] = Sentences.parse(body['sentences']);
  const save = (text: string, language: string) =>
    call(app, 'PUT', `${path}/${id}`, { token, body: { text }, headers: { 'accept-language': language } });
  expect(await save('पासवर्ड', 'en')).toMatchObject({
    status: 400,
    body: { code: 'validation_failed', details: [{ path: 'text', message: 'Your sentence lacks {school}.' }] },
  });
  expect((await save('पासवर्ड', 'hi')).body['message']).toBe('आपके वाक्य में {school} नहीं है।');
  expect((await save('\u0000{school}', 'en')).status).toBe(400);
  expect((await save(`{school}${'x'.repeat(1000)}`, 'en')).status).toBe(400);
  expect((await save(' ', 'en')).body['message']).toBe('Enter a sentence');
});
