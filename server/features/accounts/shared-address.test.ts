// @module-tag long
import { expect, it } from 'vitest';
import { login, MEERA, register, signUp } from '#test/sign-up.ts';
import { startApp } from '#test/start-app.ts';

const SCHOOL = '198.51.100.7';

const statusesOf = (responses: readonly { status: number }[]): number[] => [
  ...new Set(responses.map(({ status }) => status)),
];

it('sixty users behind one address can sign up and log in at once', async () => {
  await using app = await startApp({ RATE_LIMIT: 'on' }, { isHashingAsShipped: true });
  const emails = Array.from({ length: 60 }, (_, index) => `learner-${index}@school.example`);
  const signUps = await Promise.all(emails.map((email) => register(app, { email }, SCHOOL)));
  const logins = await Promise.all(emails.map((email) => login(app, email, MEERA.password, SCHOOL)));
  expect(statusesOf(signUps)).toEqual([201]);
  expect(statusesOf(logins)).toEqual([200]);
  // The limit leaves attempts for typing errors.
  expect((await login(app, 'learner-0@school.example', 'not the password', SCHOOL)).status).toBe(401);
  expect((await signUp(app)).length).toBe(43);
});
