import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { accessNames } from '#contract/access/access-names.ts';
import type { AccessState } from '#contract/access/rights.ts';
import { formatDay, formatShortDay } from '#contract/format.ts';
import type { Language } from '#contract/languages/language.ts';
import type { BadgeLabel, BadgeTone } from '#web/ui/panel.tsx';
import type { ListedPerson } from './people-queries.ts';

type Right = ListedPerson['access']['rights'][number];

/** How each access reads, in the order of the chips. */
export const accessLabels: Record<AccessState | 'blocked' | 'admin', BadgeLabel<MessageDescriptor | string>> = {
  active: { label: accessNames.active, tone: 'good' },
  ending: { label: accessNames.ending, tone: 'waiting' },
  ended: { label: accessNames.ended, tone: 'plain' },
  none: { label: accessNames.none, tone: 'plain' },
  blocked: { label: msg`Blocked`, tone: 'bad' },
  admin: { label: msg`Admin`, tone: 'plain' },
};

/** Since when the access of a person is paused; undefined while some of it is open. */
export const pausedSince = ({ rights }: ListedPerson['access']): string | undefined =>
  rights.every((right) => right.pausedSince !== null) ? (rights[0]?.pausedSince ?? undefined) : undefined;

/** The label of a person: blocked or admin, otherwise the state of access. */
export const labelOf = ({
  access,
  blockedAt,
  role,
}: Pick<ListedPerson, 'access' | 'blockedAt' | 'role'>): BadgeLabel<MessageDescriptor | string> => {
  if (blockedAt !== null) return accessLabels.blocked;
  if (role === 'ADMIN') return accessLabels.admin;
  return pausedSince(access) === undefined ? accessLabels[access.state] : { label: msg`Paused`, tone: 'waiting' };
};

export const nameOfRight = ({ title, scope }: Right, { _ }: Language): string =>
  scope === 'everything' ? _(msg`All courses`) : (title ?? _(msg`A course`));

/** "All courses", "2 courses", "All courses and 1 more". */
const whatOf = (rights: readonly Right[], language: Language): string => {
  const { _ } = language;
  const [first] = rights;
  if (!first) return '';
  if (rights.length === 1) return nameOfRight(first, language);
  return rights.some(({ scope }) => scope === 'everything')
    ? _(msg`All courses and ${{ count: rights.length - 1 }} more`)
    : _(msg({ message: plural(rights.length, { one: '# course', other: '# courses' }) }));
};

const sourceOf = (source: Right['source'], day: string | null): MessageDescriptor => {
  if (source === 'gift') return day === null ? msg`Gift` : msg`Gift of ${day}`;
  if (source === 'payment') return day === null ? msg`Bought` : msg`Bought ${day}`;
  if (source === 'admin') return day === null ? msg`Given by the school` : msg`Given by the school ${day}`;
  return day === null ? msg`Imported` : msg`Imported ${day}`;
};

/** "Yearly bundle", "Bought 4 November 2026", "Given by the school". */
const throughOf = ({ title, planName, source, since }: Right, timeZone: string, { _, locale }: Language): string =>
  source !== 'gift' && planName !== null && planName !== title
    ? planName
    : _(sourceOf(source, since && formatDay(since, timeZone, locale)));

/** "Yearly bundle until 4 Nov 2027", "Yearly bundle, for life". */
const untilOf = (what: string, { until }: Right, timeZone: string, { _, locale }: Language): string =>
  until === null
    ? _(msg`${what}, for life`)
    : _(msg`${what} until ${{ day: formatShortDay(until, timeZone, locale) }}`);

export interface AccessLines {
  tone: BadgeTone;
  first: string;
  second: string;
}

/** The access of a person in two lines: to what, until when, and through what. */
export const linesOf = (person: ListedPerson, timeZone: string, language: Language): AccessLines => {
  const { _, locale } = language;
  const shortDay = (at: string): string => formatShortDay(at, timeZone, locale);
  const { access, blockedAt, role, status } = person;
  const { rights, state } = access;
  const what = whatOf(rights, language);
  const [longest] = rights;
  const { tone } = labelOf(person);
  if (blockedAt !== null)
    return {
      tone,
      first: _(msg`Blocked ${{ day: shortDay(blockedAt) }}`),
      second: what === '' ? '' : _(msg`${what}, closed now`),
    };
  if (role === 'ADMIN') return { tone, first: _(msg`Everything`), second: _(msg`Admin`) };
  if (!longest)
    return {
      tone,
      first: _(msg`No access`),
      second: status === 'refunded' ? _(msg`Refunded`) : _(msg`Nothing bought or given`),
    };
  if (state === 'ended')
    return {
      tone,
      first:
        longest.until === null ? _(msg`Ended`) : _(msg`Ended ${{ day: formatDay(longest.until, timeZone, locale) }}`),
      second: `${what}, ${throughOf(longest, timeZone, language)}`,
    };
  const paused = pausedSince(access);
  if (paused !== undefined)
    return {
      tone,
      first: _(msg`Paused since ${{ day: shortDay(paused) }}`),
      second: _(msg`${what}, a part is overdue`),
    };
  const isOneEnd = rights.every(({ until }) => until === longest.until);
  const isOnePlan = longest.planName !== null && rights.every(({ planName }) => planName === longest.planName);
  if (isOneEnd && (rights.length === 1 || isOnePlan))
    return { tone, first: untilOf(what, longest, timeZone, language), second: throughOf(longest, timeZone, language) };
  const soonest = rights.at(-1) ?? longest;
  return {
    tone,
    first: isOneEnd ? untilOf(what, longest, timeZone, language) : what,
    second: isOneEnd
      ? rights.map((right) => nameOfRight(right, language)).join(', ')
      : _(
          msg`${{ name: nameOfRight(soonest, language) }} ends ${{ day: soonest.until === null ? '' : shortDay(soonest.until) }}`,
        ),
  };
};
