import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SECOND_MS } from '#server/clock.ts';
import { createCalendar } from '#server/calendar.ts';
import { listMoneyFaults } from '#server/features/billing/projections/money-faults.ts';
import { recomputeAll } from '#server/features/billing/projections/projections.ts';
import { aLaterSession, aUser, grantAccess } from '../../factories.ts';
import { begin, prepare, requestsOf } from './moves.ts';
import { endPlans } from './insert-plan.ts';
import { outcomeOf } from './outcome.ts';
import { confirmOf, nextReference, sendRequest } from './own-moves.ts';
import {
  ALL_MOVES,
  COURSE_MOVES,
  CROSSED,
  type Move,
  MOVES,
  OPEN_CROSSED,
  OWN_CROSSED,
  type Race,
  type Racer,
} from './racer.ts';
import { openSchool, type School } from './school.ts';
import { settle } from './settle.ts';

const HALF_A_DAY_MS = 12 * 60 * 60_000;
const AT_ONCE = 8;
const BATCH = 250;
const BUSY_MAX = 5;

let school: School;
let startedAt: number;
beforeAll(async () => {
  school = await openSchool();
  startedAt = school.servers.now() - HALF_A_DAY_MS;
});
afterAll(() => school.close());

const move = fc.constantFrom(...MOVES);
const race: fc.Arbitrary<Race> = fc.record({ moves: fc.tuple(move, move), hasPurchase: fc.boolean() });
const courseRace: fc.Arbitrary<Race> = fc.record({
  moves: fc.tuple(fc.constantFrom<Move>(...COURSE_MOVES), fc.constantFrom(...ALL_MOVES)),
  hasPurchase: fc.boolean(),
});
const crossedRace: fc.Arbitrary<Race> = fc.record({
  moves: fc.constantFrom(...CROSSED),
  hasPurchase: fc.constant(true),
});

const ownRace: fc.Arbitrary<Race> = fc.record({
  moves: fc.constantFrom(...OWN_CROSSED),
  hasPurchase: fc.constant(false),
});

const openRace: fc.Arbitrary<Race> = fc.record({
  moves: fc.constantFrom(...OPEN_CROSSED),
  hasPurchase: fc.constant(true),
});

type Racers = ReadonlyMap<Race, Racer>;

const make = async (place: number, racer: Racer, one: Move): Promise<void> => {
  const request = requestsOf(school, racer)[one]();
  let { status, body } = await school.send(place, request);
  // A statement that waits for too long is given up, such as on a machine that is shared: providers and people try again.
  for (let again = 0; again < BUSY_MAX && body['code'] === 'busy'; again += 1)
    ({ status, body } = await school.send(place, request));
  expect(status, `${one}: ${JSON.stringify(body)}`).toBeLessThan(500);
  expect(['confirmation_needed', 'route_not_found'], one).not.toContain(body['code']);
};

/** Does the work for every item, a few at once, in no order. */
const each = async <T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> => {
  const left = [...items];
  const workOff = async (): Promise<void> => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, workOff));
};

/** Payments are compared with revocations by the second. */
const nextSecond = (): Promise<void> => school.servers.advance(2 * SECOND_MS);

/** The first moves of all, and then the second. */
const inTurn = async (racers: Racers): Promise<void> => {
  await each([...racers], ([{ moves }, racer]) => make(0, racer, moves[0]));
  await nextSecond();
  await each([...racers], ([{ moves }, racer]) => make(1, racer, moves[1]));
};
const atOnce = (racers: Racers): Promise<void> =>
  each([...racers], async ([{ moves }, racer]) => {
    await Promise.all(moves.map((one, place) => make(place, racer, one)));
  });

/** Races the moves, each race with a person of its own. Returns how each ended. */
const outcomesOf = async (
  races: readonly Race[],
  run: (racers: Racers) => Promise<void>,
): Promise<Map<Race, unknown>> => {
  const racers = new Map<Race, Racer>();
  await each(races, async (one) => void racers.set(one, await begin(school, one)));
  await nextSecond();
  await each([...racers], async ([one, racer]) => void racers.set(one, await prepare(school, one, racer)));
  await nextSecond();
  school.admin = await aLaterSession({ database: school.database, clock: school.servers }, school.admin);
  await run(racers);
  await settle(school);
  // A visit waits two seconds for the provider, and the next one asks again.
  const visitors = [...racers].filter(([{ moves }]) => moves.includes('reconcile'));
  await each(visitors, ([, racer]) => make(0, racer, 'reconcile'));
  await settle(school);
  const outcomes = new Map<Race, unknown>();
  await each([...racers], async ([one, racer]) => {
    outcomes.set(one, await outcomeOf(school, racer, startedAt));
  });
  const planIds = [...racers.values()].flatMap(({ course }) => course?.planId ?? []);
  await endPlans(school.database, planIds, school.servers.now());
  return outcomes;
};

const nameOf = ({ moves, hasPurchase }: Race): string =>
  `${moves.join(' then ')}${hasPurchase ? ', after a purchase' : ''}`;
const reversed = ({ moves: [first, second], hasPurchase }: Race): Race => ({ moves: [second, first], hasPurchase });

/**
 * A purchase asks the provider about earlier ones, unless that is done already: then it can come before a visit of which
 * only the call to the provider came first, as it can come before a webhook.
 */
const looksUpInTwoSteps = ({ moves }: Race): boolean => moves.includes('buyFree') && moves.includes('reconcile');
const asWebhook = ({ moves: [first, second], hasPurchase }: Race): Race => {
  const of = (one: Move): Move => (one === 'reconcile' ? 'webhook' : one);
  return { moves: [of(first), of(second)], hasPurchase };
};
const serialRacesOf = (one: Race): Race[] =>
  [one, ...(looksUpInTwoSteps(one) ? [asWebhook(one)] : [])].flatMap((order) => [order, reversed(order)]);

