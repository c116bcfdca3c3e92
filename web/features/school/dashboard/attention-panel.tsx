import { useQuery } from '@tanstack/react-query';
import {
  Award,
  BookCheck,
  CircleAlert,
  CircleHelp,
  CopyX,
  DatabaseBackup,
  FileVideo,
  Inbox,
  type LucideIcon,
  MailWarning,
  RotateCcw,
  Scale,
  TicketPercent,
  TriangleAlert,
  Users,
  Workflow,
  Webhook,
} from 'lucide-react';
import { doctorSummaryQuery } from '#web/api/school-queries.ts';
import { type AttentionItem, attentionQuery } from './report-queries.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { countOf, formatCount, formatMoney } from '#contract/format.ts';
import { Skeleton } from '#web/ui/page/query-boundary.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { pathTo } from '#web/app/path-to.ts';
import { ReportPanel } from './chart.tsx';

type Kind = AttentionItem['kind'];

interface Words {
  icon: LucideIcon;
  one: string;
  many: (count: string) => string;
  verb: string;
  to: string;
}

const payments = pathTo('payments');

const WORDS: Record<Kind, Words> = {
  backup: {
    icon: DatabaseBackup,
    one: 'The last verified backup is too old',
    many: () => 'The last verified backup is too old',
    verb: 'Back up',
    to: pathTo('backups'),
  },
  dispute: {
    icon: Scale,
    one: '1 payment is disputed',
    many: (count) => `${count} payments are disputed`,
    verb: 'Respond',
    to: payments,
  },
  refund_owed: {
    icon: RotateCcw,
    one: '1 refund is owed',
    many: (count) => `${count} refunds are owed`,
    verb: 'Refund',
    to: payments,
  },
  refund_failed: {
    icon: RotateCcw,
    one: '1 refund failed',
    many: (count) => `${count} refunds failed`,
    verb: 'Retry',
    to: payments,
  },
  jobs: {
    icon: Workflow,
    one: '1 job failed',
    many: (count) => `${count} jobs failed`,
    verb: 'Open',
    to: pathTo('system'),
  },
  duplicate: {
    icon: CopyX,
    one: '1 payment is a duplicate',
    many: (count) => `${count} payments are duplicates`,
    verb: 'Review',
    to: payments,
  },
  unmatched: {
    icon: CircleHelp,
    one: '1 payment matches no account',
    many: (count) => `${count} payments match no account`,
    verb: 'Review',
    to: payments,
  },
  wrong_amount: {
    icon: CircleAlert,
    one: '1 payment has the wrong amount',
    many: (count) => `${count} payments have the wrong amount`,
    verb: 'Review',
    to: payments,
  },
  paid_without_access: {
    icon: CircleAlert,
    one: '1 payment gives no access',
    many: (count) => `${count} payments give no access`,
    verb: 'Refund',
    to: payments,
  },
  charged_without_access: {
    icon: CircleAlert,
    one: '1 charge gives no access',
    many: (count) => `${count} charges give no access`,
    verb: 'Refund',
    to: payments,
  },
  renewal_ended: {
    icon: CircleAlert,
    one: '1 renewal was ended',
    many: (count) => `${count} renewals were ended`,
    verb: 'Review',
    to: payments,
  },
  credit_notes_differ: {
    icon: CircleAlert,
    one: 'Credit notes of 1 payment do not add up',
    many: (count) => `Credit notes of ${count} payments do not add up`,
    verb: 'Review',
    to: payments,
  },
  coupon_exceeded: {
    icon: TicketPercent,
    one: '1 payment exceeded a coupon limit',
    many: (count) => `${count} payments exceeded a coupon limit`,
    verb: 'Review',
    to: payments,
  },
  videos: {
    icon: FileVideo,
    one: '1 lecture could not be processed',
    many: (count) => `${count} lectures could not be processed`,
    verb: 'Open',
    to: pathTo('system'),
  },
  webhooks: {
    icon: Webhook,
    one: '1 webhook is failing',
    many: (count) => `${count} webhooks are failing`,
    verb: 'Open',
    to: pathTo('webhookSettings'),
  },
  proxy: {
    icon: CircleAlert,
    one: 'The proxy in front has 1 problem',
    many: (count) => `The proxy in front has ${count} problems`,
    verb: 'Open',
    to: pathTo('system'),
  },
  email_texts: {
    icon: MailWarning,
    one: '1 text of an email is not used',
    many: (count) => `${count} texts of emails are not used`,
    verb: 'Correct',
    to: pathTo('emailTexts'),
  },
  same_address: {
    icon: Users,
    one: '2 accounts have the same address',
    many: (count) => `${count} accounts have the address of another one`,
    verb: 'Review',
    to: `${pathTo('users')}?same=true`,
  },
  approvals: {
    icon: BookCheck,
    one: '1 course waits for your approval',
    many: (count) => `${count} courses wait for your approval`,
    verb: 'Review',
    to: pathTo('adminCourses', { state: 'waiting' }),
  },
  certificates: {
    icon: Award,
    one: '1 certificate waits for approval',
    many: (count) => `${count} certificates wait for approval`,
    verb: 'Review',
    to: pathTo('teachCertificates'),
  },
  inbox: {
    icon: Inbox,
    one: '1 message is unanswered',
    many: (count) => `${count} messages are unanswered`,
    verb: 'Open',
    to: pathTo('inbox'),
  },
};

