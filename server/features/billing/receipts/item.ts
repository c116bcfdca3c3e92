import type { PaidParts } from '#contract/billing/part-fields.ts';
import type { PlanTerm } from '#contract/billing/plan-term.ts';
import { type Said, say, type Sentence, type Write } from '#contract/languages/say.ts';
import { readPaidParts } from '../parts/parts.ts';
import { isYearlyBundle, termOf } from '../plans/plans.ts';
import { BUNDLE, type ReceiptDocument } from './document.ts';
import type { UnreceiptedPayment } from './receipts.queries.ts';

const lengthOf = (term: PlanTerm): Sentence => {
  if (term.unit === 'until') return say('until {day}', { day: { day: term.date } });
  const { unit, count } = term;
  if (unit === 'day') return say('{count, plural, one {# day} other {# days}}', { count });
  if (unit === 'month') return say('{count, plural, one {# month} other {# months}}', { count });
  return unit === 'year' ? say('{count, plural, one {# year} other {# years}}', { count }) : say('for life');
};

const partsOf = ({ from, to, of }: PaidParts): Sentence =>
  from === to ? say('part {from} of {of}', { from, of }) : say('parts {from} to {to} of {of}', { from, to, of });

/** The year of the plan that every school begins with keeps its name. */
export const itemOf = (payment: UnreceiptedPayment, write: Write): Pick<ReceiptDocument, 'item' | 'isGift'> => {
  const { plan_id: id, plan_name: name, gift_id: giftId } = payment;
  const term = termOf(payment);
  const isBundle = isYearlyBundle(id, term);
  const item: Said = isBundle ? BUNDLE : say('{name} – {length}', { name, length: lengthOf(term) });
  const parts = readPaidParts(payment.paid_parts);
  if (parts) return { item: write(say('{item}, {parts}', { item, parts: partsOf(parts) })) };
  if (giftId !== null) return { item: write(say('Gift: {item}', { item })), isGift: true };
  return isBundle ? {} : { item: write(item) };
};