const serial = new Map<string, unknown>();
const learnSerialOutcomes = async (races: readonly Race[]): Promise<void> => {
  const needed = new Map(races.flatMap(serialRacesOf).map((one) => [nameOf(one), one]));
  const missing = [...needed].filter(([name]) => !serial.has(name)).map(([, one]) => one);
  for (const [one, outcome] of await outcomesOf(missing, inTurn)) serial.set(nameOf(one), outcome);
};

/** Which races ended as neither order of their moves does. */
const runRaces = async (races: fc.Arbitrary<Race>, count: number): Promise<unknown[]> => {
  const drawn = fc.sample(races, count);
  const wrong: unknown[] = [];
  for (let start = 0; start < drawn.length; start += BATCH) {
    const batch = drawn.slice(start, start + BATCH);
    await learnSerialOutcomes(batch);
    for (const [one, outcome] of await outcomesOf(batch, atOnce)) {
      const possible = serialRacesOf(one).map((order) => serial.get(nameOf(order)));
      if (!possible.some((other) => JSON.stringify(other) === JSON.stringify(outcome)))
        wrong.push({ race: one, outcome, possible });
    }
  }
  return wrong;
};

/** Payments of which more was sent back than was paid. */
const overRefunded = async () => {
  const sent = await school.database.db
    .selectFrom('refunds as r')
    .innerJoin('payments as p', 'p.provider_payment_id', 'r.provider_payment_id')
    .select(['r.amount_in_paise as part', 'p.amount_in_paise as paid', 'p.provider_payment_id as id'])
    .where('r.status', 'in', ['requested', 'pending', 'processed'])
    .execute();
  return [...Map.groupBy(sent, ({ id }) => id)].flatMap(([id, parts]) =>
    parts.reduce((rest, { part }) => rest - part, parts[0]?.paid ?? 0) < 0 ? [id] : [],
  );
};
const faults = async () => [
  ...(await recomputeAll(school.database, { now: school.servers.now(), calendar: createCalendar('Asia/Kolkata') })),
  ...(await listMoneyFaults(school.database.db)),
  ...(await overRefunded()),
];

test('two moves at once, in two processes, end as one of their orders does', async () => {
  expect(await runRaces(race, 100)).toEqual([]);
  expect(await faults()).toEqual([]);
});

test('so do two of which one is about single courses', async () => {
  expect(await runRaces(courseRace, 60)).toEqual([]);
  expect(await faults()).toEqual([]);
});

test('so do an end and a charge, and two refunds of one payment', async () => {
  expect(await runRaces(crossedRace, 70)).toEqual([]);
  expect(await faults()).toEqual([]);
});

test('so do a confirmation of an offline payment, and what its buyer, another admin and the provider do', async () => {
  expect(await runRaces(ownRace, 60)).toEqual([]);
  expect(await faults()).toEqual([]);
});

test('so do what a member or a buyer in parts does, and what the school and the provider do', async () => {
  expect(await runRaces(openRace, 70)).toEqual([]);
  expect(await faults()).toEqual([]);
});

/** Two people who join a batch of one place at once, each at another process. Returns the answers. */
const joinBoth = async (batchId: string): Promise<unknown[]> => {
  const courseId = school.courses[0];
  const path = `/courses/${courseId}/batches/${batchId}/join`;
  const place = { database: school.database, clock: school.servers };
  const people = [await aUser(place), await aUser(place)];
  for (const person of people) await grantAccess(place, person, courseId);
  const answers = await Promise.all(people.map(({ headers }, at) => school.send(at, { path, headers })));
  return answers.map(({ status, body }) => (status === 200 ? 'joined' : body['code']));
};

test('of two people who join a batch with one place at once, one gets batch_full', async () => {
  const ids = await Promise.all(
    Array.from({ length: 12 }, (_, index) => school.addBatch(`2032-${String(index + 1).padStart(2, '0')}`, 1)),
  );
  const answers = await Promise.all(ids.map(joinBoth));
  expect(answers).toEqual(
    answers.map(() => expect.toSatisfy((both: unknown[]) => both.includes('joined') && both.includes('batch_full'))),
  );
  // The access that the test gave is not counted yet.
  await faults();
});

/** Two people with one reference, whom two admins confirm at once. Returns the answers. */
const confirmBoth = async (): Promise<unknown[]> => {
  const reference = nextReference();
  const place = { database: school.database, clock: school.servers };
  const ids = [];
  for (const person of [await aUser(place), await aUser(place)]) ids.push(await sendRequest(school, person, reference));
  const answers = await Promise.all(ids.map((id, at) => school.send(at, confirmOf(school, id))));
  return answers.map(({ status, body }) => (status === 200 ? 'confirmed' : body['code']));
};

test('of two payments with one reference that two admins confirm at once, one counts', async () => {
  school.admin = await aLaterSession({ database: school.database, clock: school.servers }, school.admin);
  const answers = await Promise.all(Array.from({ length: 12 }, confirmBoth));
  expect(answers).toEqual(
    answers.map(() =>
      expect.toSatisfy((both: unknown[]) => both.includes('confirmed') && both.includes('reference_used')),
    ),
  );
  expect(await faults()).toEqual([]);
});

test('so do thousands', { tags: ['long'], timeout: 3 * 60 * 60_000 }, async () => {
  expect(await runRaces(race, 2000)).toEqual([]);
  expect(await runRaces(courseRace, 1000)).toEqual([]);
  expect(await runRaces(crossedRace, 500)).toEqual([]);
  expect(await runRaces(ownRace, 1000)).toEqual([]);
  expect(await runRaces(openRace, 1000)).toEqual([]);
  expect(await faults()).toEqual([]);
});
