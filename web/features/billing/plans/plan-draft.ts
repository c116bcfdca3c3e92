import { z } from 'zod';
import { type AdminPlan, PlanBody } from '#contract/plans.ts';
import { formatRupeeInput, parseRupees } from './rupee-input.ts';

const units = z.enum(['day', 'month', 'year', 'lifetime']);

/** What is typed. An amount or a number that cannot be read is refused by the contract's schema. */
const Draft = z.object({
  name: z.string(),
  priceInPaise: z.string(),
  comparePriceInPaise: z.string(),
  term: z.object({ unit: units, count: z.string() }),
  isRenewing: z.boolean(),
  refundDays: z.string(),
  isVisible: z.boolean(),
});
export type PlanDraft = z.output<typeof Draft>;

const wholeNumber = (typed: string): number => (/^\d{1,5}$/.test(typed.trim()) ? Number(typed) : Number.NaN);

const toBody = ({
  priceInPaise,
  comparePriceInPaise,
  term,
  refundDays,
  ...draft
}: PlanDraft): z.input<typeof PlanBody> => ({
  ...draft,
  priceInPaise: parseRupees(priceInPaise) ?? Number.NaN,
  comparePriceInPaise: comparePriceInPaise.trim() === '' ? null : (parseRupees(comparePriceInPaise) ?? Number.NaN),
  term: { unit: term.unit, count: term.unit === 'lifetime' ? 1 : wholeNumber(term.count) },
  isRenewing: draft.isRenewing && term.unit !== 'lifetime',
  refundDays: wholeNumber(refundDays),
});

export const planSchema = Draft.transform(toBody).pipe(PlanBody);

export const newPlan: PlanDraft = {
  name: '',
  priceInPaise: '',
  comparePriceInPaise: '',
  term: { unit: 'month', count: '1' },
  isRenewing: false,
  refundDays: '7',
  isVisible: true,
};

export const draftOf = (plan: AdminPlan): PlanDraft => ({
  name: plan.name,
  priceInPaise: formatRupeeInput(plan.priceInPaise),
  comparePriceInPaise: plan.comparePriceInPaise === null ? '' : formatRupeeInput(plan.comparePriceInPaise),
  term: { unit: plan.term.unit, count: String(plan.term.count) },
  isRenewing: plan.isRenewing,
  refundDays: String(plan.refundDays),
  isVisible: plan.isVisible,
});

/** Whether saving makes a new version: the terms that purchases keep. */
export const makesVersion = (plan: AdminPlan, draft: PlanDraft): boolean => {
  const body = toBody(draft);
  return (
    body.priceInPaise !== plan.priceInPaise ||
    body.term.unit !== plan.term.unit ||
    (body.term.count ?? 1) !== plan.term.count ||
    body.isRenewing !== plan.isRenewing ||
    body.refundDays !== plan.refundDays
  );
};
