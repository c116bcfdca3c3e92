import {
  Award,
  BookCheck,
  CalendarClock,
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
  Users,
  Workflow,
  Webhook,
} from 'lucide-react';
import { pathTo } from '#web/app/path-to.ts';
import type { AttentionItem } from './report-queries.ts';

type Kind = AttentionItem['kind'];

interface Words {
  icon: LucideIcon;
  one: string;
  many: (count: string) => string;
  verb: string;
  to: string;
}

const payments = pathTo('payments');

/** The words of each item, and the page where it is resolved. */
export const WORDS: Record<Kind, Words> = {
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
  questions: {
    icon: CircleHelp,
    one: '1 question waits',
    many: (count) => `${count} questions wait`,
    verb: 'Answer',
    to: pathTo('teachQuestions'),
  },
  ending: {
    icon: CalendarClock,
    one: '1 person loses access soon',
    many: (count) => `${count} people lose access soon`,
    verb: 'See them',
    to: `${pathTo('users')}?access=ending`,
  },
  inbox: {
    icon: Inbox,
    one: '1 message is unanswered',
    many: (count) => `${count} messages are unanswered`,
    verb: 'Open',
    to: pathTo('inbox'),
  },
};
