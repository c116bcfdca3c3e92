import * as fc from 'fast-check';
import { DAY_MS } from '#server/clock.ts';
import type { Process } from './world.ts';

/** What people and networks do, one after the other. */
const SEQUENCES: readonly (readonly string[])[] = [
  ['subscribe', 'pay'],
  ['subscribe', 'pay', 'verify'],
  ['subscribe', 'trouble', 'pay', 'verify', 'cancel'],
  ['subscribe', 'pay', 'deliver', 'deliver', 'trouble', 'cancel', 'jobs'],
  ['wait', 'subscribe', 'pay', 'wait', 'subscribe', 'pay', 'verify'],
  ['subscribe', 'wait', 'reconcile', 'pay', 'drop', 'drop', 'drop', 'drop'],
  ['trouble', 'subscribe', 'subscribe', 'pay'],
  ['subscribe', 'fail', 'pay', 'deliver', 'late', 'deliver'],
  ['newVersion', 'subscribe', 'pay', 'verify'],
  ['newVersion', 'subscribeAgain', 'pay', 'deliver', 'subscribeAgain', 'pay'],
  ['subscribeMonthly', 'pay', 'renew', 'reconcile', 'renew', 'deliver', 'newVersion'],
  ['subscribeMonthly', 'pay', 'verify', 'renew', 'trouble', 'cancel', 'jobs', 'renew'],
  ['cancel', 'cancel'],
  ['trouble', 'refund', 'cancel', 'jobs'],
  ['subscribe', 'pay', 'verify', 'refundPart', 'trouble', 'refundPart', 'cancel'],
  ['subscribe', 'pay', 'verify', 'dashboard', 'refundPart', 'deliver', 'refund', 'jobs'],
  ['refundsEnd', 'refund', 'settle', 'deliver', 'refund'],
  ['die', 'cancel', 'jobs', 'deliver'],
  ['refundsEnd', 'cancel', 'settle', 'deliver', 'reconcile'],
  ['dashboard', 'trouble', 'cancel', 'jobs'],
  ['verify', 'deliver', 'replay'],
  ['ignoreKeys', 'trouble', 'cancel', 'jobs', 'wait', 'jobs'],
  ['grant', 'wait', 'subscribe', 'pay'],
  ['extend', 'revoke', 'subscribe', 'pay', 'reconcile', 'extend'],
  ['subscribe', 'pay', 'verify', 'extendMany', 'extendMany', 'refund', 'undoExtension'],
  ['extendMany', 'wait', 'subscribe', 'pay', 'verify', 'undoExtension', 'subscribe', 'pay', 'deliver'],
  ['buyCourse', 'pay', 'verify', 'extendMany', 'subscribe', 'pay', 'deliver', 'undoExtension', 'cancelOne'],
  ['give', 'pay', 'verify', 'extendMany', 'link', 'redeem', 'extendMany', 'revoke', 'undoExtension'],
  ['grantCourse', 'subscribe', 'pay', 'verify', 'revokeCourse', 'subscribe', 'pay', 'deliver'],
  ['revokeCourse', 'wait', 'subscribe', 'pay', 'verify', 'subscribe', 'pay', 'verify'],
  ['give', 'pay', 'verify', 'link', 'redeem', 'redeem'],
  ['subscribe', 'pay', 'verify', 'give', 'pay', 'deliver', 'link', 'wait', 'redeem', 'cancel'],
  ['give', 'pay', 'deliver', 'deliver', 'link', 'returnGift', 'redeem'],
  ['give', 'pay', 'verify', 'link', 'redeem', 'trouble', 'returnGift', 'refund', 'jobs'],
  ['buyCourse', 'pay', 'verify', 'upgrade', 'pay', 'verify', 'cancelOne', 'cancel'],
  ['buyCourse', 'pay', 'deliver', 'upgrade', 'cancelOne', 'pay', 'deliver', 'jobs'],
  ['buyCourse', 'pay', 'verify', 'upgrade', 'trouble', 'pay', 'refundPart', 'cancelOne', 'cancelOne'],
  ['wait', 'redeem', 'subscribe', 'pay', 'verify'],
  ['sendOwn', 'confirmOwn'],
  ['sendOwn', 'wait', 'confirmOwn', 'refundPartOwn', 'refundOwn'],
  ['sendOwn', 'subscribe', 'pay', 'verify', 'confirmOwn'],
  ['subscribe', 'sendOwn', 'pay', 'deliver', 'confirmOwn', 'cancel'],
  ['sendOwn', 'newVersion', 'withdrawOwn', 'confirmOwn', 'sendOwn', 'confirmOwn'],
  ['recordOwn', 'upgrade', 'pay', 'verify', 'refundOwn', 'recordOwn'],
  ['giveOwn', 'confirmOwn', 'link', 'redeem', 'refundOwn'],
  ['sendOwn', 'refuseOwn', 'die', 'confirmOwn', 'cancel', 'jobs'],
  ...[
    'wait',
    'reconcile',
    'jobs',
    'visit',
    'deliver',
    'replay',
    'drop',
    'forge',
    'trouble',
    'die',
    'revoke',
    'redeem',
  ].map((action) => [action]),
];

/** What an owner changes happens at a moment of its own. */
const ALONE = new Set([
  'newVersion',
  'grant',
  'extend',
  'extendMany',
  'undoExtension',
  'revoke',
  'grantCourse',
  'revokeCourse',
]);

/** Does a step for its buyer, in a process. */
export type Action = (step: Step, process: Process, userId: string) => Promise<unknown> | void;

/** One action of a buyer, an admin or the network; `pick` chooses among its possible objects. */
export interface Step {
  action: string;
  buyer: number;
  pick: number;
  /** Runs at the same time as the next step, in another process. */
  isWithNext: boolean;
}

export const pickOf = <T>(items: readonly T[], pick: number): T | undefined => items[pick % items.length];

export interface History {
  steps: readonly Step[];
  /** The seller is registered for GST, so that receipts are tax invoices. */
  isTaxed: boolean;
  /** How long after everything is settled access is compared again, each time after the one before. */
  waitsMs: readonly number[];
}

const steps: fc.Arbitrary<Step[]> = fc
  .array(
    fc.record({
      actions: fc.constantFrom(...SEQUENCES),
      buyer: fc.constantFrom(0, 0, 1),
      picks: fc.array(fc.nat({ max: 999 }), { minLength: 8, maxLength: 8 }),
      togetherFrom: fc.nat({ max: 16 }),
    }),
    { minLength: 3, maxLength: 10 },
  )
  .map((turns) =>
    turns.flatMap(({ actions, buyer, picks, togetherFrom }) =>
      actions.map((action, index) => ({
        action,
        buyer,
        pick: picks[index] ?? 0,
        isWithNext: index === togetherFrom && !ALONE.has(action) && !ALONE.has(actions[index + 1] ?? ''),
      })),
    ),
  );

export const history: fc.Arbitrary<History> = fc.record({
  steps,
  isTaxed: fc.boolean(),
  waitsMs: fc.array(fc.integer({ min: 1, max: 300 * DAY_MS }), { minLength: 4, maxLength: 4 }),
});
