import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
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
  verb: MessageDescriptor;
  to: string;
}

const payments = pathTo('payments');

/** The icon and the button of each item, and the page where it is resolved. */
export const WORDS: Record<Kind, Words> = {
  backup: {
    icon: DatabaseBackup,
    verb: msg`Back up`,
    to: pathTo('backups'),
  },
  dispute: {
    icon: Scale,
    verb: msg`Respond`,
    to: payments,
  },
  refund_owed: {
    icon: RotateCcw,
    verb: msg({ message: 'Refund', context: 'verb' }),
    to: payments,
  },
  refund_failed: {
    icon: RotateCcw,
    verb: msg`Retry`,
    to: payments,
  },
  pay_back: {
    icon: RotateCcw,
    verb: msg`Pay back`,
    to: payments,
  },
  overpaid: {
    icon: CircleAlert,
    verb: msg({ message: 'Review', context: 'verb' }),
    to: payments,
  },
  payment_requests: {
    icon: Wallet,
    verb: msg`Confirm`,
    to: pathTo('paymentRequests'),
  },
  jobs: {
    icon: Workflow,
    verb: msg`Open`,
    to: pathTo('system'),
  },
  duplicate: {
    icon: CopyX,
    verb: msg({ message: 'Review', context: 'verb' }),
    to: payments,
  },
  unmatched: {
    icon: CircleHelp,
    verb: msg({ message: 'Review', context: 'verb' }),
    to: payments,
  },
  wrong_amount: {
    icon: CircleAlert,
    verb: msg({ message: 'Review', context: 'verb' }),
    to: payments,
  },
  paid_without_access: {
    icon: CircleAlert,
    verb: msg({ message: 'Refund', context: 'verb' }),
    to: payments,
  },
  charged_without_access: {
    icon: CircleAlert,
    verb: msg({ message: 'Refund', context: 'verb' }),
    to: payments,
  },
  renewal_ended: {
    icon: CircleAlert,
    verb: msg({ message: 'Review', context: 'verb' }),
    to: payments,
  },
  credit_notes_differ: {
    icon: CircleAlert,
    verb: msg({ message: 'Review', context: 'verb' }),
    to: payments,
  },
  coupon_exceeded: {
    icon: TicketPercent,
    verb: msg({ message: 'Review', context: 'verb' }),
    to: payments,
  },
  batch_exceeded: {
    icon: CircleAlert,
    verb: msg({ message: 'Review', context: 'verb' }),
    to: payments,
  },
  videos: {
    icon: FileVideo,
    verb: msg`Open`,
    to: pathTo('system'),
  },
  webhooks: {
    icon: Webhook,
    verb: msg`Open`,
    to: pathTo('webhookSettings'),
  },
  proxy: {
    icon: CircleAlert,
    verb: msg`Open`,
    to: pathTo('system'),
  },
  email_texts: {
    icon: MailWarning,
    verb: msg`Correct`,
    to: pathTo('emailTexts'),
  },
  same_address: {
    icon: Users,
    verb: msg({ message: 'Review', context: 'verb' }),
    to: `${pathTo('users')}?same=true`,
  },
  approvals: {
    icon: BookCheck,
    verb: msg({ message: 'Review', context: 'verb' }),
    to: pathTo('adminCourses', { state: 'waiting' }),
  },
  certificates: {
    icon: Award,
    verb: msg({ message: 'Review', context: 'verb' }),
    to: pathTo('teachCertificates'),
  },
  questions: {
    icon: CircleHelp,
    verb: msg({ message: 'Answer', context: 'verb' }),
    to: pathTo('teachQuestions'),
  },
  ending: {
    icon: CalendarClock,
    verb: msg`See them`,
    to: `${pathTo('users')}?access=ending`,
  },
  inbox: {
    icon: Inbox,
    verb: msg`Open`,
    to: pathTo('inbox'),
  },
};
