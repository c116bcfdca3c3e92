import { msg } from '@lingui/core/macro';
import { z } from 'zod';
import { type AdminPlan, PlanBody } from '#contract/billing/plans.ts';
import { numberOf } from '#web/ui/forms/typed-number.ts';
import { courseChanges, opensDraftOf, opensOf } from './plan-opens.tsx';
import { noParts, partsBodyOf, PartsDraft, partsDraftOf } from './parts-draft.ts';
import { formatRupeeInput, parseRupees } from './rupee-input.ts';
import type { Language } from '#contract/languages/language.ts';
import { termWords } from '#web/ui/language/term-words.ts';

const units = z.enum(['day', 'month', 'year', 'lifetime', 'until']);

/** The input. The contract's schema rejects unreadable amounts and numbers. */
const Draft = z.object({
  name: z.string(),
  opens: z.object({ kind: z.enum(['everything', 'courses']), courseIds: z.array(z.string()) }),
  priceInPaise: z.string(),
  comparePriceInPaise: z.string(),
  term: z.object({ unit: units, count: z.string(), date: z.string() }),
  isRenewing: z.boolean(),
  refundDays: z.string(),
  parts: PartsDraft,
  isVisible: z.boolean(),
});
export type PlanDraft = z.output<typeof Draft>;

export const isFreeDraft = ({ priceInPaise }: Pick<PlanDraft, 'priceInPaise'>): boolean =>
  parseRupees(priceInPaise) === 0;

/** A lifetime, a date and a free plan do not renew. */
export const mayRenew = (draft: PlanDraft): boolean =>
  draft.term.unit !== 'lifetime' && draft.term.unit !== 'until' && !isFreeDraft(draft);

export const renews = (draft: PlanDraft): boolean => draft.isRenewing && mayRenew(draft);

/** What renews, and what is free, is not paid in parts. */
export const mayBeInParts = (draft: PlanDraft): boolean => !renews(draft) && !isFreeDraft(draft);

const termOf = ({ unit, count, date }: PlanDraft['term']): z.input<typeof PlanBody>['term'] => {
  if (unit === 'until') return { unit, date };
  return { unit, count: unit === 'lifetime' ? 1 : numberOf(count) };
};

/** "for 1 year", also while the number is missing; "until a date" while that is. */
export const shownLengthOf = (term: z.input<typeof PlanBody>['term'], language: Language): string => {
  const { length } = termWords(language);
  if (term.unit !== 'until')
    return language._(msg`for ${{ length: length({ unit: term.unit, count: term.count || 1 }) }}`);
  return Number.isNaN(Date.parse(term.date)) ? language._(msg`until a date`) : length(term);
};

export const toBody = (draft: PlanDraft): z.input<typeof PlanBody> => {
  const { name, opens, priceInPaise, comparePriceInPaise, term, refundDays, parts, isVisible } = draft;
  return {
    name,
    opens: opensOf(opens),
    priceInPaise: parseRupees(priceInPaise) ?? Number.NaN,
    comparePriceInPaise: comparePriceInPaise.trim() === '' ? null : (parseRupees(comparePriceInPaise) ?? Number.NaN),
    term: termOf(term),
    isRenewing: renews(draft),
    refundDays: isFreeDraft(draft) ? 0 : numberOf(refundDays),
    parts: parts.isOn && mayBeInParts(draft) ? partsBodyOf(parts) : null,
    isVisible,
  };
};

export const planSchema = Draft.transform(toBody).pipe(PlanBody);

export const newPlan: PlanDraft = {
  name: '',
  opens: { kind: 'everything', courseIds: [] },
  priceInPaise: '',
  comparePriceInPaise: '',
  term: { unit: 'month', count: '1', date: '' },
  isRenewing: false,
  refundDays: '7',
  parts: noParts,
  isVisible: true,
};

export const draftOf = (plan: AdminPlan): PlanDraft => ({
  name: plan.name,
  opens: opensDraftOf(plan.opens),
  priceInPaise: formatRupeeInput(plan.priceInPaise),
  comparePriceInPaise: plan.comparePriceInPaise === null ? '' : formatRupeeInput(plan.comparePriceInPaise),
  term: {
    unit: plan.term.unit,
    count: 'count' in plan.term ? String(plan.term.count) : '1',
    date: 'date' in plan.term ? plan.term.date : '',
  },
  isRenewing: plan.isRenewing,
  refundDays: String(plan.refundDays),
  parts: partsDraftOf(plan.parts),
  isVisible: plan.isVisible,
});

const isSameTerm = (body: z.input<typeof PlanBody>['term'], term: AdminPlan['term']): boolean =>
  body.unit === 'until' || term.unit === 'until'
    ? 'date' in body && 'date' in term && body.date === term.date
    : body.unit === term.unit && (body.count ?? 1) === term.count;

const isSameParts = (body: z.input<typeof PlanBody>['parts'], parts: AdminPlan['parts']): boolean =>
  JSON.stringify(body) === JSON.stringify(parts && partsBodyOf(partsDraftOf(parts)));

/** Whether saving makes a new version: the terms that purchases keep. */
export const makesVersion = (plan: AdminPlan, draft: PlanDraft): boolean => {
  const body = toBody(draft);
  const { removed, isOtherKind } = courseChanges(plan, draft.opens);
  return (
    isOtherKind ||
    removed.length > 0 ||
    body.priceInPaise !== plan.priceInPaise ||
    !isSameTerm(body.term, plan.term) ||
    body.isRenewing !== plan.isRenewing ||
    body.refundDays !== plan.refundDays ||
    !isSameParts(body.parts, plan.parts)
  );
};
