import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReleaseRule } from '#contract/access/release.ts';
import { createCalendar } from '#server/calendar.ts';
import { DAY_MS } from '#server/clock.ts';
import {
  compareOpenings,
  createDayStarts,
  itemsOf,
  lockOf,
  opensAt,
  type OutlineLecture,
  type ReleaseLearner,
} from './release.ts';

const india = createCalendar('Asia/Kolkata');
const berlin = createCalendar('Europe/Berlin');
const newYork = createCalendar('America/New_York');
const berlinDay = createDayStarts()(berlin);
const beirut = createCalendar('Asia/Beirut');

const lecture = (id: string, more: Partial<OutlineLecture> = {}): OutlineLecture => ({
  id,
  title: `Lecture ${id}`,
  kind: 'video',
  sectionId: null,
  isFree: false,
  ...more,
});

const learner = (more: Partial<ReleaseLearner> = {}): ReleaseLearner => ({
  startedOn: '2026-06-01',
  opened: new Set(),
  done: new Set(),
  passed: new Set(),
  ...more,
});

const at = (text: string): number => Date.parse(text);

describe('the day', () => {
  const opens = (rule: ReleaseRule, calendar: typeof india, startedAt = 0) => {
    const item = itemsOf([lecture('a')], [{ lectureId: 'a', ...rule }]).get('a');
    return (
      item &&
      new Date(opensAt(learner({ startedOn: calendar.dayOf(startedAt) }), item, calendar.startOf).at).toISOString()
    );
  };

  it.each([
    ['a date in India', { on: '2026-12-03' }, india, '2026-12-02T18:30:00.000Z'],
    ['a date in winter time', { on: '2026-12-03' }, berlin, '2026-12-02T23:00:00.000Z'],
    ['the day on which summer time ends', { on: '2026-10-25' }, berlin, '2026-10-24T22:00:00.000Z'],
    ['the day after it', { on: '2026-10-26' }, berlin, '2026-10-25T23:00:00.000Z'],
    ['the day on which summer time begins', { on: '2026-03-08' }, newYork, '2026-03-08T05:00:00.000Z'],
    ['a day that begins at one', { on: '2026-03-29' }, beirut, '2026-03-28T22:00:00.000Z'],
    ['the leap day', { on: '2028-02-29' }, india, '2028-02-28T18:30:00.000Z'],
  ] as const)('%s', (_, rule, calendar, expected) => {
    expect(opens(rule, calendar)).toBe(expected);
  });

  it.each([
    ['zero days: the first day', 0, india, '2026-06-15T04:30:00Z', '2026-06-14T18:30:00.000Z'],
    ['a minute before midnight', 1, india, '2026-06-15T18:29:00Z', '2026-06-15T18:30:00.000Z'],
    ['at midnight', 1, india, '2026-06-15T18:30:00Z', '2026-06-16T18:30:00.000Z'],
    ['over the leap day', 2, india, '2028-02-27T20:00:00Z', '2028-02-29T18:30:00.000Z'],
    ['over the end of summer time', 7, berlin, '2026-10-20T22:30:00Z', '2026-10-27T23:00:00.000Z'],
    ['over the beginning of summer time', 1, newYork, '2026-03-08T04:30:00Z', '2026-03-08T05:00:00.000Z'],
    ['the day after that', 2, newYork, '2026-03-08T04:30:00Z', '2026-03-09T04:00:00.000Z'],
  ] as const)('after %s', (_, afterDays, calendar, startedAt, expected) => {
    expect(opens({ afterDays }, calendar, at(startedAt))).toBe(expected);
  });

  it('is the later one of two', () => {
    const start = at('2026-06-15T04:30:00Z');
    expect(opens({ afterDays: 3, on: '2026-06-17' }, india, start)).toBe('2026-06-17T18:30:00.000Z');
    expect(opens({ afterDays: 1, on: '2026-06-17' }, india, start)).toBe('2026-06-16T18:30:00.000Z');
  });
});

