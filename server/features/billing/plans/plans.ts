import type { PlanTerm } from '#contract/billing/plan-term.ts';
import { PlanParts } from '#contract/billing/part-fields.ts';
import type { Plan as PlanItem } from '#contract/billing/plans.ts';
import { DAY_MS } from '#server/clock.ts';
import { cachedByTopic } from '#server/database/cached-by-topic.ts';
import type { PlanVersionRow } from '#server/database/tables/plans.ts';
import { type TextReader, textsForReader } from '#server/database/translations.ts';
import { CATALOG_TOPIC } from '#server/database/topics.ts';
import { fail } from '#server/errors.ts';
import type { BillingPlatform } from '../billing-platform.ts';
import { BUNDLE_ID, BUNDLE_PRICE_IN_PAISE, isYearlyBundle, TOPIC } from './first-plan.ts';
import { createPlanChanges } from './plan-changes.ts';
import {
  coursesOf,
  existingCourses,
  findPlans,
  type FoundPlan,
  publishedCourses,
  versionsOf,
} from './plans.queries.ts';
import { assertNotOver, isOver, termOf } from './term.ts';

export { BUNDLE_ID, BUNDLE_PRICE_IN_PAISE, isYearlyBundle } from './first-plan.ts';
export type { ChangeOrigin, PlanFields } from './plan-changes.ts';
export {
  coursesOf,
  existingCourses,
  findPlans,
  type FoundPlan,
  openedCourses,
  openedTitles,
  openedOf,
  namerOf,
  planNames,
  titlesOf,
} from './plans.queries.ts';
export { assertSendDay, sendTime } from './send-day.ts';
export type { TermColumns } from './term.ts';
export { assertNotOver, clampEnd, endOfTerm, fixedEndOf, isForLife, isOver, renewalWindowOf, termOf } from './term.ts';

/** The currency of every plan. */
export const CURRENCY = 'INR';

/** What a plan opens. */
export type PlanOpens = 'everything' | { courseIds: string[] };

/** A plan with its current version. */
export type Plan = ReturnType<typeof toPlan>;

export type Plans = ReturnType<typeof createPlans>;

/** Providers accept mandates for ten years. */
const MANDATE_YEARS = 10;
const PER_YEAR = { day: 365, month: 12, year: 1, lifetime: 0, until: 0 } as const;

/** The price and the terms of a version, except whether it renews: the configuration may decide that. */
export const termsOfVersion = (row: PlanVersionRow) => ({
  priceInPaise: row.price_in_paise,
  term: termOf(row),
  /** The whole price is refunded until the end of the day that is so many days after the payment. */
  refundDays: row.refund_days,
  /** How it is paid in parts, where the buyer chooses that. */
  parts: row.parts === null ? null : PlanParts.parse(JSON.parse(row.parts)),
});

/** The configuration says how often the yearly bundle is charged, unless that is once. */
const cyclesOf = (row: FoundPlan, cyclesOfBundle: number): number => {
  if (cyclesOfBundle > 1 && isYearlyBundle(row.id, termOf(row))) return cyclesOfBundle;
  if (row.is_renewing === 0) return 1;
  return Math.max(2, Math.floor((PER_YEAR[row.term_unit] * MANDATE_YEARS) / row.term_count));
};

const opensOf = ({ opens }: FoundPlan, courseIds: readonly string[]): PlanOpens =>
  opens === 'everything' ? opens : { courseIds: [...courseIds] };

/** A purchase keeps the version that was bought: the price and the terms of a plan from some moment on. */
const toPlan = (row: FoundPlan, cycles: number, courseIds: readonly string[]) => ({
  id: row.id,
  name: row.name,
  /** A higher price, shown for comparison. */
  comparePriceInPaise: row.compare_price_in_paise,
  /** Whether the site shows it; otherwise it can be bought only with its link. */
  isVisible: row.is_visible === 1,
  current: {
    id: row.version_id,
    /** From 1, in the order in which they were made. */
    number: row.number,
    ...termsOfVersion(row),
    opens: opensOf(row, courseIds),
    /** The bundle that every school begins with: ₹499 for a year. */
    isBundle: isYearlyBundle(row.id, termOf(row)) && row.price_in_paise === BUNDLE_PRICE_IN_PAISE,
    isRenewing: cycles > 1,
    /** How often the provider charges: 1 ends after the first term. */
    cycles,
  },
});

const DAYS = { day: 1, month: 30.4, year: 365, lifetime: Infinity } as const;
const daysOf = (term: PlanTerm, now: number): number =>
  term.unit === 'until' ? (Date.parse(term.date) - now) / DAY_MS : DAYS[term.unit] * term.count;

const byTerm =
  (now: number) =>
  (a: Plan, b: Plan): number =>
    daysOf(a.current.term, now) - daysOf(b.current.term, now) || a.current.priceInPaise - b.current.priceInPaise;

const opensEverything = ({ current }: Plan): boolean => current.opens === 'everything';

const withCourses = (plan: Plan, isShown: (courseId: string) => boolean): Plan => {
  const { opens } = plan.current;
  if (opens === 'everything') return plan;
  return { ...plan, current: { ...plan.current, opens: { courseIds: opens.courseIds.filter(isShown) } } };
};