const ONE_ROW = 'h-16';

/** The worst first, then the problems on the page System; how many there are in all is beside the title. */
export function AttentionPanel() {
  const report = useQuery(attentionQuery());
  const doctor = useQuery(doctorSummaryQuery());
  const { failing = 0, warning = 0 } = doctor.data ?? {};
  const total = (report.data?.total ?? 0) + (failing + warning > 0 ? 1 : 0);
  return (
    <ReportPanel
      title="Who waits"
      query={report}
      height={ONE_ROW}
      aside={total > 0 && <span className="badge badge-outline border-line-strong num">{formatCount(total)}</span>}
    >
      {({ items }) =>
        doctor.isPending ? (
          <Skeleton className={`${ONE_ROW} w-full`} />
        ) : total === 0 ? (
          <p className="text-sm text-muted">Nobody waits.</p>
        ) : (
          <ul className="-mt-1 divide-y divide-line">
            {items.map((item) => (
              <Item key={item.kind} item={item} />
            ))}
            {failing + warning > 0 && <SystemItem failing={failing} warning={warning} />}
          </ul>
        )
      }
    </ReportPanel>
  );
}

function Item({ item }: { item: AttentionItem }) {
  const { kind, level, count, paymentId } = item;
  const { icon, one, many, verb, to } = WORDS[kind];
  return (
    <Row
      icon={icon}
      level={level}
      title={count === 1 ? one : many(formatCount(count))}
      detail={useDetail(item)}
      verb={verb}
      to={paymentId === null ? to : pathTo('payment', { paymentId })}
    />
  );
}

const SystemItem = ({ failing, warning }: { failing: number; warning: number }) => (
  <Row
    icon={TriangleAlert}
    level={failing > 0 ? 'error' : 'warning'}
    title={[failing > 0 && countOf(failing, 'check fails', 'checks fail'), warning > 0 && countOf(warning, 'warning')]
      .filter(Boolean)
      .join(', ')}
    detail="System"
    verb="Open"
    to={pathTo('system')}
  />
);

interface RowProps {
  icon: LucideIcon;
  level: AttentionItem['level'];
  title: string;
  detail: string;
  verb: string;
  to: string;
}

const Row = ({ icon: Icon, level, title, detail, verb, to }: RowProps) => (
  <li className="flex items-center gap-3 py-2.5">
    <span className="attention-icon" data-level={level}>
      <Icon size={16} aria-hidden="true" />
    </span>
    <div className="min-w-0 flex-1 text-sm leading-5">
      <p className="font-semibold">{title}</p>
      {detail && <p className="meta font-normal">{detail}</p>}
    </div>
    <LinkButton to={to} tone="quiet" className="report-action" aria-label={`${verb}: ${title}`}>
      {verb}
    </LinkButton>
  </li>
);

const shortDay = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone }).format(new Date(instant));

/** "₹998, since 19 Nov". */
function useDetail({ kind, amountInPaise, since }: AttentionItem): string {
  const { currencySymbol, timeZone } = useSite();
  const day = since === null ? '' : shortDay(since, timeZone);
  if (kind === 'backup') return since === null ? 'No backup has been verified yet' : `It was verified on ${day}`;
  const amount = amountInPaise === null ? '' : formatMoney(amountInPaise, currencySymbol);
  return [amount, day && `since ${day}`].filter((part) => part !== '').join(', ');
}
