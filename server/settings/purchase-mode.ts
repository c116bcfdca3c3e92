import type { PaymentSettings } from '#contract/billing/payment-settings.ts';
import { cachedByTopic } from '#server/database/cached-by-topic.ts';
import type { Database, Db, Tx } from '#server/database/database.ts';
import { findValue, storeValue } from '#server/database/stored-value.ts';

type PurchaseMode = PaymentSettings['mode'];

const NAME = 'purchase_mode';

/** Before a mode is stored, test purchases open nothing. */
const findStored = async (db: Db): Promise<PurchaseMode> => ((await findValue(db, NAME)) === 'test' ? 'test' : 'live');

/** The mode whose purchases count, as a stored fact of the school. A change raises the topic. */
export const createPurchaseMode = (database: Pick<Database, 'db' | 'topics'>, topic: string) => ({
  find: cachedByTopic(database, topic, findStored),
  store: async (tx: Tx, mode: PurchaseMode, now: number): Promise<void> => {
    if (mode === (await findStored(tx))) return;
    await database.topics.raise(tx, topic);
    await storeValue(tx, NAME, mode, now);
  },
});
