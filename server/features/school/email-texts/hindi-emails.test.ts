import { JSDOM } from 'jsdom';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { EMAIL_TEXT_IDS, EmailWording } from '#contract/school/email-texts.ts';
import { call } from '#test/call.ts';
import { anAdmin } from '#test/factories.ts';
import { startApp } from '#test/start-app.ts';

/** What people wrote, or what is called so in every language. */
const NAMES = [
  'Your School',
  'Lectern',
  'Meera Nair',
  'Ravi Iyer',
  'Asha Rao',
  'Vedic Mathematics',
  'Squares in your head',
  'Cubes',
  'Roots',
  'Yearly bundle',
  'Everything',
  'December',
  'January',
  'DIWALI',
  'Reports',
  'UPI',
  'API',
  '7K3F-9QXZ',
  'R/2027-28/00042',
  'C/2027-28/00007',
  'pay_Example',
  'Clear and calm.',
  'Thank you!',
  'Happy birthday!',
  'Because both factors are near a hundred.',
  'Why is the base a hundred here?',
  'It was issued to another person.',
  'The last project is missing.',
  'The second lecture has no sound.',
  'Question 3 was wrong.',
  'The disk is full',
  'Yes: five of them are.',
  'Are the lectures in Hindi too?',
  '15 June 2027 at 10:00',
];

const NOT_WORDS = new RegExp(`${NAMES.map((name) => RegExp.escape(name)).join('|')}|https?://\\S+|\\S+@\\S+`, 'g');

test('no email has an English word for a reader of Hindi, nor has its text for the owner of a school in Hindi', async () => {
  await using app = await startApp();
  const { token } = await anAdmin(app);
  await call(app, 'PUT', '/admin/settings/languages', { token, body: { language: 'hi', others: ['en'] } });
  const { body } = await call(app, 'GET', '/admin/settings/email-texts', { token });
  const texts = z.array(z.object({ id: z.string(), standard: EmailWording })).parse(body['emailTexts']);
  expect(texts.map(({ id }) => id)).toEqual(EMAIL_TEXT_IDS);
  const english: string[] = [];
  for (const { id, standard } of texts) {
    const preview = await call(app, 'POST', `/admin/settings/email-texts/${id}/preview`, { token, body: standard });
    const { documentElement } = new JSDOM(z.string().parse(preview.body['html'])).window.document;
    expect([id, documentElement.lang]).toEqual([id, 'hi']);
    const elements = [...documentElement.querySelectorAll('title, h1, p, td, a, li')];
    const lines = [...Object.values(standard), ...elements.map(({ textContent }) => textContent)];
    const left = lines.map((line) => line.replaceAll(NOT_WORDS, '').replaceAll(/\{\w+\}/g, ''));
    english.push(...left.filter((line) => /[A-Za-z]{2}/.test(line)).map((line) => `${id}: ${line}`));
  }
  expect(english).toEqual([]);
});

test('the standard texts have the same variables in every language, in the subject too', async () => {
  await using app = await startApp();
  const { token } = await anAdmin(app);
  const variablesIn = async (language: string): Promise<Record<string, string[]>> => {
    const chosen = { token, body: { language, others: [] } };
    expect((await call(app, 'PUT', '/admin/settings/languages', chosen)).status).toBe(200);
    const { body } = await call(app, 'GET', '/admin/settings/email-texts', { token });
    const texts = z.array(z.object({ id: z.string(), standard: EmailWording })).parse(body['emailTexts']);
    return Object.fromEntries(
      texts.flatMap(({ id, standard }) =>
        Object.entries(standard).map(([part, text]) => [
          `${id} ${part}`,
          [...new Set(text.match(/\{\w+\}/g))].toSorted(),
        ]),
      ),
    );
  };
  const english = await variablesIn('en');
  for (const language of ['hi', 'ar', 'bn', 'mr', 'ta', 'te']) {
    const different = Object.entries(await variablesIn(language)).filter(
      ([part, names]) => names.join() !== english[part]?.join(),
    );
    expect([language, different]).toEqual([language, []]);
  }
});
