import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import type { AnnouncementEntry, AnnouncementState } from '#contract/announcements/announcements.ts';
import { messages } from '#contract/messages.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { AdminPage } from '#web/ui/page/admin-page.tsx';
import { EmptyState } from '#web/ui/page/query-boundary.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { type BadgeLabel, StateBadge } from '#web/ui/panel.tsx';
import { Table } from '#web/ui/table/table.tsx';
import { type Column, useTable } from '#web/ui/table/use-table.ts';
import { formatCount, formatMoment } from '#contract/format.ts';
import { announcementsQuery, NEW, useAnnouncementPaths } from './announcement-queries.ts';
import { audienceInWords } from './audience-words.ts';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

const said = messages.announcements;

const tones: Record<AnnouncementState, BadgeLabel['tone']> = {
  draft: 'plain',
  scheduled: 'waiting',
  sending: 'waiting',
  sent: 'good',
  cancelled: 'plain',
};

/** The announcements of an admin or a teacher, the latest first. */
export function Component() {
  const language = useLanguage();
  const { t } = useLingui();
  const { timeZone } = useSite();
  const paths = useAnnouncementPaths();
  const control = useTable();
  const query = useQuery(announcementsQuery({ limit: control.pageSize, offset: control.offset }));
  const newOne = (
    <LinkButton to={paths.one(NEW)}>
      <Plus size={18} aria-hidden="true" />
      <Trans>New announcement</Trans>
    </LinkButton>
  );
  return (
    <AdminPage
      heading={t`Announcements`}
      lead={t`Write to many people at once, on the site and by email.`}
      action={newOne}
    >
      <div className="mt-6">
        <Table
          label={t`Announcements`}
          control={control}
          query={query}
          pageOf={({ announcements, total }) => ({ rows: announcements, total })}
          columns={columnsIn(timeZone, language)}
          keyOf={({ _id }) => _id}
          openAt={({ _id }) => paths.one(_id)}
          failure={said.error}
          empty={
            <EmptyState>
              <Trans>Nothing announced yet.</Trans>
            </EmptyState>
          }
        />
      </div>
    </AdminPage>
  );
}

const momentOf = (entry: AnnouncementEntry, timeZone: string, { _, locale }: Language): string => {
  const { state, sendAt, changedAt } = entry;
  if (sendAt === null || state === 'cancelled')
    return _(msg`Changed ${{ time: formatMoment(changedAt, timeZone, locale) }}`);
  return formatMoment(sendAt, timeZone, locale);
};

const columnsIn = (timeZone: string, language: Language): readonly Column<AnnouncementEntry>[] => [
  {
    id: 'title',
    title: language._(msg`Title`),
    kind: 'name',
    cell: ({ title }) => <span dir="auto">{title}</span>,
    note: (entry) => audienceInWords(entry, language),
  },
  {
    id: 'when',
    title: language._(msg`When`),
    inList: 'detail',
    cell: (entry) => <span className="num">{momentOf(entry, timeZone, language)}</span>,
  },
  { id: 'author', title: language._(msg`By`), from: 1024, cell: ({ author }) => author },
  {
    id: 'state',
    title: language._(msg`State`),
    inList: 'status',
    cell: ({ state }) => <StateBadge label={said.states[state]} tone={tones[state]} />,
  },
  {
    id: 'recipients',
    title: language._(msg`People`),
    kind: 'number',
    inList: 'detail',
    inWords: ({ recipients }) =>
      recipients === 0
        ? language._(msg`nobody yet`)
        : language._(msg({ message: plural(recipients, { one: '# person', other: '# people' }) })),
    cell: ({ recipients }) => <span className="num">{recipients === 0 ? '–' : formatCount(recipients)}</span>,
  },
];
