import { formatCount } from '../format.ts';
import type { AttentionItem } from './attention.ts';

/** Of one, and of more, whose number replaces #. */
const texts: Record<AttentionItem['kind'], readonly [one: string, many: string]> = {
  backup: ['The last verified backup is too old', 'The last verified backup is too old'],
  dispute: ['1 payment is disputed', '# payments are disputed'],
  refund_owed: ['1 refund is owed', '# refunds are owed'],
  refund_failed: ['1 refund failed', '# refunds failed'],
  jobs: ['1 job failed', '# jobs failed'],
  duplicate: ['1 payment is a duplicate', '# payments are duplicates'],
  unmatched: ['1 payment matches no account', '# payments match no account'],
  wrong_amount: ['1 payment has the wrong amount', '# payments have the wrong amount'],
  paid_without_access: ['1 payment gives no access', '# payments give no access'],
  charged_without_access: ['1 charge gives no access', '# charges give no access'],
  renewal_ended: ['1 renewal was ended', '# renewals were ended'],
  credit_notes_differ: ['Credit notes of 1 payment do not add up', 'Credit notes of # payments do not add up'],
  coupon_exceeded: ['1 payment exceeded a coupon limit', '# payments exceeded a coupon limit'],
  batch_exceeded: ['1 payment has no place in its batch', '# payments have no place in their batch'],
  pay_back: ['1 manual refund is owed', '# manual refunds are owed'],
  overpaid: ['1 payment is more than its price', '# payments are more than their price'],
  payment_requests: ['1 payment waits for you to confirm it', '# payments wait for you to confirm them'],
  videos: ['1 lecture could not be processed', '# lectures could not be processed'],
  webhooks: ['1 webhook is failing', '# webhooks are failing'],
  proxy: ['The proxy in front has 1 problem', 'The proxy in front has # problems'],
  email_texts: ['1 text of an email is not used', '# texts of emails are not used'],
  same_address: ['2 accounts have the same address', '# accounts have the address of another one'],
  approvals: ['1 course waits for your approval', '# courses wait for your approval'],
  certificates: ['1 certificate waits for approval', '# certificates wait for approval'],
  questions: ['1 question waits', '# questions wait'],
  ending: ['1 person loses access soon', '# people lose access soon'],
  inbox: ['1 message waits', '# messages wait'],
};

/** "4 payments are disputed". */
export const attentionText = (kind: AttentionItem['kind'], count: number): string => {
  const [one, many] = texts[kind];
  return count === 1 ? one : many.replace('#', formatCount(count));
};
