import type { PlanTerm } from '#contract/billing/plan-term.ts';
import { partsSaid } from '#contract/billing/part-messages.ts';
import { type Said, say, type Sentence } from '#contract/languages/say.ts';
import type { ReceiptDocument } from './document.ts';

const BUNDLE = say('Subscription Bundle – 1 year');

const lengthOf = (term: PlanTerm): Sentence => {
  if (term.unit === 'until') return say('until {day}', { day: { day: term.date } });
  const { unit, count } = term;
  if (unit === 'day') return say('{count, plural, one {# day} other {# days}}', { count });
  if (unit === 'month') return say('{count, plural, one {# month} other {# months}}', { count });
  return unit === 'year' ? say('{count, plural, one {# year} other {# years}}', { count }) : say('for life');
};

/** What was bought. The year of the plan that every school begins with keeps its name. */
export const itemOf = ({ item: stored, plan, parts, isGift }: ReceiptDocument): Said => {
  if (stored !== undefined) return stored;
  const item = plan ? say('{name} – {length}', { name: plan.name, length: lengthOf(plan.term) }) : BUNDLE;
  if (parts) return say('{item}, {parts}', { item, parts: partsSaid(parts) });
  return isGift ? say('Gift: {item}', { item }) : item;
};
