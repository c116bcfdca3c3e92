import { type MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import type { Part, PartState, PartToPay } from '#contract/billing/part-fields.ts';
import { formatCalendarDay, formatMoney, formatShortCalendarDay, listOf } from '#contract/format.ts';
import type { BadgeLabel } from '#web/ui/panel.tsx';
import type { Language } from '#contract/languages/language.ts';

const NAMED_MAX = 3;

/** "then 2 × ₹2,000 on 1 Jan 2027 and 1 Feb 2027": what is paid after the first part. */
export const laterPartsOf = (
  [, ...later]: readonly PartToPay[],
  currencySymbol: string,
  { _, locale }: Language,
): string => {
  const [next] = later;
  const last = later.at(-1);
  if (!next || !last) return '';
  const amount = formatMoney(next.amountInPaise, currencySymbol);
  const isEven = later.every(({ amountInPaise }) => amountInPaise === next.amountInPaise);
  const { length: count } = later;
  const dayOf = ({ dueOn }: PartToPay): string => formatShortCalendarDay(dueOn, locale);
  const amounts = count === 1 ? amount : `${count} × ${amount}`;
  if (count > NAMED_MAX) {
    const more = _(msg({ message: plural(count, { one: '# more part', other: '# more parts' }) }));
    return _(msg`then ${{ parts: isEven ? amounts : more }} until ${{ day: dayOf(last) }}`);
  }
  if (isEven) return _(msg`then ${amounts} on ${{ days: listOf(later.map(dayOf), locale) }}`);
  const each = later.map((part) => {
    const [sum, day] = [formatMoney(part.amountInPaise, currencySymbol), dayOf(part)];
    return _(msg`${sum} on ${day}`);
  });
  return _(msg`then ${{ list: listOf(each, locale) }}`);
};

/** Of which something is left to pay. */
export const openParts = (parts: readonly Part[]): readonly Part[] => parts.filter((part) => part.missingInPaise > 0);

const OVER: readonly PartState[] = ['overdue', 'grace', 'due'];

/** The parts that are to be paid now; the next one where none is due. */
export const partsToPay = (parts: readonly Part[]): readonly Part[] => {
  const open = openParts(parts);
  const due = open.filter(({ state }) => OVER.includes(state));
  return due.length > 0 ? due : open.slice(0, 1);
};

export const sumOfMissing = (parts: readonly Part[]): number =>
  parts.reduce((sum, { missingInPaise }) => sum + missingInPaise, 0);

/** "part 2", "parts 2 and 3", "parts 2 to 5". */
export const namesOf = (parts: readonly Part[], { _, locale }: Language): string => {
  const numbers = parts.map(({ n }) => String(n));
  const [first = '', last = ''] = [numbers[0], numbers.at(-1)];
  if (numbers.length >= NAMED_MAX) return _(msg`parts ${first} to ${last}`);
  const names = listOf(numbers, locale);
  return _(numbers.length === 1 ? msg`part ${names}` : msg`parts ${names}`);
};

/** Within a sentence: "part 2 of 3", "parts 2 to 3 of 3". */
export const partsWithin = ({ from, to, of }: { from: number; to: number; of: number }, { _ }: Language): string =>
  _(from === to ? msg`part ${from} of ${of}` : msg`parts ${from} to ${to} of ${of}`);

/** "Part 2 of 3", "Parts 2 to 3 of 3". */
export const labelOfParts = ({ from, to, of }: { from: number; to: number; of: number }, { _ }: Language): string =>
  _(from === to ? msg`Part ${from} of ${of}` : msg`Parts ${from} to ${to} of ${of}`);

/** "Part 2, ₹2,000, was due on 1 December 2026. Pay it to continue where you left off."; undefined while nothing is overdue. */
export const overdueSentenceOf = (
  parts: readonly Part[],
  currencySymbol: string,
  { _, locale }: Language,
): string | undefined => {
  const part = parts.find(({ state }) => state === 'overdue');
  if (!part) return undefined;
  const [amount, day] = [formatMoney(part.missingInPaise, currencySymbol), formatCalendarDay(part.dueOn, locale)];
  return _(msg`Part ${{ n: part.n }}, ${amount}, was due on ${day}. Pay it to continue where you left off.`);
};

const labels: Record<PartState, BadgeLabel<MessageDescriptor>> = {
  open: { label: msg`Later`, tone: 'plain' },
  due: { label: msg`Due today`, tone: 'waiting' },
  grace: { label: msg`Overdue`, tone: 'waiting' },
  overdue: { label: msg`Overdue`, tone: 'bad' },
  paid: { label: msg`Paid`, tone: 'good' },
  cancelled: { label: msg`Cancelled`, tone: 'plain' },
  'written-off': { label: msg`Written off`, tone: 'plain' },
};

export const labelOfPart = ({ state, missingInPaise, amountInPaise }: Part): BadgeLabel<MessageDescriptor> =>
  state === 'open' && missingInPaise < amountInPaise ? { label: msg`Partly paid`, tone: 'plain' } : labels[state];
