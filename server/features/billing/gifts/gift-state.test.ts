import { expect, test } from 'vitest';
import { assertRedeemable, assertValid, stateOf } from './gift-state.ts';
import { Failure } from '#server/errors.ts';

const REFUNDED = 'This gift was refunded, so it cannot be redeemed';
const REVIEWED = 'The payment of this gift is being reviewed, so it cannot be redeemed at the moment';

/** The state of a gift that was sent on its day, and why it cannot be redeemed. */
const standings = [
  ['paid', 'sent', undefined],
  ['partly_refunded', 'sent', undefined],
  ['coupon_exceeded', 'sent', undefined],
  ['refunded', 'refunded', REFUNDED],
  ['refund_pending', 'refund_pending', REFUNDED],
  ['refund_failed', 'refund_pending', REFUNDED],
  ['disputed', 'being_checked', REVIEWED],
  ['duplicate', 'being_checked', REVIEWED],
] as const;

const problemOf = (work: () => void): object | undefined => {
  try {
    work();
    return undefined;
  } catch (error) {
    return error instanceof Failure ? { code: error.code, message: error.message } : {};
  }
};

test.each(standings)('the gift of a payment that is %s is %s, and redeemed unless: %s', (standing, state, message) => {
  expect(stateOf({ standing, redeemed_at: null, sent_at: 1 })).toBe(state);
  const problem = message === undefined ? undefined : { code: 'gift_not_valid', message };
  for (const assert of [assertValid, assertRedeemable]) {
    const found = problemOf(() => assert({ standing, redeemed_at: null }));
    if (problem) expect(found).toMatchObject(problem);
    else expect(found).toBeUndefined();
  }
});

test('a gift waits for its day, is sent, and is redeemed once', () => {
  expect(stateOf({ standing: 'paid', redeemed_at: null, sent_at: null })).toBe('scheduled');
  for (const sent_at of [null, 1]) expect(stateOf({ standing: 'paid', redeemed_at: 2, sent_at })).toBe('redeemed');
  expect(stateOf({ standing: 'refunded', redeemed_at: 2, sent_at: 1 })).toBe('refunded');
  expect(problemOf(() => assertRedeemable({ standing: 'paid', redeemed_at: 2 }))).toMatchObject({
    code: 'gift_redeemed',
  });
  expect(problemOf(() => assertValid({ standing: 'paid' }))).toBeUndefined();
});
