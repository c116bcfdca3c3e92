import {
  type AccessHistory,
  changesInForce,
  courseEntitlement,
  type Entitlement,
  entitlement,
  EVERYTHING,
  extendedEnd,
  historyOfScope,
  isInForce,
  isPaidAfter,
  type PaidTerm,
  type Scope,
  scopesIn,
} from '../entitlement/entitlement.ts';

/** What is extended: the purchases of a plan, by its versions, the access to a course, or all that a person has or had. */
export type Extended = { versionIds: ReadonlySet<string> } | { courseId: string } | 'all';

/** A change that gives a later end: of a payment's term, or of access to one scope that may end with a payment. */
export interface Addition {
  kind: 'extend' | 'grant';
  scope: Scope;
  paymentId: string | null;
  from: number;
  until: number;
}

export interface At {
  now: number;
  /** The new end, of the present one. */
  target: (end: number) => number;
}

export type Result = { additions: Addition[]; comesBack: boolean };

const NOTHING: Result = { additions: [], comesBack: false };

/** Nobody gets less than they have, and an end that is over anyway opens nothing. */
const isGain = (until: number, from: number, now: number): boolean => until > from && until > now;

const isOfTerm = ({ term, accessUntil }: Entitlement): boolean =>
  term !== undefined && term.accessUntil === accessUntil;

/** Whether more days open it again: what pauses for a part before its end opens when the part is paid. */
const isOver = ({ isActive, pausesWith, promisedUntil = 0 }: Entitlement, now: number): boolean =>
  !isActive && (pausesWith === undefined || promisedUntil <= now);

/** What a right gets; undefined for nothing. `isTermOf`: its term is extended as a whole, and not for this scope alone. */
const additionTo = (
  right: Entitlement,
  scope: Scope,
  { now, target }: At,
  isTermOf: (term: PaidTerm) => boolean,
): Addition | undefined => {
  const { accessUntil: from, term, endsWith: paymentId = null } = right;
  if (from === undefined) return undefined;
  const until = target(from);
  if (!isGain(until, from, now)) return undefined;
  const kind = term !== undefined && isOfTerm(right) && isTermOf(term) ? 'extend' : 'grant';
  return { kind, scope, paymentId, from, until };
};

const ofCourse = (history: AccessHistory, courseId: string, at: At): Result => {
  const { scope: _scope, ...right } = courseEntitlement(history, at.now, courseId);
  const addition = additionTo(right, courseId, at, ({ opens }) => opens.every(({ scope }) => scope === courseId));
  return addition ? { additions: [addition], comesBack: isOver(right, at.now) } : NOTHING;
};

const ofPerson = (history: AccessHistory, at: At): Result => {
  const found = new Map<string, Addition>();
  let [hasAccess, comesBack] = [false, false];
  for (const scope of scopesIn(history)) {
    const right = entitlement(history, at.now, scope);
    const addition = additionTo(right, scope, at, () => true);
    hasAccess ||= right.isActive;
    if (!addition) continue;
    comesBack ||= isOver(right, at.now);
    // A payment is extended once, for all that it opens.
    const key = addition.kind === 'extend' ? `payment ${addition.paymentId}` : scope;
    if ((found.get(key)?.until ?? 0) < addition.until) found.set(key, addition);
  }
  return { additions: [...found.values()], comesBack: comesBack && !hasAccess };
};

/** The last end that the purchases of a plan give now, with their extensions. */
const lastTermOf = (history: AccessHistory, versionIds: ReadonlySet<string>) => {
  const own = history.terms.filter((term) => versionIds.has(term.planVersionId) && isInForce(term, history.changes));
  const ends = own.map((term) => {
    const ofScopes = term.opens.flatMap(({ scope }) => {
      const { revokedAt, kept } = changesInForce(historyOfScope(history, scope).changes);
      return isPaidAfter(term.paidAt, revokedAt) ? [extendedEnd(term, kept)] : [];
    });
    return { term, end: Math.max(...ofScopes) };
  });
  return ends.toSorted((a, b) => b.end - a.end)[0];
};

const ofPlan = (history: AccessHistory, versionIds: ReadonlySet<string>, { now, target }: At): Result => {
  const last = lastTermOf(history, versionIds);
  if (!last) return NOTHING;
  const { term, end: from } = last;
  const until = target(from);
  const rights = term.opens.map(({ scope }) => courseEntitlement(history, now, scope));
  const gaining = rights.filter(({ accessUntil = 0 }) => isGain(until, accessUntil, now));
  if (gaining.length === 0) return NOTHING;
  const addition: Addition = { kind: 'extend', scope: EVERYTHING, paymentId: term.paymentId, from, until };
  return { additions: [addition], comesBack: gaining.some((right) => isOver(right, now)) };
};

/** What an extension gives a person: nothing where they have as much already. */
export const extensionOf = (history: AccessHistory, extended: Extended, at: At): Result => {
  if (extended === 'all') return ofPerson(history, at);
  return 'courseId' in extended ? ofCourse(history, extended.courseId, at) : ofPlan(history, extended.versionIds, at);
};
