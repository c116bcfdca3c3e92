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
import { countOf, formatCount, formatMoment } from '#contract/format.ts';
import { announcementsQuery, NEW, useAnnouncementPaths } from './announcement-queries.ts';
import { audienceInWords } from './audience-words.ts';

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
  const { timeZone } = useSite();
  const paths = useAnnouncementPaths();
  const control = useTable();
  const query = useQuery(announcementsQuery({ limit: control.pageSize, offset: control.offset }));
  const newOne = (
    <LinkButton to={paths.one(NEW)}>
      <Plus size={18} aria-hidden="true" />
      New announcement
    </LinkButton>
  );
  return (
    <AdminPage heading="Announcements" lead="Write to many people at once, on the site and by email." action={newOne}>
      <div className="mt-6">
        <Table
          label="Announcements"
          control={control}
          query={query}
          pageOf={({ announcements, total }) => ({ rows: announcements, total })}
          columns={columnsIn(timeZone)}
          keyOf={({ _id }) => _id}
          openAt={({ _id }) => paths.one(_id)}
          failure={said.error}
          empty={<EmptyState>Nothing announced yet.</EmptyState>}
        />
      </div>
    </AdminPage>
  );
}

const momentOf = ({ state, sendAt, changedAt }: AnnouncementEntry, timeZone: string): string => {
  if (sendAt === null || state === 'cancelled') return `Changed ${formatMoment(changedAt, timeZone)}`;
  return formatMoment(sendAt, timeZone);
};

const columnsIn = (timeZone: string): readonly Column<AnnouncementEntry>[] => [
  {
    id: 'title',
    title: 'Title',
    kind: 'name',
    cell: ({ title }) => <span dir="auto">{title}</span>,
    note: (entry) => audienceInWords(entry),
  },
  {
    id: 'when',
    title: 'When',
    inList: 'detail',
    cell: (entry) => <span className="num">{momentOf(entry, timeZone)}</span>,
  },
  { id: 'author', title: 'By', from: 1024, cell: ({ author }) => author },
  {
    id: 'state',
    title: 'State',
    inList: 'status',
    cell: ({ state }) => <StateBadge label={said.states[state]} tone={tones[state]} />,
  },
  {
    id: 'recipients',
    title: 'People',
    kind: 'number',
    inList: 'detail',
    inWords: ({ recipients }) => (recipients === 0 ? 'nobody yet' : countOf(recipients, 'person', 'people')),
    cell: ({ recipients }) => <span className="num">{recipients === 0 ? '–' : formatCount(recipients)}</span>,
  },
];
