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
  Wallet,
  Workflow,
  Webhook,
} from 'lucide-react';
import { pathTo } from '#web/app/path-to.ts';
import type { AttentionItem } from './report-queries.ts';

type Kind = AttentionItem['kind'];

interface Words {
  icon: LucideIcon;
  verb: string;
  to: string;
}

const payments = pathTo('payments');

/** The icon and the button of each item, and the page where it is resolved. */
export const WORDS: Record<Kind, Words> = {
  backup: {
    icon: DatabaseBackup,
    verb: 'Back up',
    to: pathTo('backups'),
  },
  dispute: {
    icon: Scale,
    verb: 'Respond',
    to: payments,
  },
  refund_owed: {
    icon: RotateCcw,
    verb: 'Refund',
    to: payments,
  },
  refund_failed: {
    icon: RotateCcw,
    verb: 'Retry',
    to: payments,
  },
  pay_back: {
    icon: RotateCcw,
    verb: 'Pay back',
    to: payments,
  },
  overpaid: {
    icon: CircleAlert,
    verb: 'Review',
    to: payments,
  },
  payment_requests: {
    icon: Wallet,
    verb: 'Confirm',
    to: pathTo('paymentRequests'),
  },
  jobs: {
    icon: Workflow,
    verb: 'Open',
    to: pathTo('system'),
  },
  duplicate: {
    icon: CopyX,
    verb: 'Review',
    to: payments,
  },
  unmatched: {
    icon: CircleHelp,
    verb: 'Review',
    to: payments,
  },
  wrong_amount: {
    icon: CircleAlert,
    verb: 'Review',
    to: payments,
  },
  paid_without_access: {
    icon: CircleAlert,
    verb: 'Refund',
    to: payments,
  },
  charged_without_access: {
    icon: CircleAlert,
    verb: 'Refund',
    to: payments,
  },
  renewal_ended: {
    icon: CircleAlert,
    verb: 'Review',
    to: payments,
  },
  credit_notes_differ: {
    icon: CircleAlert,
    verb: 'Review',
    to: payments,
  },
  coupon_exceeded: {
    icon: TicketPercent,
    verb: 'Review',
    to: payments,
  },
  batch_exceeded: {
    icon: CircleAlert,
    verb: 'Review',
    to: payments,
  },
  videos: {
    icon: FileVideo,
    verb: 'Open',
    to: pathTo('system'),
  },
  webhooks: {
    icon: Webhook,
    verb: 'Open',
    to: pathTo('webhookSettings'),
  },
  proxy: {
    icon: CircleAlert,
    verb: 'Open',
    to: pathTo('system'),
  },
  email_texts: {
    icon: MailWarning,
    verb: 'Correct',
    to: pathTo('emailTexts'),
  },
  same_address: {
    icon: Users,
    verb: 'Review',
    to: `${pathTo('users')}?same=true`,
  },
  approvals: {
    icon: BookCheck,
    verb: 'Review',
    to: pathTo('adminCourses', { state: 'waiting' }),
  },
  certificates: {
    icon: Award,
    verb: 'Review',
    to: pathTo('teachCertificates'),
  },
  questions: {
    icon: CircleHelp,
    verb: 'Answer',
    to: pathTo('teachQuestions'),
  },
  ending: {
    icon: CalendarClock,
    verb: 'See them',
    to: `${pathTo('users')}?access=ending`,
  },
  inbox: {
    icon: Inbox,
    verb: 'Open',
    to: pathTo('inbox'),
  },
};
