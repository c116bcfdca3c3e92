import type { SiteFacts } from '#contract/setup.ts';
import type { ListedPerson } from '#web/api/people-queries.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { formatMoney, formatShortDay } from '#web/ui/text/format.ts';
import type { Column } from '#web/ui/table/column.ts';
import { statusLabels } from './person-status.ts';

type Site = Pick<SiteFacts, 'timeZone' | 'currencySymbol'>;

export const PersonStatusBadge = ({ status }: Pick<ListedPerson, 'status'>) => {
  const { label, tone } = statusLabels[status];
  return <Badge tone={tone}>{label}</Badge>;
};

const NameAndEmail = ({ fullName, email, avatar }: ListedPerson) => (
  <span className="flex min-w-0 items-center gap-3">
    <span className="hidden md:block">
      <Avatar fullName={fullName} src={avatar.secure_url} className="size-8" />
    </span>
    <span className="min-w-0">
      <span className="block wrap-anywhere">{fullName}</span>
      <span className="meta inline-block font-normal wrap-anywhere">{email}</span>
    </span>
  </span>
);

const FAR_AHEAD_YEAR = 9000;

/** When access ends, in as few words as a cell has room for. */
const endOf = ({ status, accessUntil, blockedAt }: ListedPerson, timeZone: string): string => {
  if (status === 'admin') return 'Always';
  if (status === 'blocked' && blockedAt !== null) return `Blocked ${formatShortDay(blockedAt, timeZone)}`;
  if (accessUntil === null) return '–';
  if (new Date(accessUntil).getUTCFullYear() > FAR_AHEAD_YEAR) return 'Never ends';
  const day = formatShortDay(accessUntil, timeZone);
  return status === 'expired' || status === 'refunded' ? `Ended ${day}` : day;
};

const Watched = ({ watchedPercent }: Pick<ListedPerson, 'watchedPercent'>) =>
  watchedPercent === null ? (
    <span className="text-muted">Nothing yet</span>
  ) : (
    <span className="flex items-center gap-2.5">
      <progress className="progress h-1.5 w-16 text-primary" value={watchedPercent} max={100} aria-hidden="true" />
      <span className="num">{watchedPercent}%</span>
    </span>
  );

export const peopleColumns = ({ timeZone, currencySymbol }: Site): readonly Column<ListedPerson>[] => [
  {
    id: 'name',
    title: 'Name',
    kind: 'name',
    sort: 'ascending',
    cell: (person) => <NameAndEmail {...person} />,
  },
  { id: 'status', title: 'Access', inList: 'status', cell: (person) => <PersonStatusBadge {...person} /> },
  {
    id: 'plan',
    title: 'Plan',
    from: 1024,
    cell: ({ plan }) => plan ?? <span className="text-muted">–</span>,
  },
  {
    id: 'ends',
    title: 'Ends',
    sort: 'ascending',
    inList: 'status',
    cell: (person) => <span className="num whitespace-nowrap">{endOf(person, timeZone)}</span>,
  },
  { id: 'watched', title: 'Watched', from: 1024, cell: (person) => <Watched {...person} /> },
  {
    id: 'paid',
    title: 'Paid',
    kind: 'number',
    sort: 'descending',
    from: 1024,
    cell: ({ paidInPaise }) => formatMoney(paidInPaise, currencySymbol),
  },
  {
    id: 'seen',
    title: 'Last seen',
    from: 1024,
    cell: ({ lastSeenAt }) => (
      <span className="num whitespace-nowrap">{lastSeenAt === null ? '–' : formatShortDay(lastSeenAt, timeZone)}</span>
    ),
  },
  {
    id: 'joined',
    title: 'Joined',
    sort: 'descending',
    from: 1280,
    cell: ({ createdAt }) => <span className="num whitespace-nowrap">{formatShortDay(createdAt, timeZone)}</span>,
  },
];
