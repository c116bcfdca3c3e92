import { say, type Sentence } from '../languages/say.ts';
import type { AttentionItem } from './attention.ts';

const texts: Record<AttentionItem['kind'], (count: number) => Sentence> = {
  backup: () => say('The last verified backup is too old'),
  dispute: (count) => say('{count, plural, one {1 payment is disputed} other {# payments are disputed}}', { count }),
  refund_owed: (count) => say('{count, plural, one {1 refund is owed} other {# refunds are owed}}', { count }),
  refund_failed: (count) => say('{count, plural, one {1 refund failed} other {# refunds failed}}', { count }),
  jobs: (count) => say('{count, plural, one {1 job failed} other {# jobs failed}}', { count }),
  duplicate: (count) =>
    say('{count, plural, one {1 payment is a duplicate} other {# payments are duplicates}}', { count }),
  unmatched: (count) =>
    say('{count, plural, one {1 payment matches no account} other {# payments match no account}}', { count }),
  wrong_amount: (count) =>
    say('{count, plural, one {1 payment has the wrong amount} other {# payments have the wrong amount}}', { count }),
  paid_without_access: (count) =>
    say('{count, plural, one {1 payment gives no access} other {# payments give no access}}', { count }),
  charged_without_access: (count) =>
    say('{count, plural, one {1 charge gives no access} other {# charges give no access}}', { count }),
  renewal_ended: (count) => say('{count, plural, one {1 renewal was ended} other {# renewals were ended}}', { count }),
  credit_notes_differ: (count) =>
    say(
      '{count, plural, one {Credit notes of 1 payment do not add up} other {Credit notes of # payments do not add up}}',
      { count },
    ),
  coupon_exceeded: (count) =>
    say('{count, plural, one {1 payment exceeded a coupon limit} other {# payments exceeded a coupon limit}}', {
      count,
    }),
  batch_exceeded: (count) =>
    say('{count, plural, one {1 payment has no place in its batch} other {# payments have no place in their batch}}', {
      count,
    }),
  pay_back: (count) =>
    say('{count, plural, one {1 manual refund is owed} other {# manual refunds are owed}}', { count }),
  overpaid: (count) =>
    say('{count, plural, one {1 payment is more than its price} other {# payments are more than their price}}', {
      count,
    }),
  payment_requests: (count) =>
    say(
      '{count, plural, one {1 payment waits for you to confirm it} other {# payments wait for you to confirm them}}',
      { count },
    ),
  videos: (count) =>
    say('{count, plural, one {1 lecture could not be processed} other {# lectures could not be processed}}', { count }),
  webhooks: (count) => say('{count, plural, one {1 webhook is failing} other {# webhooks are failing}}', { count }),
  proxy: (count) =>
    say('{count, plural, one {The proxy in front has 1 problem} other {The proxy in front has # problems}}', { count }),
  email_texts: (count) =>
    say('{count, plural, one {1 text of an email is not used} other {# texts of emails are not used}}', { count }),
  same_address: (count) =>
    say('{count, plural, one {2 accounts have the same address} other {# accounts have the address of another one}}', {
      count,
    }),
  approvals: (count) =>
    say('{count, plural, one {1 course waits for your approval} other {# courses wait for your approval}}', { count }),
  certificates: (count) =>
    say('{count, plural, one {1 certificate waits for approval} other {# certificates wait for approval}}', { count }),
  questions: (count) => say('{count, plural, one {1 question waits} other {# questions wait}}', { count }),
  ending: (count) =>
    say('{count, plural, one {1 person loses access soon} other {# people lose access soon}}', { count }),
  inbox: (count) => say('{count, plural, one {1 message waits} other {# messages wait}}', { count }),
};

/** "4 payments are disputed". */
export const attentionText = (kind: AttentionItem['kind'], count: number): Sentence => texts[kind](count);
