import { expect, it } from 'vitest';
import { MINUTE_MS } from '#server/clock.ts';
import { login, MEERA, register, signUp } from '#test/sign-up.ts';
import { startApp } from '#test/start-app.ts';

const SCHOOL = '198.51.100.7';

const statusesOf = (responses: readonly { status: number }[]): number[] => [
  ...new Set(responses.map(({ status }) => status)),
];

it('sixty users behind one address can sign up and log in at once', { tags: ['long'] }, async () => {
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

it('sixty users behind one address sign up within a minute, each is counted once, and a hundred are the limit of a quarter of an hour', async () => {
  await using app = await startApp({ RATE_LIMIT: 'on' });
  const at = app.clock.now();
  const signUpAs = async (index: number) =>
    (await register(app, { email: `child-${index}@school.example` }, SCHOOL)).status;
  for (let index = 0; index < 60; index += 1) {
    expect(await signUpAs(index)).toBe(201);
    app.clock.advance(990);
  }
  expect(app.clock.now() - at).toBeLessThan(MINUTE_MS);
  const counters = await app.database.db.selectFrom('rate_counters').select(['name', 'count']).execute();
  expect(counters.filter(({ name }) => name.includes('198.51.100')).map(({ count }) => count)).toEqual([60]);
  for (let index = 60; index < 100; index += 1) expect(await signUpAs(index)).toBe(201);
  expect(await signUpAs(100)).toBe(429);
  app.clock.advance(15 * MINUTE_MS);
  expect(await signUpAs(100)).toBe(201);
});
