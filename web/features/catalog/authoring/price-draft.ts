import { messages } from '#contract/messages.ts';
import type { CallOptions, ResponseOf } from '#web/api/call.ts';
import { formatRupeeInput, parseRupees } from '#web/features/billing/plans/rupee-input.ts';

export type Price = ResponseOf<'GET /admin/courses/:courseId/price'>['price'];
export type Body = CallOptions<'PUT /admin/courses/:courseId/price'>['body'];
export type Kind = Price['kind'];
export type Term = NonNullable<Price['term']>;

const TERMS: readonly Term[] = [
  { unit: 'lifetime', count: 1 },
  { unit: 'year', count: 1 },
  { unit: 'month', count: 6 },
  { unit: 'month', count: 3 },
  { unit: 'month', count: 1 },
];
export type Errors = Partial<Record<keyof Draft, string>>;

export const keyOf = (term: Term): string => ('date' in term ? term.date : `${term.count} ${term.unit}`);

/** The usual terms, and the present one. */
export const termsFor = ({ term }: Price): readonly Term[] =>
  term === null || TERMS.some((one) => keyOf(one) === keyOf(term)) ? TERMS : [term, ...TERMS];

export interface Draft {
  kind: Kind;
  price: string;
  comparePrice: string;
  term: string;
  refundDays: string;
}

export const draftOf = ({ kind, priceInPaise, comparePriceInPaise, term, refundDays }: Price): Draft => ({
  kind,
  price: kind === 'once' ? formatRupeeInput(priceInPaise ?? 0) : '',
  comparePrice: comparePriceInPaise === null ? '' : formatRupeeInput(comparePriceInPaise),
  term: keyOf(kind === 'once' && term ? term : { unit: 'lifetime', count: 1 }),
  refundDays: String(kind === 'once' ? (refundDays ?? 7) : 7),
});

/** What is sent, or what is wrong by field. */
export const bodyOf = (draft: Draft, terms: readonly Term[]): { body: Body } | { errors: Errors } => {
  if (draft.kind !== 'once') return { body: { kind: draft.kind } };
  const priceInPaise = parseRupees(draft.price);
  const comparePriceInPaise = draft.comparePrice.trim() === '' ? null : parseRupees(draft.comparePrice);
  if (priceInPaise === undefined || draft.price.trim() === '')
    return { errors: { price: messages.plans.priceMissing } };
  if (priceInPaise < 100) return { errors: { price: messages.plans.priceTooSmall } };
  if (comparePriceInPaise === undefined || (comparePriceInPaise ?? Infinity) <= priceInPaise)
    return { errors: { comparePrice: messages.plans.comparePriceTooSmall } };
  const term = terms.find((one) => keyOf(one) === draft.term);
  const refundDays = Number(draft.refundDays);
  return { body: { kind: 'once', priceInPaise, comparePriceInPaise, refundDays, ...(term && { term }) } };
};