/** The initial plan of the school, if it is shown; otherwise one that opens everything, if there is one. */
const firstChoice = (onSale: readonly Plan[]): Plan | undefined =>
  onSale.find(({ id }) => id === BUNDLE_ID) ?? onSale.find(opensEverything) ?? onSale[0];

/** A plan as the API returns it. */
export const toPlanItem = ({ id, name, comparePriceInPaise, current }: Plan): PlanItem => ({
  _id: id,
  name,
  opens: current.opens,
  priceInPaise: current.priceInPaise,
  comparePriceInPaise,
  term: current.term,
  isRenewing: current.isRenewing,
  refundDays: current.refundDays,
  parts: current.parts,
});

export const createPlans = (platform: BillingPlatform) => {
  const { database, config, clock, settings } = platform;
  const load = cachedByTopic(database, TOPIC, async (db) => {
    const rows = await findPlans(db);
    const courses = await coursesOf(
      db,
      rows.map((row) => row.version_id),
    );
    return rows.map((row) => toPlan(row, cyclesOf(row, config.subscriptionCycles), courses.get(row.version_id) ?? []));
  });
  const published = cachedByTopic(
    database,
    CATALOG_TOPIC,
    publishedCourses,
    () => database.topics.version(TOPIC) ?? '',
  );

  const todayOf = async (): Promise<string> => (await settings.calendar()).dayOf(clock.now());

  /** Those whose date has not passed. */
  const coming = async (): Promise<Plan[]> => {
    const plans = await load();
    if (plans.every(({ current }) => current.term.unit !== 'until')) return plans;
    const today = await todayOf();
    return plans.filter(({ current }) => !isOver(current.term, { today }));
  };

  /** Plans as they are sold: a plan of courses opens those that are published, and without any it is not sold. */
  const sold = async (alsoShown?: string): Promise<Plan[]> => {
    const plans = await coming();
    if (plans.every(opensEverything)) return plans;
    const shown = await published();
    return plans
      .map((plan) => withCourses(plan, (courseId) => courseId === alsoShown || shown.has(courseId)))
      .filter(({ current: { opens } }) => opens === 'everything' || opens.courseIds.length > 0);
  };

  /** The plans that the site shows, the shortest term first. */
  const onSale = async (alsoShown?: string): Promise<Plan[]> =>
    (await sold(alsoShown)).filter(({ isVisible }) => isVisible).toSorted(byTerm(clock.now()));

  /** The plan with this id; without one, the plan that is chosen at first. Throws `plan_not_found`. */
  const find = async (id?: string): Promise<Plan> => {
    const plan = id === undefined ? firstChoice(await onSale()) : (await sold()).find((one) => one.id === id);
    if (plan) return plan;
    const known = (await load()).find((one) => one.id === id);
    if (known) assertNotOver(known.current.term, { today: await todayOf() });
    throw fail('plan_not_found');
  };

  /** The plan that is chosen at first, also where nothing is sold any more. */
  const chosen = async (): Promise<Plan> => {
    const plan = firstChoice(await onSale()) ?? (await load()).find(({ id }) => id === BUNDLE_ID);
    if (!plan) throw fail('plan_not_found');
    return plan;
  };

  return {
    ...createPlanChanges(platform),
    /** Every plan, also one that nobody can buy, with its courses that exist, and all its versions, the newest first. */
    listAll: async () => {
      const plans = await load();
      const versions = await versionsOf(
        database.db,
        plans.map(({ id }) => id),
      );
      const all = plans.flatMap(({ current: { opens } }) => (opens === 'everything' ? [] : opens.courseIds));
      const existing = new Set(all.length === 0 ? [] : await existingCourses(database.db, [...new Set(all)]));
      const soldIds = new Set((await sold()).map(({ id }) => id));
      return plans.map((plan) => ({
        ...withCourses(plan, (courseId) => existing.has(courseId)),
        isSold: soldIds.has(plan.id),
        versions: versions.filter((one) => one.plan_id === plan.id),
      }));
    },
    onSale,
    /** Those of chosen courses, also the ones that are sold by their link only. */
    ofCourses: async (): Promise<Plan[]> => (await sold()).filter((plan) => !opensEverything(plan)),
    /** As the API returns them, with their names in the language of a reader. */
    present: async (plans: readonly Plan[], reader: TextReader): Promise<PlanItem[]> => {
      const thingIds = plans.map(({ id }) => id);
      const texts = await textsForReader({ database, settings }, reader, { thingIds, kind: 'plan' });
      return plans.map((plan) => ({ ...toPlanItem(plan), name: texts.of(plan.id, 'name', plan.name) }));
    },
    /** Those on sale as the API returns them, and the one of them that is chosen at first. */
    items: async () => ({ shown: (await onSale()).map(toPlanItem), chosen: toPlanItem(await chosen()) }),
    /** Those that the page of a course offers once it is published. */
    offersOf: async (courseId: string): Promise<PlanItem[]> =>
      (await onSale(courseId))
        .filter(({ current: { opens } }) => opens === 'everything' || opens.courseIds.includes(courseId))
        .map(toPlanItem),
    find,
  };
};
