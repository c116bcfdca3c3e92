import type { z } from 'zod';
import type { PersonAccess } from '#contract/access/rights.ts';
import { toInstant, toInstantOrNull } from '#server/clock.ts';
import type { Db } from '#server/database/database.ts';
import { isForLife, planNames, titlesOf } from '../plans/plans.ts';
import { type AccessHistory, EVERYTHING } from './rule.ts';
import { accessStateOf, rightsIn, type ScopedRight } from './scoped-rights.ts';

type Access = z.input<typeof PersonAccess>;

/** The purchase that a right comes from. */
const termOf = ({ source, term }: ScopedRight) => (source === 'payment' || source === 'gift' ? term : undefined);

/** The rights of people as lists of admins show them: those that are active, or else those that have ended. */
export const presentAccess = async (
  db: Db,
  historyOf: (userId: string) => AccessHistory,
  userIds: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, Access>> => {
  const people = userIds.map((userId) => {
    const all = rightsIn(historyOf(userId), now);
    // What is paused is not over.
    const active = all.filter(({ isActive, promisedUntil }) => isActive || promisedUntil > now);
    return { userId, state: accessStateOf(all, now), rights: active.length > 0 ? active : all };
  });
  const rights = people.flatMap((person) => person.rights);
  const names = await planNames(
    db,
    rights.flatMap((right) => termOf(right)?.planVersionId ?? []),
  );
  const titles = await titlesOf(
    db,
    rights.flatMap(({ scope }) => (scope === EVERYTHING ? [] : [scope])),
  );
  const present = (right: ScopedRight): Access['rights'][number] => {
    const term = termOf(right);
    return {
      scope: right.scope,
      title: titles.get(right.scope) ?? null,
      until: isForLife(right.promisedUntil) ? null : toInstant(right.promisedUntil),
      renews: right.isActive && right.term?.willRenew === true,
      source: right.source ?? 'admin',
      planName: names.get(term?.planVersionId ?? '') ?? null,
      since: toInstantOrNull(term?.paidAt),
      pausedSince: right.pausesWith === undefined || right.isActive ? null : toInstant(right.endsAt),
    };
  };
  const titleOf = ({ scope }: ScopedRight): string => titles.get(scope) ?? '';
  const inOrder = (a: ScopedRight, b: ScopedRight): number =>
    b.promisedUntil - a.promisedUntil || titleOf(a).localeCompare(titleOf(b));
  return new Map(
    people.map(({ userId, state, rights: own }) => [userId, { state, rights: own.toSorted(inOrder).map(present) }]),
  );
};
