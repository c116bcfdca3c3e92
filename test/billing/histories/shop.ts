import type { Business } from '#contract/billing/payments.ts';
import type { CouponBody } from '#contract/billing/coupons.ts';
import type { GiftBody } from '#contract/billing/gifts.ts';
import type { PlanFields } from '#server/features/billing/plans/plans.ts';

/** What is sold in a history, and to whom. The model computes from it, too. */
export const BUNDLE = 'Yearly bundle';

/** Courses that are sold alone. Their ids are these names. */
export const COURSES = ['statistics', 'monsoon'] as const;

interface FirstVersion extends Pick<PlanFields, 'priceInPaise' | 'term' | 'isRenewing' | 'refundDays'> {
  /** What it opens; everything when absent. */
  courses?: readonly string[];
  /** How often the provider charges it. */
  cycles: number;
}

const FIRST_VERSIONS: Record<string, FirstVersion> = {
  [BUNDLE]: { priceInPaise: 49_900, term: { unit: 'year', count: 1 }, isRenewing: false, refundDays: 7, cycles: 1 },
  'Ten days': { priceInPaise: 9900, term: { unit: 'day', count: 10 }, isRenewing: false, refundDays: 2, cycles: 1 },
  Monthly: { priceInPaise: 19_900, term: { unit: 'month', count: 1 }, isRenewing: true, refundDays: 0, cycles: 120 },
  'For life': {
    priceInPaise: 199_900,
    term: { unit: 'lifetime', count: 1 },
    isRenewing: false,
    refundDays: 14,
    cycles: 1,
  },
  'Until the exam': {
    priceInPaise: 24_900,
    term: { unit: 'until', date: '2027-01-31' },
    isRenewing: false,
    refundDays: 7,
    cycles: 1,
  },
  Statistics: {
    courses: ['statistics'],
    priceInPaise: 29_900,
    term: { unit: 'month', count: 6 },
    isRenewing: false,
    refundDays: 7,
    cycles: 1,
  },
  'Both courses': {
    courses: COURSES,
    priceInPaise: 39_900,
    term: { unit: 'year', count: 1 },
    isRenewing: false,
    refundDays: 7,
    cycles: 1,
  },
};

export const PLAN_NAMES = Object.keys(FIRST_VERSIONS);

/** Each version follows from its number: dearer, and every second one longer, where it has a length. */
export const versionOf = (planName: string, number: number): FirstVersion => {
  const first = FIRST_VERSIONS[planName];
  if (!first) throw new Error(`no plan ${planName}`);
  const { priceInPaise, term, refundDays } = first;
  // Each exam is half a year after the one before.
  const exam = new Date(Date.UTC(2027, 6 * number - 5, 0)).toISOString().slice(0, 10);
  const isLonger = number % 2 === 0 && 'count' in term && term.unit !== 'lifetime';
  return {
    ...first,
    priceInPaise: priceInPaise + (number - 1) * 1000,
    term: isLonger
      ? { unit: term.unit, count: term.count * 2 }
      : term.unit === 'until'
        ? { ...term, date: exam }
        : term,
    refundDays: refundDays + number - 1,
    cycles: isLonger && first.isRenewing ? first.cycles / 2 : first.cycles,
  };
};

export const fieldsOf = (name: string, number: number): PlanFields => {
  const { cycles: _cycles, courses, ...terms } = versionOf(name, number);
  const opens = courses ? { courseIds: [...courses] } : 'everything';
  return { name, ...terms, opens, comparePriceInPaise: null, isVisible: true, parts: null };
};

/** What a plan opens: everything, or its courses. */
export const scopesOf = (planName: string): readonly string[] => versionOf(planName, 1).courses ?? ['everything'];

type Terms = Pick<CouponBody, 'percentOff' | 'amountOffInPaise' | 'maxUses' | 'maxUsesPerPerson'>;

const unlimited = { percentOff: null, amountOffInPaise: null, maxUses: null, maxUsesPerPerson: null };

export const COUPONS: Record<string, Terms> = {
  QUARTER: { ...unlimited, percentOff: 25 },
  RUPEES: { ...unlimited, amountOffInPaise: 10_000, maxUses: 1 },
  FREE: { ...unlimited, percentOff: 100, maxUsesPerPerson: 1 },
};

export const couponBody = (code: string, terms: Terms): CouponBody => ({
  ...terms,
  code,
  startsAt: null,
  endsAt: null,
  planId: null,
  courseId: null,
  isFirstPurchaseOnly: false,
});

export const GIFT: GiftBody = { name: 'Asha', email: 'asha@example.in', message: 'For you' };

/** The school is in Karnataka. The first buyer is a business in another state, the second one a person in the same state. */
export const SELLER = { SELLER_NAME: 'Kiln & Loom', SELLER_GSTIN: '29ABCDE1234F1Z5', GST_RATE_PERCENT: '18' };
export const BUSINESS: Business = { gstin: '27AAPFU0939F1ZV', name: 'Studio Saanvi', address: '1 Hill Road, Mumbai' };
export const INVOICE_TO = [{ business: BUSINESS }, { state: 'Karnataka' }] as const;