describe('a rule', () => {
  const outline = [
    lecture('intro'),
    lecture('quiz', { kind: 'quiz', sectionId: 's1' }),
    lecture('free', { sectionId: 's1', isFree: true }),
    lecture('b', { sectionId: 's2' }),
    lecture('c', { sectionId: 's2' }),
  ];
  const now = at('2026-06-15T04:30:00Z');
  const locks = (rules: ReleaseRule[], facts: Partial<ReleaseLearner> = {}, gates: string[] = []) => {
    const items = itemsOf(outline, rules, new Set(gates));
    return Object.fromEntries(
      outline.map(({ id }) => {
        const item = items.get(id);
        const lock =
          item && lockOf(learner({ startedOn: '2026-06-15', ...facts }), item, { now, startOf: india.startOf });
        return [id, lock?.lockedBy.kind];
      }),
    );
  };
  const OPEN = { intro: undefined, quiz: undefined, free: undefined, b: undefined, c: undefined };

  it('of a lecture takes the place of its section’s, also to open it at once', () => {
    const section = { sectionId: 's2', on: '2027-01-01' };
    expect(locks([section])).toEqual({ ...OPEN, b: 'date', c: 'date' });
    expect(locks([section, { lectureId: 'c' }])).toEqual({ ...OPEN, b: 'date' });
    expect(locks([section, { lectureId: 'c', afterDays: 2 }])).toEqual({ ...OPEN, b: 'date', c: 'days' });
  });

  it('locks no free preview', () => {
    expect(locks([{ sectionId: 's1', on: '2027-01-01' }])).toEqual({ ...OPEN, quiz: 'date' });
  });

  it('of a section waits for all lectures of the section before, that of a lecture for the one before', () => {
    const section = { sectionId: 's2', afterPrevious: true };
    expect(locks([section])).toEqual({ ...OPEN, b: 'previous', c: 'previous' });
    expect(locks([section], { done: new Set(['quiz']) })).toEqual({ ...OPEN, b: 'previous', c: 'previous' });
    expect(locks([section], { done: new Set(['quiz', 'free']) })).toEqual(OPEN);
    const each = ['b', 'c'].map((lectureId) => ({ lectureId, afterPrevious: true }));
    expect(locks(each, { done: new Set(['free']) })).toEqual({ ...OPEN, c: 'previous' });
    expect(locks([{ lectureId: 'intro', afterPrevious: true }])).toEqual(OPEN);
  });

  it('waits for a passed quiz that comes before, and for no other', () => {
    expect(locks([{ sectionId: 's2', afterQuizId: 'quiz' }])).toEqual({ ...OPEN, b: 'quiz', c: 'quiz' });
    expect(locks([{ sectionId: 's2', afterQuizId: 'quiz' }], { passed: new Set(['quiz']) })).toEqual(OPEN);
    expect(locks([{ sectionId: 's2', afterQuizId: 'quiz' }], { done: new Set(['quiz']) })).not.toEqual(OPEN);
    for (const afterQuizId of ['gone', 'c'])
      expect(
        locks([
          { lectureId: 'intro', afterQuizId },
          { sectionId: 's2', afterQuizId },
        ]),
      ).toEqual(OPEN);
  });

  it('is met when all of its conditions are', () => {
    const rule = { sectionId: 's2', afterQuizId: 'quiz', on: '2026-06-16' };
    expect(locks([rule])).toEqual({ ...OPEN, b: 'quiz', c: 'quiz' });
    expect(locks([rule], { passed: new Set(['quiz']) })).toEqual({ ...OPEN, b: 'date', c: 'date' });
  });

  it('locks nothing that was opened; a quiz to pass does', () => {
    const rule = { sectionId: 's2', on: '2027-01-01', afterPrevious: true };
    expect(locks([rule], { opened: new Set(['b']) })).toEqual({ ...OPEN, c: 'previous' });
    expect(locks([rule], { opened: new Set(['b', 'c']) }, ['quiz'])).toEqual({ ...OPEN, b: 'quiz', c: 'quiz' });
  });
});

describe('two openings', () => {
  const now = 100;
  const waitsFor = { kind: 'date', on: '' } as const;
  const day = (moment: number) => ({ at: moment, waitsFor: undefined });
  it.each([
    [day(150), day(120), -1],
    [day(150), day(180), 1],
    [day(50), day(80), 0],
    [day(50), { at: 0, waitsFor }, 1],
    [{ at: 0, waitsFor }, day(0), -1],
    [{ at: 150, waitsFor }, { at: 180, waitsFor }, 1],
  ])('%o and %o', (before, after, expected) => {
    expect(compareOpenings(before, after, now)).toBe(expected);
  });
});

const KINDS = ['video', 'quiz', 'text'] as const;
const anyOutline = fc
  .array(
    fc.record({ section: fc.integer({ min: 0, max: 3 }), kind: fc.constantFrom(...KINDS), isFree: fc.boolean() }),
    {
      maxLength: 12,
    },
  )
  .map((rows) =>
    rows
      .toSorted((a, b) => a.section - b.section)
      .map(({ section, kind, isFree }, index) =>
        lecture(`l${index}`, { kind, isFree, sectionId: section === 0 ? null : `s${section}` }),
      ),
  );
