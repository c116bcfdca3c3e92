import { setTimeout } from 'node:timers/promises';
import { PRICE_IN_PAISE } from '#contract/payments.ts';
import type { IndianState } from '#contract/states.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import type { PaymentAttemptRow } from '#server/database/payment-tables.ts';
import { fail } from '#server/errors.ts';
import {
  bindSubscription,
  endAttempt,
  insertOpenAttempt,
  openAttemptOf,
  releaseCreation,
  setBuyerState,
  takeOverCreation,
} from './attempts.queries.ts';
import { writeAudit } from './audit.ts';
import type { Offer } from './gateway.ts';
import { type Money, type PaymentProvider, ProviderError } from './provider.ts';

const MINUTE_MS = 60_000;
const PAYABLE_MS = 24 * 60 * MINUTE_MS;
/** One that ends sooner would run out in the buyer's hands. */
const LEAST_TIME_LEFT_MS = 30 * MINUTE_MS;
/** Longer than any answer of the provider is waited for. */
const CREATION_LEASE_MS = MINUTE_MS;
const WAIT_MS = 15_000;
const LOOK_AGAIN_MS = 40;

export const PRICE: Money = { amountInPaise: PRICE_IN_PAISE, currency: 'INR' };

export interface Started {
  subscriptionId: string;
  /** The provider's own payment page; null when its window opens on this site. */
  checkoutUrl: string | null;
  expiresAt: number;
}

export interface Attempts {
  /**
   * The one subscription that this person may pay now, made if there is none. However many ask at once, in however
   * many processes, the provider is asked for one. The state that the buyer gave last is kept. Throws `provider_failed`.
   */
  open(userId: string, offer: Offer, provider: PaymentProvider, buyerState?: IndianState): Promise<Started>;
}

export interface AttemptNeeds {
  database: Database;
  clock: Clock;
  publicAddress: () => Promise<string>;
  log: { warn(facts: object, text: string): void };
}

const isForOffer = (row: PaymentAttemptRow, offer: Offer, now: number): boolean =>
  row.plan_ref === offer.planRef &&
  row.cycles === offer.cycles &&
  row.amount_in_paise === PRICE.amountInPaise &&
  row.expires_at - now > LEAST_TIME_LEFT_MS;

export const createAttempts = ({ database, clock, publicAddress, log }: AttemptNeeds): Attempts => {
  const { db } = database;

  const audit = (row: PaymentAttemptRow, action: string, detail: object = {}): Promise<void> =>
    writeAudit(db, {
      at: clock.now(),
      by: `user ${row.user_id}`,
      action,
      userId: row.user_id,
      attemptId: row.id,
      detail,
    });

  const give = (row: PaymentAttemptRow): Started => {
    if (row.subscription_ref === null) throw fail('provider_failed');
    return { subscriptionId: row.subscription_ref, checkoutUrl: row.checkout_url, expiresAt: row.expires_at };
  };

  const noteFailure = async (row: PaymentAttemptRow, isFirstTry: boolean, error: ProviderError): Promise<void> => {
    log.warn({ err: error, attempt: row.id }, 'a subscription could not be made');
    await audit(row, 'creation failed', { kind: error.kind, isAmbiguous: error.isAmbiguous });
    // Only when nothing can have been made is the attempt over; else the next caller looks for it first.
    if (isFirstTry && !error.isAmbiguous) await endAttempt(db, row.id, 'settled', clock.now());
    else await releaseCreation(db, row.id, clock.now());
  };

  const create = async (row: PaymentAttemptRow, provider: PaymentProvider, isFirstTry: boolean): Promise<Started> => {
    try {
      const start = await provider.startCheckout({
        attemptId: row.id,
        plan: { ref: row.plan_ref, cycles: row.cycles },
        user: { id: row.user_id },
        returnUrl: `${await publicAddress()}/checkout`,
        expiresAt: row.expires_at,
        ...(isFirstTry ? {} : { mayExistSince: row.created_at }),
      });
      const bound = await bindSubscription(db, row.id, start, clock.now());
      await audit(row, 'subscription created', { ref: start.ref });
      return give(bound);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      await noteFailure(row, isFirstTry, error);
      throw fail('provider_failed', { cause: error });
    }
  };

  /** Looks at what there is and does the one next thing; undefined when it is somebody else's turn. */
  const step = async (
    userId: string,
    offer: Offer,
    provider: PaymentProvider,
    row: PaymentAttemptRow | undefined,
  ): Promise<Started | 'again' | 'wait'> => {
    const now = clock.now();
    const creatingUntil = now + CREATION_LEASE_MS;
    if (!row) {
      const expiresAt = now + PAYABLE_MS;
      const fresh = await insertOpenAttempt(db, {
        userId,
        provider: provider.id,
        offer,
        price: PRICE,
        creatingUntil,
        expiresAt,
        now,
      });
      return fresh ? create(fresh, provider, true) : 'again';
    }
    if (row.subscription_ref !== null && row.provider_status === 'created' && isForOffer(row, offer, now))
      return give(row);
    if (row.subscription_ref === null && row.creating_until > now) return 'wait';
    if (row.subscription_ref !== null || !isForOffer(row, offer, now)) {
      await endAttempt(db, row.id, 'retired', now);
      return 'again';
    }
    return (await takeOverCreation(db, row.id, now, creatingUntil)) ? create(row, provider, false) : 'wait';
  };

  return {
    open: async (userId, offer, provider, buyerState) => {
      const giveUpAt = performance.now() + WAIT_MS;
      let isWaiting = false;
      for (;;) {
        const row = await openAttemptOf(db, userId, offer.mode);
        // What was waited for came to nothing: the provider was asked a moment ago, and not for this caller again.
        if (!row && isWaiting) throw fail('provider_failed');
        const next = await step(userId, offer, provider, row);
        if (typeof next === 'object') {
          if (buyerState !== undefined) await setBuyerState(db, next.subscriptionId, buyerState, clock.now());
          return next;
        }
        isWaiting = next === 'wait';
        if (performance.now() > giveUpAt) throw fail('busy');
        if (isWaiting) await setTimeout(LOOK_AGAIN_MS);
      }
    },
  };
};
