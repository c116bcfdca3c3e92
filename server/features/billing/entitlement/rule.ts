import { DAY_MS, SECOND_MS } from '#server/clock.ts';
import { clampEnd } from '../plans/plans.ts';
import { isWhollyRefunded } from '../returns/returns.ts';

/** How long access continues while the provider retries the charge of a renewal. */
const RENEWAL_GRACE_MS = 4 * DAY_MS;

/** Buying again this close to the end of granted access adds to it. */
export const RENEWAL_WINDOW_MS = 30 * DAY_MS;

/** What a right opens: everything, or the course with this id. */
export type Scope = string;
export const EVERYTHING: Scope = 'everything';

/** What a purchase opens, each scope from a moment on; 0 for what the plan opened from the beginning. */
export type Opened = readonly { scope: Scope; since: number }[];

/** What a plan opens that opens everything. */
export const OPENS_EVERYTHING: Opened = [{ scope: EVERYTHING, since: 0 }];

/** How a payment continues the access before it: a projection for reports. It decides nothing. */
export interface Continuity {
  /** Null for a first payment. One that was made before this moment is a renewal, after it the user had left and came back. */
  previousEnd: number | null;
  /** The provider charged it without a checkout. */
  isAutomatic: boolean;
}

/** A captured payment for a purchase made here, with its refunds, disputes and renewal. */
export interface PaidTerm {
  paymentId: string;
  attemptId: string;
  planVersionId: string;
  /** Purchases of one line continue one another: those of everything, or those of one plan that opens courses. */
  line: string;
  opens: Opened;
  capturedAt: number;
  /** When it began to count: when it was captured, or when the gift was redeemed. */
  paidAt: number;
  /** Paid by another person. */
  isGift: boolean;
  accessUntil: number;
  /** Null when it cannot be returned. */
  refundableUntil: number | null;
  amountInPaise: number;
  /** Refunds that the provider has accepted and that did not fail. */
  refundedInPaise: number;
  /** The provider has accepted a refund that ends access, whether or not it failed since. */
  isCancelled: boolean;
  /** A refund that ends access is requested and the provider has not accepted it yet. */
  isCancelRequested: boolean;
  /** A dispute is open or was lost. */
  isDisputed: boolean;
  /** The provider is still trying to charge the next year. */
  isChargePending: boolean;
  willRenew: boolean;
  /** Buying again this close to the end renews: the new term begins where this one ends. */
  renewalWindowMs: number;
  /** When it pauses because a part of its price is not paid; null for one that is paid. */
  pausesAt: number | null;
  /** Its other parts are payments of their own. */
  isInParts: boolean;
  /** As it is stored. */
  continuity: Continuity;
}

/** A change that an admin made to a user's access. */
export interface AccessChange {
  kind: 'grant' | 'extend' | 'revoke';
  at: number;
  /** What is granted or revoked. An extension is about its payment. */
  scope: Scope;
  source: 'admin' | 'import';
  /** grant: access until then; extend: until then, where nothing is added. */
  until: number | null;
  /** extend: the term of this payment is longer by `addedMs`; grant: it stands as long as this payment. */
  paymentId: string | null;
  addedMs: number;
  /** When it was taken back. */
  undoneAt?: number | null;
  /** The extension that it is a part of, and by how many days. */
  extensionId?: string | null;
  days?: number;
}

export type RightSource = 'payment' | 'gift' | AccessChange['source'];

export interface Entitlement {
  isActive: boolean;
  /** The payment that gives access, or the last one that did; undefined when no purchase stands. */
  term: PaidTerm | undefined;
  /** The end of the paid term or of a grant, whichever is later. */
  accessUntil: number | undefined;
  /**
   * When it ends or, if that is earlier, pauses: `accessUntil`, with the days of grace while a renewal is being charged. From
   * then on nothing is open.
   */
  endsAt: number | undefined;
  /** When it ends once every part of its price is paid. */
  promisedUntil: number | undefined;
  /** The payment of what pauses at `endsAt`, if that is before it ends: the first of a purchase in parts. */
  pausesWith: string | undefined;
  /** What the access comes from, or came from last; undefined when there never was any. */
  source: RightSource | undefined;
  /** The payment with which it ends; undefined for a grant of its own. */
  endsWith: string | undefined;
  /** How long something that gives access can be returned; undefined when nothing can. */
  refundableUntil: number | undefined;
  /** From then on it can be bought again; undefined when there is no access to add to. */
  renewableFrom: number | undefined;
}

/** Whether the purchase still stands: not refunded, not cancelled, not disputed. */
export const stands = (term: PaidTerm): boolean => !term.isCancelled && !term.isDisputed && !isWhollyRefunded(term);

