import { accessNames } from '#contract/access/access-names.ts';
import type { AccessState } from '#contract/access/rights.ts';
import { countOf, formatDay, formatShortDay } from '#contract/format.ts';
import type { BadgeLabel, BadgeTone } from '#web/ui/panel.tsx';
import type { ListedPerson } from './people-queries.ts';

type Right = ListedPerson['access']['rights'][number];

/** How each access reads, in the order of the chips. */
export const accessLabels: Record<AccessState | 'blocked' | 'admin', BadgeLabel> = {
  active: { label: accessNames.active, tone: 'good' },
  ending: { label: accessNames.ending, tone: 'waiting' },
  ended: { label: accessNames.ended, tone: 'plain' },
  none: { label: accessNames.none, tone: 'plain' },
  blocked: { label: 'Blocked', tone: 'bad' },
  admin: { label: 'Admin', tone: 'plain' },
};

/** Since when the access of a person is paused; undefined while some of it is open. */
const pausedSince = ({ rights }: ListedPerson['access']): string | undefined =>
  rights.every((right) => right.pausedSince !== null) ? (rights[0]?.pausedSince ?? undefined) : undefined;

/** The label of a person: blocked or admin, otherwise the state of access. */
export const labelOf = ({
  access,
  blockedAt,
  role,
}: Pick<ListedPerson, 'access' | 'blockedAt' | 'role'>): BadgeLabel => {
  if (blockedAt !== null) return accessLabels.blocked;
  if (role === 'ADMIN') return accessLabels.admin;
  return pausedSince(access) === undefined ? accessLabels[access.state] : { label: 'Paused', tone: 'waiting' };
};

export const nameOfRight = ({ title, scope }: Right): string =>
  scope === 'everything' ? 'All courses' : (title ?? 'A course');

/** "All courses", "2 courses", "All courses and 1 more". */
const whatOf = (rights: readonly Right[]): string => {
  const [first] = rights;
  if (!first) return '';
  if (rights.length === 1) return nameOfRight(first);
  return rights.some(({ scope }) => scope === 'everything')
    ? `All courses and ${rights.length - 1} more`
    : countOf(rights.length, 'course');
};

const sources = { payment: 'Bought', gift: 'Gift', admin: 'Given by the school', import: 'Imported' } as const;

/** "Yearly bundle", "Bought 4 November 2026", "Given by the school". */
const throughOf = ({ title, planName, source, since }: Right, timeZone: string): string => {
  if (source === 'gift') return `Gift${since === null ? '' : ` of ${formatDay(since, timeZone)}`}`;
  if (planName !== null && planName !== title) return planName;
  return since === null ? sources[source] : `${sources[source]} ${formatDay(since, timeZone)}`;
};

export interface AccessLines {
  tone: BadgeTone;
  first: string;
  second: string;
}

/** The access of a person in two lines: to what, until when, and through what. */
export const linesOf = (person: ListedPerson, timeZone: string): AccessLines => {
  const { access, blockedAt, role, status } = person;
  const { rights, state } = access;
  const what = whatOf(rights);
  const [longest] = rights;
  const { tone } = labelOf(person);
  if (blockedAt !== null)
    return {
      tone,
      first: `Blocked ${formatShortDay(blockedAt, timeZone)}`,
      second: what === '' ? '' : `${what}, closed now`,
    };
  if (role === 'ADMIN') return { tone, first: 'Everything', second: 'Admin' };
  if (!longest)
    return { tone, first: 'No access', second: status === 'refunded' ? 'Refunded' : 'Nothing bought or given' };
  const end = ({ until }: Right): string =>
    until === null ? ', for life' : ` until ${formatShortDay(until, timeZone)}`;
  if (state === 'ended')
    return {
      tone,
      first: `Ended${longest.until === null ? '' : ` ${formatDay(longest.until, timeZone)}`}`,
      second: `${what}, ${throughOf(longest, timeZone)}`,
    };
  const paused = pausedSince(access);
  if (paused !== undefined)
    return { tone, first: `Paused since ${formatShortDay(paused, timeZone)}`, second: `${what}, a part is overdue` };
  const isOneEnd = rights.every(({ until }) => until === longest.until);
  const isOnePlan = longest.planName !== null && rights.every(({ planName }) => planName === longest.planName);
  if (isOneEnd && (rights.length === 1 || isOnePlan))
    return { tone, first: `${what}${end(longest)}`, second: throughOf(longest, timeZone) };
  const soonest = rights.at(-1) ?? longest;
  return {
    tone,
    first: isOneEnd ? `${what}${end(longest)}` : what,
    second: isOneEnd
      ? rights.map(nameOfRight).join(', ')
      : `${nameOfRight(soonest)} ends ${soonest.until === null ? '' : formatShortDay(soonest.until, timeZone)}`,
  };
};
