/** One coin is ₹100: the reference pays, and takes back, coin by coin. */
export const COIN_IN_PAISE = 10_000;

export type PartsEvent =
  | { kind: 'pay'; id: string; coins: number }
  | { kind: 'writeOff'; n: number }
  | { kind: 'postpone'; n: number; until: string }
  | { kind: 'undo'; n: number }
  | { kind: 'refund'; id: string; on: string }
  | { kind: 'reverse'; id: string };

type Postponed = Extract<PartsEvent, { kind: 'postpone' }>;

interface ReferencePart {
  coins: number;
  dueOn: string;
  paid: number;
  isWrittenOff: boolean;
}

interface Reference {
  isEnded: boolean;
  /** Coins that are missing of each part, and the day until which it is payable. */
  parts: { missing: number; dueOn: string }[];
}

/** What was undone never happened. */
const standing = (events: readonly PartsEvent[]): PartsEvent[] =>
  events.filter((event, index) => {
    if (event.kind === 'undo') return false;
    if (event.kind !== 'writeOff' && event.kind !== 'postpone') return true;
    return !events.slice(index).some((later) => later.kind === 'undo' && later.n === event.n);
  });

/** What is owed of a purchase in parts, after all that happened, in its order. */
export const referenceOf = (
  agreed: readonly { coins: number; dueOn: string }[],
  history: readonly PartsEvent[],
): Reference => {
  const events = standing(history);
  const dayOf = (n: number, dueOn: string): string =>
    events.findLast((event): event is Postponed => event.kind === 'postpone' && event.n === n)?.until ?? dueOn;
  const parts = agreed.map((part, index): ReferencePart => ({
    coins: part.coins,
    dueOn: dayOf(index + 1, part.dueOn),
    paid: 0,
    isWrittenOff: false,
  }));
  const paidWith = new Map<string, number>();
  let [surplus, isEnded, firstId] = [0, false, ''];
  const payCoin = (): void => {
    const part = parts.find(({ coins, paid, isWrittenOff }) => paid < coins && !isWrittenOff);
    if (part) part.paid += 1;
    else surplus += 1;
  };
  /** Undefined where there is no coin to take. */
  const coinPaidFor = (isTaken: (part: ReferencePart) => boolean): ReferencePart | undefined =>
    parts.findLast((part) => part.paid > 0 && isTaken(part));
  const takeBack = (id: string, isTaken: (part: ReferencePart) => boolean): number => {
    let left = paidWith.get(id) ?? 0;
    // A payment goes back once.
    paidWith.delete(id);
    for (; left > 0; left -= 1) {
      const part = surplus > 0 ? undefined : coinPaidFor(isTaken);
      if (surplus > 0) surplus -= 1;
      else if (part) part.paid -= 1;
      else break;
    }
    return left;
  };
  for (const event of events) {
    if (event.kind === 'pay') {
      if (firstId === '') firstId = event.id;
      paidWith.set(event.id, event.coins);
      const coins = isEnded ? 0 : event.coins;
      for (let coin = 0; coin < coins; coin += 1) payCoin();
    } else if (event.kind === 'writeOff') {
      const part = parts[event.n - 1];
      if (part) part.isWrittenOff = true;
    } else if (event.kind === 'refund') {
      const isOwed = takeBack(event.id, ({ dueOn }) => dueOn > event.on) > 0;
      if (isOwed || event.id === firstId) isEnded = true;
    } else if (event.kind === 'reverse') {
      takeBack(event.id, () => true);
      if (event.id === firstId) isEnded = true;
    }
  }
  return {
    isEnded,
    parts: parts.map(({ coins, paid, isWrittenOff, dueOn }) => ({
      dueOn,
      missing: isEnded || isWrittenOff ? 0 : coins - paid,
    })),
  };
};
