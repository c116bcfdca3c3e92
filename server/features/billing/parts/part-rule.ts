/** A part as it was agreed, and what the school changed since. */
export interface Due {
  n: number;
  amountInPaise: number;
  /** The day until which it is payable: as agreed, or postponed. */
  dueOn: string;
  writtenOffAt: number | null;
}

/** Money of a payment that went back. */
export interface TakenBack {
  at: number;
  amountInPaise: number;
  /** A reversal takes back what never stayed: its parts are owed again. */
  how: 'refund' | 'dispute' | 'reversal';
  /** Whether nothing of the payment is left, or the refund was to end access. */
  isWhole: boolean;
}

/** Money that came for a purchase in parts. */
export interface PartPayment {
  id: string;
  at: number;
  amountInPaise: number;
  /** The one that access comes from. */
  isFirst: boolean;
  takenBack: readonly TakenBack[];
}

/** The parts from one to another that a payment paid; surplus: nothing was left to pay; late: the purchase had ended. */
export type PaidBy = { from: number; to: number; isWhole: boolean } | 'surplus' | 'late';

export interface PartsStanding {
  /** How the purchase ended, as money of its parts went back. */
  end: 'cancelled' | 'disputed' | null;
  endedAt: number | undefined;
  /** Paid and owed, by part. */
  sums: Map<number, { paidInPaise: number; missingInPaise: number }>;
  paidBy: Map<string, PaidBy>;
}

type Event =
  | { at: number; order: 0; payment: PartPayment }
  | { at: number; order: 1; writtenOff: number }
  | { at: number; order: 2; back: TakenBack; isFirst: boolean };

/** Of the same moment, the first payment comes first. */
const byTime = (a: PartPayment, b: PartPayment): number =>
  a.at - b.at || Number(b.isFirst) - Number(a.isFirst) || (a.id < b.id ? -1 : 1);

const eventsOf = (dues: readonly Due[], payments: readonly PartPayment[]): Event[] =>
  [
    ...payments.toSorted(byTime).map((payment): Event => ({ at: payment.at, order: 0, payment })),
    ...dues.flatMap(({ n, writtenOffAt: at }): Event[] => (at === null ? [] : [{ at, order: 1, writtenOff: n }])),
    ...payments.flatMap(({ takenBack, isFirst }) =>
      takenBack.map((back): Event => ({ at: back.at, order: 2, back, isFirst })),
    ),
  ].toSorted((a, b) => a.at - b.at || a.order - b.order);

/**
 * What is paid and owed of a purchase in parts, from what happened, in its order. Money pays the oldest part first. What goes
 * back is taken from what was paid ahead, the newest part first. A refund that takes what was due by then ends the purchase;
 * less than a whole payment is given for nothing. It depends on no other time than those of the events.
 */
export const partsOf = (
  { dues, payments }: { dues: readonly Due[]; payments: readonly PartPayment[] },
  dayOf: (at: number) => string,
): PartsStanding => {
  const parts = dues.map(({ n, amountInPaise, dueOn }) => ({ n, owed: amountInPaise, dueOn, paid: 0 }));
  const paidBy: PartsStanding['paidBy'] = new Map();
  let surplus = 0;
  let end: PartsStanding['end'] = null;
  let endedAt: number | undefined;

  const pay = ({ id, amountInPaise }: PartPayment): void => {
    let left = amountInPaise;
    const open = parts.filter(({ paid, owed }) => paid < owed);
    const paid = open.filter((part) => {
      const taken = Math.min(left, part.owed - part.paid);
      part.paid += taken;
      left -= taken;
      return taken > 0;
    });
    surplus += left;
    const [first, last] = [paid[0], paid.at(-1)];
    paidBy.set(id, first && last ? { from: first.n, to: last.n, isWhole: left === 0 } : 'surplus');
  };

  /** Returns what is left to take. */
  const takeFrom = (amount: number, isTaken: (dueOn: string) => boolean): number => {
    let left = amount;
    for (const part of parts.toReversed().filter(({ dueOn }) => isTaken(dueOn))) {
      const taken = Math.min(left, part.paid);
      part.paid -= taken;
      left -= taken;
    }
    return left;
  };

  const takeBack = ({ at, amountInPaise, how, isWhole }: TakenBack, isFirst: boolean): void => {
    const fromSurplus = Math.min(surplus, amountInPaise);
    surplus -= fromSurplus;
    const today = dayOf(at);
    const left = takeFrom(amountInPaise - fromSurplus, (dueOn) => dueOn > today);
    const endsIt = isWhole && (isFirst || (left > 0 && how !== 'reversal'));
    if (endsIt || how === 'reversal') takeFrom(left, () => true);
    if (!endsIt) return;
    if (end === null) endedAt = at;
    end = how === 'dispute' ? (end ?? 'disputed') : 'cancelled';
  };

  for (const event of eventsOf(dues, payments)) {
    if (event.order === 2) takeBack(event.back, event.isFirst);
    else if (event.order === 1) {
      for (const part of parts) if (part.n === event.writtenOff) part.owed = part.paid;
    } else if (end === null) pay(event.payment);
    else paidBy.set(event.payment.id, 'late');
  }
  const sums = parts.map(
    ({ n, paid, owed }) => [n, { paidInPaise: paid, missingInPaise: end === null ? owed - paid : 0 }] as const,
  );
  return { end, endedAt, sums: new Map(sums), paidBy };
};
