import { DAY_MS } from '#server/clock.ts';
import { type Change, countsFrom, type Purchase, type Sale } from './model.ts';
import { addTerm, endOfDate, endOfDay, windowOf } from './school-time.ts';
import { scopesOf, versionOf } from './shop.ts';

/** What a purchase gave, on the day on which it was paid, or redeemed; nothing yet as a gift that waits. */
export interface Given {
  from: number | null;
  until: number | null;
  refundableUntil: number | null;
}

/** The access of a user at one moment. */
interface State {
  held: Map<string, { purchase: Purchase; until: number }>;
  /** In order, of each payment. */
  extensions: Map<string, Change[]>;
  grants: Change[];
}

/** 31 December 9999, the end of access for life. */
const LAST_END_MS = 253_402_214_400_000;

/** Days are added to what there is, and a date takes nothing from it. */
const endOf = ({ extensions }: Pick<State, 'extensions'>, id: string, end: number): number =>
  (extensions.get(id) ?? []).reduce(
    (extended, { days, until }) =>
      Math.min(days > 0 ? extended + days * DAY_MS : Math.max(extended, until ?? 0), LAST_END_MS),
    end,
  );

/** Whether a grant counts: one that came with a purchase, as long as that. */
type IsGranted = (grant: Change, at: number) => boolean;

const refundableUntil = ({ sale, paidAt, amountInPaise, redeemed }: Purchase): number | null => {
  const { refundDays } = versionOf(sale.planName, sale.versionNumber);
  return redeemed || refundDays === 0 || amountInPaise === 0 ? null : endOfDay(paidAt, refundDays);
};

/** A gift is added to all that its holder has, except to what is refunded one day. */
const give = (state: State, purchase: Purchase, isGranted: IsGranted): Given & { until: number } => {
  const { sale, periodEnd, redeemed } = purchase;
  const { term, cycles } = versionOf(sale.planName, sale.versionNumber);
  const at = countsFrom(purchase);
  const running = [...state.held.values()]
    .filter(({ purchase: { endedAt } }) => !redeemed || endedAt === undefined)
    .map((held) => ({ ...held, until: endOf(state, held.purchase.id, held.until) }))
    .filter(({ until }) => until > at)
    .toSorted((a, b) => b.until - a.until);
  const [last] = running;
  const isNextCycle = cycles > 1 && running.some((held) => held.purchase.sale.ref === sale.ref);
  const isInTime =
    last !== undefined &&
    last.until - at <= windowOf(versionOf(last.purchase.sale.planName, last.purchase.sale.versionNumber).term);
  const granted = state.grants
    .filter((grant) => isGranted(grant, at))
    .map(({ until }) => until ?? 0)
    .filter((until) => redeemed || until - at <= 30 * DAY_MS);
  const next = Math.max(last && (redeemed || isNextCycle || isInTime) ? last.until : at, ...granted);
  // What ends on a date takes nothing from what lasts as long.
  const from = term.unit === 'until' && next >= endOfDate(term.date) ? at : next;
  const until = Math.min(Math.max(addTerm(from, term), periodEnd ?? 0), LAST_END_MS);
  return { from, until, refundableUntil: refundableUntil(purchase) };
};

/** Money that came after the last day of what it paid for. */
const isTooLate = (purchase: Purchase): boolean => {
  const { term } = versionOf(purchase.sale.planName, purchase.sale.versionNumber);
  return term.unit === 'until' && countsFrom(purchase) >= endOfDate(term.date);
};

type Happening = { at: number; rank: number; id: string; apply: (state: State) => void };

/** Replays from the beginning what happened to the purchases of one line, which continue one another. */
const replay = (
  purchases: readonly Purchase[],
  changes: readonly Change[],
  isGranted: IsGranted,
): { given: Map<string, Given>; until: number | undefined } => {
  const given = new Map<string, Given>();
  const happenings: Happening[] = [];
  for (const change of changes) {
    const { kind, at, undoneAt } = change;
    const id = change.paymentId ?? '';
    happenings.push({
      at,
      rank: kind === 'revoke' ? 1 : 0,
      id: '',
      apply: (state) => {
        if (kind === 'grant') state.grants.push(change);
        else if (kind === 'extend') state.extensions.set(id, [...(state.extensions.get(id) ?? []), change]);
        else {
          state.grants = [];
          state.extensions.clear();
          // A payment is known to the second.
          for (const [id, { purchase }] of state.held)
            if (countsFrom(purchase) < Math.floor(at / 1000) * 1000) state.held.delete(id);
        }
      },
    });
    // From then on it is as if it had not been; what was given meanwhile keeps what was promised.
    if (undoneAt !== null)
      happenings.push({
        at: undoneAt,
        rank: 5,
        id: '',
        apply: (state) => {
          state.grants = state.grants.filter((one) => one !== change);
          state.extensions.set(id, state.extensions.get(id)?.filter((one) => one !== change) ?? []);
        },
      });
  }
  for (const purchase of purchases) {
    const { id, sale, endedAt, redeemed } = purchase;
    if (sale.isShort || purchase.isLate || isTooLate(purchase)) {
      given.set(id, { from: null, until: null, refundableUntil: null });
      continue;
    }
    if (sale.isGift && !redeemed) {
      given.set(id, { from: null, until: null, refundableUntil: refundableUntil(purchase) });
      continue;
    }
    const begin = countsFrom(purchase);
    happenings.push({
      at: begin,
      rank: redeemed ? 4 : 3,
      id,
      apply: (state) => {
        const now = give(state, purchase, isGranted);
        given.set(id, now);
        if (endedAt === undefined || endedAt > begin) state.held.set(id, { purchase, until: now.until });
      },
    });
    if (endedAt !== undefined) happenings.push({ at: endedAt, rank: 2, id, apply: ({ held }) => void held.delete(id) });
  }
  const state: State = { held: new Map(), extensions: new Map(), grants: [] };
  const inOrder = happenings.toSorted((a, b) => a.at - b.at || a.rank - b.rank || (a.id < b.id ? -1 : 1));
  for (const { apply } of inOrder) apply(state);
  const ends = [
    ...[...state.held].map(([id, { until }]) => endOf(state, id, until)),
    ...state.grants.filter((grant) => isGranted(grant, Infinity)).map(({ until }) => until ?? 0),
  ];
  return { given, until: ends.length === 0 ? undefined : Math.max(...ends) };
};

