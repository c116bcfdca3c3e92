import { expect, test } from 'vitest';
import { EMAIL_TEXT_IDS } from '#contract/school/email-texts.ts';
import { renderEmail } from '#server/email/layout.ts';
import { startApp } from '#test/start-app.ts';

/** What people wrote, or what is called so in every language. */
const NAMES = [
  'Your School',
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

test('no email has an English word for a reader of Hindi', async () => {
  await using app = await startApp();
  const sender = { brandName: 'Your School', address: 'https://school.example', accent: '#000', hasLogo: false };
  const english = EMAIL_TEXT_IDS.flatMap((id) => {
    const email = app.mailer.texts.exampleIn(id, 'hi');
    const lines = email ? renderEmail(email, sender) : { subject: 'missing', text: '' };
    const left = [lines.subject, ...lines.text.split('\n')].map((line) => line.replaceAll(NOT_WORDS, ''));
    return left.filter((line) => /[A-Za-z]{2}/.test(line)).map((line) => `${id}: ${line}`);
  });
  expect(english).toEqual([]);
});
