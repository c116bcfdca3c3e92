import { z } from 'zod';
import type { PlanParts } from '#contract/billing/part-fields.ts';
import type { PlanBody } from '#contract/billing/plans.ts';
import { numberOf } from '#web/ui/forms/typed-number.ts';
import { formatRupeeInput, parseRupees } from './rupee-input.ts';

/** Of a month, for parts that are filled in. */
const MONTH_DAYS = 30;
export const PART_COUNTS = Array.from({ length: 11 }, (_, index) => index + 2);
const USUAL_COUNT = 3;

const Row = z.object({ amount: z.string(), dueKind: z.enum(['days', 'date']), days: z.string(), date: z.string() });

/** The parts of a plan as they are typed; the first is due at the start, whatever its row says. */
export const PartsDraft = z.object({ isOn: z.boolean(), graceDays: z.string(), list: z.array(Row) });
export type PartsDraft = z.output<typeof PartsDraft>;
export type PartRow = z.output<typeof Row>;

/** So many equal parts, one a month; the last takes what is left over. */
export const evenRows = (priceInPaise: number, count: number): PartRow[] => {
  const each = Math.floor(priceInPaise / count / 100) * 100;
  return Array.from({ length: count }, (_, index) => ({
    amount: formatRupeeInput(index < count - 1 ? each : priceInPaise - each * (count - 1)),
    dueKind: 'days',
    days: String(index * MONTH_DAYS),
    date: '',
  }));
};

export const noParts: PartsDraft = { isOn: false, graceDays: '3', list: [] };

/** Turned on for the first time, it begins with equal parts. */
export const turnedOn = (draft: PartsDraft, priceInPaise: number): PartsDraft => ({
  ...draft,
  isOn: true,
  list: draft.list.length > 0 ? draft.list : evenRows(priceInPaise, USUAL_COUNT),
});

export const partsDraftOf = (parts: PlanParts | null): PartsDraft =>
  parts === null
    ? noParts
    : {
        isOn: true,
        graceDays: String(parts.graceDays),
        list: parts.list.map(({ amountInPaise, due }) => ({
          amount: formatRupeeInput(amountInPaise),
          dueKind: due.kind === 'date' ? 'date' : 'days',
          days: due.kind === 'days' ? String(due.days) : '',
          date: due.kind === 'date' ? due.date : '',
        })),
      };

type PartsBody = NonNullable<z.input<typeof PlanBody>['parts']>;

const dueOf = ({ dueKind, days, date }: PartRow, index: number): PartsBody['list'][number]['due'] => {
  if (index === 0) return { kind: 'at-start' };
  return dueKind === 'date' ? { kind: 'date', date } : { kind: 'days', days: numberOf(days) };
};

export const partsBodyOf = ({ graceDays, list }: PartsDraft): PartsBody => ({
  graceDays: numberOf(graceDays),
  list: list.map((row, index) => ({
    amountInPaise: parseRupees(row.amount) ?? Number.NaN,
    due: dueOf(row, index),
  })),
});

/** By how much the parts miss the price; undefined while an amount is not readable. */
export const missedBy = ({ list }: PartsDraft, priceInPaise: number): number | undefined => {
  const amounts = list.map(({ amount }) => parseRupees(amount));
  return amounts.includes(undefined)
    ? undefined
    : priceInPaise - amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0);
};