/** Purchases that continue one another: of everything, or of one plan of courses. */
const lineOf = ({ planName }: Sale): string => (scopesOf(planName)[0] === 'everything' ? 'everything' : planName);

const isOf = (change: Change, scope: string): boolean => change.kind === 'extend' || change.scope === scope;

/** A payment is known to the second; what the school itself records, exactly. */
const isAfter = (purchase: Purchase, revokedAt: number): boolean => {
  const from = countsFrom(purchase);
  return from >= (from % 1000 === 0 ? Math.floor(revokedAt / 1000) * 1000 : revokedAt);
};

const revokedAtOf = (changes: readonly Change[], scope: string, until = Infinity): number =>
  Math.max(
    0,
    ...changes.flatMap(({ kind, at, scope: of }) => (kind === 'revoke' && of === scope && at <= until ? at : [])),
  );

/** The purchases of several courses that still open this one: a revocation of the course ends them for it alone. */
const standingAfter = (own: readonly Purchase[], changes: readonly Change[], scope: string): Purchase[] => {
  const revokedAt = revokedAtOf(changes, scope);
  return own.filter((one) => one.endedAt === undefined && !one.isLate && isAfter(one, revokedAt));
};

/** The end of a purchase of several courses for one of them, with the extensions since that was revoked. */
const endFor = (
  purchase: Purchase,
  until: number,
  { changes, scope }: { changes: readonly Change[]; scope: string },
) => {
  const revokedAt = revokedAtOf(changes, scope);
  const kept = changes.filter(
    ({ kind, at, paymentId, undoneAt }) =>
      kind === 'extend' && paymentId === purchase.id && at > revokedAt && undoneAt === null,
  );
  const extensions = new Map([[purchase.id, kept.toSorted((a, b) => a.at - b.at)]]);
  return endOf({ extensions }, purchase.id, until);
};

/**
 * Replays what happened to one holder of access, each line of purchases apart. `untils` has the end of access to each scope
 * that there ever was: the last end of the purchases and grants that open it and were not revoked.
 */
export const storyOf = (
  purchases: readonly Purchase[],
  changes: readonly Change[],
): { given: Map<string, Given>; untils: Map<string, number> } => {
  const given = new Map<string, Given>();
  const untils = new Map<string, number>();
  const note = (scope: string, until: number | undefined): void => {
    if (until !== undefined) untils.set(scope, Math.max(until, untils.get(scope) ?? 0));
  };
  const isGranted: IsGranted = ({ paymentId }, at) => {
    if (paymentId === null) return true;
    const from = purchases.find(({ id }) => id === paymentId);
    const isLeft = (scope: string): boolean => from !== undefined && isAfter(from, revokedAtOf(changes, scope, at));
    return (
      from !== undefined &&
      (from.endedAt === undefined || from.endedAt > at) &&
      scopesOf(from.sale.planName).some(isLeft)
    );
  };
  for (const [line, own] of Map.groupBy(purchases, ({ sale }) => lineOf(sale))) {
    const scopes = scopesOf(own[0]?.sale.planName ?? '');
    const [only, ...more] = scopes;
    const ofLine = changes.filter((one) => (more.length === 0 ? isOf(one, only ?? line) : one.kind === 'extend'));
    const replayed = replay(own, ofLine, isGranted);
    for (const [id, one] of replayed.given) given.set(id, one);
    if (more.length === 0) note(only ?? line, replayed.until);
    else
      for (const scope of scopes)
        for (const purchase of standingAfter(own, changes, scope)) {
          const until = given.get(purchase.id)?.until ?? undefined;
          if (until !== undefined) note(scope, endFor(purchase, until, { changes, scope }));
        }
  }
  for (const scope of new Set(changes.filter(({ kind }) => kind === 'grant').map((one) => one.scope))) {
    const ofScope = changes.filter((one) => isOf(one, scope));
    note(scope, replay([], ofScope, isGranted).until);
  }
  return { given, untils };
};
