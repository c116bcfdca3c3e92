import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { SiteFacts } from '#contract/school/setup.ts';
import { formatCalendarDay, formatDay, formatMoney } from '#contract/format.ts';
import { pathTo } from '#web/app/path-to.ts';
import { PageHeading } from '#web/ui/page/page-heading.tsx';
import { EmptyState } from '#web/ui/page/query-boundary.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { type BadgeLabel, StateBadge } from '#web/ui/panel.tsx';
import { Table } from '#web/ui/table/table.tsx';
import { type Column, useTable } from '#web/ui/table/use-table.ts';
import { PartActions } from './part-actions.tsx';
import { namesOf, openParts, partsToPay } from './part-words.ts';
import { type Overdue, overdueQuery } from './parts-queries.ts';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

export function Component() {
  const { t } = useLingui();
  const language = useLanguage();
  const site = useSite();
  const control = useTable();
  const list = useQuery(overdueQuery(control.pageSize, control.cursor));
  const { people = 0, owedInPaise = 0 } = list.data?.total ?? {};
  return (
    <div className="page py-8 lg:py-10">
      <PageHeading>{t`Who owes`}</PageHeading>
      <p className="mt-6 mb-4 max-w-2xl text-muted">
        {people > 0 && (
          <strong className="font-semibold text-base-content">
            <Trans>
              {formatMoney(owedInPaise, site.currencySymbol)} from{' '}
              <Plural value={people} one="# person" other="# people" />.
            </Trans>{' '}
          </strong>
        )}
        <Trans>Overdue parts, oldest first. Reminders are sent automatically.</Trans>
      </p>
      <Table
        label={t`Who owes`}
        control={control}
        query={list}
        pageOf={({ purchases, nextCursor }) => ({ rows: purchases, nextCursor })}
        columns={columnsOf(site, language)}
        keyOf={({ paymentId }) => paymentId}
        openAt={({ user }) => pathTo('userAccess', { userId: user._id })}
        failure={t`The list could not be loaded`}
        empty={<EmptyState>{t`Nobody owes a part.`}</EmptyState>}
      />
    </div>
  );
}

const stateOf = ({ isWaiting, state }: Overdue): BadgeLabel<MessageDescriptor> => {
  if (isWaiting) return { label: msg`Says it is paid`, tone: 'waiting' };
  return state === 'paused' ? { label: msg`Paused`, tone: 'bad' } : { label: msg`Still open`, tone: 'waiting' };
};

/** The last day that was promised for what is left to pay. */
const promisedOf = ({ parts }: Overdue, { locale }: Language): string | undefined => {
  const promised = openParts(parts).find(({ dueOn, agreedOn }) => dueOn !== agreedOn);
  return promised && formatCalendarDay(promised.dueOn, locale);
};

const remindedOf = ({ remindedAt }: Overdue, timeZone: string, { _, locale }: Language): string =>
  remindedAt === null ? _(msg`None`) : formatDay(remindedAt, timeZone, locale);

type SiteWords = Pick<SiteFacts, 'timeZone' | 'currencySymbol'>;

const columnsOf = ({ timeZone, currencySymbol }: SiteWords, language: Language): readonly Column<Overdue>[] => [
  {
    id: 'buyer',
    title: language._(msg`Buyer`),
    kind: 'name',
    cell: ({ user }) => user.fullName,
    below: ({ user }) => <span className="block">{user.email}</span>,
    note: ({ planName, parts }) =>
      language._(msg`${planName}, ${{ names: namesOf(partsToPay(parts), language) }} of ${{ count: parts.length }}`),
  },
  {
    id: 'overdue',
    title: language._(msg`Overdue`),
    inList: 'detail',
    cell: ({ dueOn, daysOverdue }) => (
      <>
        <span className="num">
          <Plural value={daysOverdue} one="# day" other="# days" />
        </span>
        <span className="meta block whitespace-nowrap">
          <Trans>since {formatCalendarDay(dueOn, language.locale)}</Trans>
        </span>
      </>
    ),
  },
  {
    id: 'reminded',
    title: language._(msg`Last reminder`),
    from: 1024,
    inList: 'detail',
    cell: (row) => remindedOf(row, timeZone, language),
    inWords: (row) => language._(msg`Last reminder: ${{ day: remindedOf(row, timeZone, language) }}`),
  },
  {
    id: 'promised',
    title: language._(msg`Promised for`),
    from: 1280,
    inList: 'detail',
    cell: (row) => promisedOf(row, language) ?? '–',
    inWords: (row) => {
      const day = promisedOf(row, language);
      return day && language._(msg`Promised for ${day}`);
    },
  },
  { id: 'state', title: language._(msg`Access`), inList: 'status', cell: (row) => <StateBadge {...stateOf(row)} /> },
  {
    id: 'amount',
    title: language._(msg`Owes`),
    kind: 'number',
    inList: 'status',
    cell: ({ owedInPaise }) => <span className="num font-semibold">{formatMoney(owedInPaise, currencySymbol)}</span>,
  },
  {
    id: 'actions',
    title: language._(msg`Actions`),
    kind: 'actions',
    cell: (row) => {
      const [part] = partsToPay(row.parts);
      return part && <PartActions purchase={row} part={part} of={row.user.fullName} />;
    },
  },
];
