import { formatCount } from '../format.ts';
import type { AttentionItem } from './attention.ts';

const texts: Record<AttentionItem['kind'], { one: string; many: (count: string) => string }> = {
  backup: {
    one: 'The last verified backup is too old',
    many: () => 'The last verified backup is too old',
  },
  dispute: {
    one: '1 payment is disputed',
    many: (count) => `${count} payments are disputed`,
  },
  refund_owed: {
    one: '1 refund is owed',
    many: (count) => `${count} refunds are owed`,
  },
  refund_failed: {
    one: '1 refund failed',
    many: (count) => `${count} refunds failed`,
  },
  jobs: {
    one: '1 job failed',
    many: (count) => `${count} jobs failed`,
  },
  duplicate: {
    one: '1 payment is a duplicate',
    many: (count) => `${count} payments are duplicates`,
  },
  unmatched: {
    one: '1 payment matches no account',
    many: (count) => `${count} payments match no account`,
  },
  wrong_amount: {
    one: '1 payment has the wrong amount',
    many: (count) => `${count} payments have the wrong amount`,
  },
  paid_without_access: {
    one: '1 payment gives no access',
    many: (count) => `${count} payments give no access`,
  },
  charged_without_access: {
    one: '1 charge gives no access',
    many: (count) => `${count} charges give no access`,
  },
  renewal_ended: {
    one: '1 renewal was ended',
    many: (count) => `${count} renewals were ended`,
  },
  credit_notes_differ: {
    one: 'Credit notes of 1 payment do not add up',
    many: (count) => `Credit notes of ${count} payments do not add up`,
  },
  coupon_exceeded: {
    one: '1 payment exceeded a coupon limit',
    many: (count) => `${count} payments exceeded a coupon limit`,
  },
  videos: {
    one: '1 lecture could not be processed',
    many: (count) => `${count} lectures could not be processed`,
  },
  webhooks: {
    one: '1 webhook is failing',
    many: (count) => `${count} webhooks are failing`,
  },
  proxy: {
    one: 'The proxy in front has 1 problem',
    many: (count) => `The proxy in front has ${count} problems`,
  },
  email_texts: {
    one: '1 text of an email is not used',
    many: (count) => `${count} texts of emails are not used`,
  },
  same_address: {
    one: '2 accounts have the same address',
    many: (count) => `${count} accounts have the address of another one`,
  },
  approvals: {
    one: '1 course waits for your approval',
    many: (count) => `${count} courses wait for your approval`,
  },
  certificates: {
    one: '1 certificate waits for approval',
    many: (count) => `${count} certificates wait for approval`,
  },
  questions: {
    one: '1 question waits',
    many: (count) => `${count} questions wait`,
  },
  ending: {
    one: '1 person loses access soon',
    many: (count) => `${count} people lose access soon`,
  },
  inbox: {
    one: '1 message is unanswered',
    many: (count) => `${count} messages are unanswered`,
  },
};

/** "4 payments are disputed". */
export const attentionText = (kind: AttentionItem['kind'], count: number): string =>
  count === 1 ? texts[kind].one : texts[kind].many(formatCount(count));