export const promisedEnd = (term: PaidTerm): number =>
  clampEnd(term.accessUntil + (term.isChargePending ? RENEWAL_GRACE_MS : 0));

/** A part that is overdue pauses access: it opens nothing, and ends when it was to end. */
const endsAt = (term: PaidTerm): number => Math.min(promisedEnd(term), term.pausesAt ?? Infinity);

/** In the order in which they were made; of the same moment, dates before days. */
const inOrder = (a: AccessChange, b: AccessChange): number => a.at - b.at || a.addedMs - b.addedMs;

/** The end of a payment's term, with the extensions of admins: by days, or until a date, which never shortens it. */
export const extendedEnd = (
  { paymentId, accessUntil }: Pick<PaidTerm, 'paymentId' | 'accessUntil'>,
  changes: readonly AccessChange[],
): number =>
  clampEnd(
    changes
      .filter((change) => change.kind === 'extend' && change.paymentId === paymentId)
      .toSorted(inOrder)
      .reduce((end, { addedMs, until }) => (addedMs > 0 ? end + addedMs : Math.max(end, until ?? 0)), accessUntil),
  );

/** A revocation ends the effect of every change before it. */
export const changesInForce = (changes: readonly AccessChange[]) => {
  const revokedAt = Math.max(...changes.map(({ kind, at }) => (kind === 'revoke' ? at : -Infinity)));
  const isKept = ({ kind, at, undoneAt = null }: AccessChange): boolean =>
    kind !== 'revoke' && at > revokedAt && undoneAt === null;
  return { revokedAt, kept: changes.filter(isKept) };
};

const changesOf = (changes: readonly AccessChange[], scope: Scope): AccessChange[] =>
  changes.filter((change) => change.kind === 'extend' || change.scope === scope);

/**
 * The changes that a purchase of this moment follows: those of the one scope that it opened then. Of several courses, it
 * follows extensions, and the first moment at which each of them had been revoked.
 */
export const changesBefore = (changes: readonly AccessChange[], opens: Opened, at: number): AccessChange[] => {
  // What was taken back later counted then: what was promised stays.
  const earlier = changes
    .filter(({ at: madeAt, undoneAt = null }) => madeAt <= at && (undoneAt === null || undoneAt >= at))
    .map((change) => ({ ...change, undoneAt: null }));
  const [first = EVERYTHING, ...more] = opens.filter(({ since }) => since <= at).map(({ scope }) => scope);
  if (more.length === 0) return changesOf(earlier, first);
  const revokedAt = Math.min(...[first, ...more].map((scope) => changesInForce(changesOf(earlier, scope)).revokedAt));
  const extensions = earlier.filter(({ kind }) => kind === 'extend');
  const revocation: AccessChange = {
    kind: 'revoke',
    scope: first,
    source: 'admin',
    at: revokedAt,
    until: null,
    paymentId: null,
    addedMs: 0,
  };
  return revokedAt === -Infinity ? extensions : [...extensions, revocation];
};

/**
 * Providers report whole seconds: a payment in the second of a revocation counts as made after it. Times of this server, of
 * redeemed gifts and free purchases, have milliseconds and are compared exactly.
 */
export const isPaidAfter = (paidAt: number, revokedAt: number): boolean => {
  const isWholeSecond = paidAt % SECOND_MS === 0;
  return paidAt >= (isWholeSecond ? Math.floor(revokedAt / SECOND_MS) * SECOND_MS : revokedAt);
};

/** Whether admins ended all that a payment opens. */
export const isRevoked = (
  { opens, paidAt }: Pick<PaidTerm, 'opens' | 'paidAt'>,
  changes: readonly AccessChange[],
): boolean => !opens.some(({ scope }) => isPaidAfter(paidAt, changesInForce(changesOf(changes, scope)).revokedAt));

/** Whether a payment gives access to anything that it opens. */
export const isInForce = (term: PaidTerm, changes: readonly AccessChange[]): boolean =>
  stands(term) && !isRevoked(term, changes);

/** The grants among changes that are kept, without those that came with a payment which is in force no more. */
export const standingGrants = (
  kept: readonly AccessChange[],
  isStanding: (paymentId: string) => boolean,
): (AccessChange & { until: number })[] =>
  kept.flatMap((change) =>
    change.kind === 'grant' && change.until !== null && (change.paymentId === null || isStanding(change.paymentId))
      ? [{ ...change, until: change.until }]
      : [],
  );

const latest = (moments: readonly number[]): number | undefined =>
  moments.length === 0 ? undefined : Math.max(...moments);