const anyRule = fc.record({
  target: fc.oneof(
    fc.integer({ min: 1, max: 3 }).map((index) => ({ sectionId: `s${index}` })),
    fc.integer({ min: 0, max: 11 }).map((index) => ({ lectureId: `l${index}` })),
  ),
  afterDays: fc.option(fc.integer({ min: 0, max: 40 }), { nil: undefined }),
  on: fc.option(
    fc.integer({ min: 1, max: 28 }).map((day) => `2026-07-${String(day).padStart(2, '0')}`),
    {
      nil: undefined,
    },
  ),
  afterPrevious: fc.boolean(),
  afterQuizId: fc.option(
    fc.integer({ min: 0, max: 11 }).map((index) => `l${index}`),
    { nil: undefined },
  ),
});
const anyRules = fc
  .array(anyRule, { maxLength: 8 })
  .map((rules): ReleaseRule[] => rules.map(({ target, ...conditions }) => ({ ...target, ...conditions })));
const ids = fc.uniqueArray(fc.integer({ min: 0, max: 11 }).map((index) => `l${index}`)).map((list) => new Set(list));
const anyLearner = fc.record({
  startedOn: fc.integer({ min: 1, max: 30 }).map((day) => `2026-06-${String(day).padStart(2, '0')}`),
  opened: ids,
  done: ids,
  passed: ids,
});
const moment = fc.integer({ min: at('2026-06-01'), max: at('2026-09-01') });

describe('whatever the rules are', () => {
  it('more time, more done and more passed lock nothing', () => {
    fc.assert(
      fc.property(
        anyOutline,
        anyRules,
        anyLearner,
        anyLearner,
        moment,
        fc.nat(90),
        (outline, rules, a, b, now, days) => {
          const further = {
            startedOn: a.startedOn,
            opened: a.opened.union(b.opened),
            done: a.done.union(b.done),
            passed: a.passed.union(b.passed),
          };
          const later = now + days * DAY_MS;
          for (const item of itemsOf(outline, rules).values())
            if (!lockOf(a, item, { now, startOf: berlinDay }))
              expect(lockOf(further, item, { now: later, startOf: berlinDay })).toBeUndefined();
        },
      ),
    );
  });

  it('a day is in the future and is the one on which it opens, if only days are waited for', () => {
    fc.assert(
      fc.property(anyOutline, anyRules, anyLearner, moment, (outline, rules, one, now) => {
        for (const item of itemsOf(outline, rules).values()) {
          const lock = lockOf(one, item, { now, startOf: berlinDay });
          if (!lock || lock.opensAt === null) continue;
          const { opensAt: day } = lock;
          expect(day).toBeGreaterThan(now);
          const isOfDay = lock.lockedBy.kind === 'date' || lock.lockedBy.kind === 'days';
          const then = [-1, 0].map((ms) => lockOf(one, item, { now: day + ms, startOf: berlinDay }));
          expect(then.map((locked) => locked === undefined)).toEqual([false, isOfDay]);
        }
      }),
    );
  });

  it('who does all that is open comes to everything, and what was opened stays open under all other rules', () => {
    fc.assert(
      fc.property(anyOutline, anyRules, anyRules, ids, (outline, rules, others, gates) => {
        const startOf = createDayStarts()(india);
        const now = at('2027-01-01');
        const items = itemsOf(outline, rules, gates);
        const isQuiz = (one: OutlineLecture): boolean => one.kind === 'quiz';
        const [opened, done, passed] = [new Set<string>(), new Set<string>(), new Set<string>()];
        const who = { startedOn: '2026-06-01', opened, done, passed };
        for (let round = 0; round <= outline.length; round += 1)
          for (const one of outline) {
            const item = items.get(one.id);
            if (item && lockOf(who, item, { now, startOf })) continue;
            for (const set of [opened, done]) set.add(one.id);
            if (isQuiz(one) || gates.has(one.id)) passed.add(one.id);
          }
        expect([...opened].toSorted()).toEqual(outline.map(({ id }) => id).toSorted());
        const turned = outline.toReversed();
        for (const item of itemsOf(turned, others).values())
          expect(lockOf(who, item, { now: at('2026-06-02'), startOf })).toBeUndefined();
      }),
    );
  });
});
