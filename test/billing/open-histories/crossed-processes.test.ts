import * as fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { aLaterSession, aUser, type Person } from '../../factories.ts';
import { openSchool } from '../races/school.ts';
import { settle } from '../races/settle.ts';
import { crossedIn, MOVES } from './crossed-buyer.ts';
import { history } from './crossed-histories.ts';
import { furnish, type Host } from './crossed-school.ts';

const Rights = z.object({ rights: z.array(z.object({ scope: z.string() })) });
const Me = z.object({ user: z.object({ subscription: z.object({ status: z.string() }) }) });

/** Two processes on one PostgreSQL. Every request goes to the other one than the one before. */
const openTwo = async (): Promise<Host> => {
  const school = await openSchool();
  onTestFinished(school.close);
  const { database, servers: clock, admin, pay } = school;
  const people = new Map<string, Person>([[admin.id, admin]]);
  let sent = 0;
  const as: Host['as'] = async (userId, method, path, body) => {
    const person = people.get(userId);
    if (!person) throw new Error('there is no such person');
    const { headers } = await aLaterSession({ database, clock }, person);
    sent += 1;
    return school.send(sent, { method, path, headers, ...(body && { body }) });
  };
  const scopesOf = async (userId: string) =>
    Rights.parse((await as(userId, 'GET', '/user/rights')).body).rights.map(({ scope }) => scope);
  return {
    database,
    clock,
    adminId: admin.id,
    as,
    pay,
    aUser: async () => {
      const person = await aUser({ database, clock });
      people.set(person.id, person);
      return person.id;
    },
    status: async (userId) => Me.parse((await as(userId, 'GET', '/user/me')).body).user.subscription.status,
    holds: async (userId, courseId) =>
      (await scopesOf(userId)).some((scope) => scope === courseId || scope === 'everything'),
    settle: () => settle(school),
  };
};

/** People live histories at once. Returns what was ever accepted. */
const live = async (people: number, moves: number): Promise<string[]> => {
  const { live: liveAll, compareSums, accepted } = crossedIn(await furnish(await openTwo()));
  const all = fc.sample(history, people).map((one) => one.slice(0, moves));
  await liveAll(...all);
  await compareSums();
  return [...accepted].toSorted();
};

test('what six people do at once, in two processes, leaves what a slow count says', async () => {
  await live(6, 4);
});

test('so does what many people do', { tags: ['long'] }, async () => {
  expect(await live(24, 40)).toEqual([...MOVES].toSorted());
});