/** What a user paid for and got, and the changes by admins. */
export interface AccessHistory {
  terms: readonly PaidTerm[];
  changes: readonly AccessChange[];
}

/** Every scope that the user ever had a right to, everything first. */
export const scopesIn = ({ terms, changes }: AccessHistory): Set<Scope> =>
  new Set([
    EVERYTHING,
    ...terms.flatMap(({ opens }) => opens.map(({ scope }) => scope)),
    ...changes.map(({ scope }) => scope),
  ]);

/** The part of a history that decides about one scope. */
export const historyOfScope = (history: AccessHistory, scope: Scope): AccessHistory => ({
  terms: history.terms.filter(({ opens }) => opens.some((opened) => opened.scope === scope)),
  changes: changesOf(history.changes, scope),
});

/** What gives a right to one scope, or gave it: payments that stand, and grants that were not revoked. */
const givenIn = (history: AccessHistory, scope: Scope) => {
  const { terms, changes } = historyOfScope(history, scope);
  const { revokedAt, kept } = changesInForce(changes);
  return { kept, terms: terms.filter((term) => stands(term) && isPaidAfter(term.paidAt, revokedAt)) };
};

/**
 * The access to one scope. It follows from payments with their refunds and disputes, from the changes of admins, and from
 * the time alone. Scopes are decided apart, so that no right shortens another.
 */
export const entitlement = (history: AccessHistory, now: number, scope: Scope = EVERYTHING): Entitlement => {
  const given = givenIn(history, scope);
  const { kept } = given;
  const standing = given.terms
    .map((term) => ({ ...term, accessUntil: extendedEnd(term, kept) }))
    .toSorted((a, b) => b.accessUntil - a.accessUntil || b.paidAt - a.paidAt);
  const paymentOf = (id: string | null) =>
    history.terms.find((one) => one.paymentId === id && isInForce(one, history.changes));
  const grants = standingGrants(kept, (id) => paymentOf(id) !== undefined);
  const granted = grants.map(({ until }) => until);
  // What was added to a purchase in parts pauses with it.
  const pausingGrants = grants.map(({ until, paymentId }) =>
    Math.min(until, paymentOf(paymentId)?.pausesAt ?? Infinity),
  );
  const end = latest([...standing.map(endsAt), ...pausingGrants]);
  const promised = latest([...standing.map(promisedEnd), ...granted]);
  const pausing =
    end === promised
      ? undefined
      : (standing.find((one) => promisedEnd(one) === promised)?.paymentId ??
        grants.find(({ until }) => until === promised)?.paymentId ??
        undefined);
  const [term] = standing;
  const accessUntil = latest([...standing.map((one) => one.accessUntil), ...granted]);
  const isPaid = term !== undefined && term.accessUntil === accessUntil;
  const windowMs = isPaid ? term.renewalWindowMs : RENEWAL_WINDOW_MS;
  const grant = isPaid ? undefined : grants.find(({ until }) => until === accessUntil);
  return {
    isActive: end !== undefined && now < end,
    term,
    accessUntil,
    endsAt: end,
    promisedUntil: promised,
    pausesWith: pausing,
    source: isPaid ? (term.isGift ? 'gift' : 'payment') : grant?.source,
    endsWith: isPaid ? term.paymentId : (grant?.paymentId ?? undefined),
    refundableUntil: latest(standing.flatMap(({ refundableUntil: at }) => (at === null ? [] : [at]))),
    renewableFrom: accessUntil === undefined ? undefined : accessUntil - windowMs,
  };
};

/** The first moment of the right to a course, through whatever it began; undefined when there never was one. */
export const startOfRight = (history: AccessHistory, courseId: Scope): number | undefined => {
  const starts = [EVERYTHING, courseId].flatMap((scope) => {
    const { terms, kept } = givenIn(history, scope);
    const sinceOf = ({ opens }: PaidTerm): number => opens.find((opened) => opened.scope === scope)?.since ?? 0;
    const granted = kept.flatMap(({ kind, at }) => (kind === 'grant' ? [at] : []));
    return [...terms.map((term) => Math.max(term.paidAt, sinceOf(term))), ...granted];
  });
  return starts.length === 0 ? undefined : Math.min(...starts);
};

/** The right to a course: that to everything or that to the course alone, whichever lasts longer. */
export const courseEntitlement = (
  history: AccessHistory,
  now: number,
  courseId: Scope,
): Entitlement & { scope: Scope } => {
  const [all, alone] = [entitlement(history, now), entitlement(history, now, courseId)];
  return (alone.endsAt ?? 0) > (all.endsAt ?? 0) ? { ...alone, scope: courseId } : { ...all, scope: EVERYTHING };
};
