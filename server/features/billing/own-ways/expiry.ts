import { z } from 'zod';
import { DAY_MS, HOUR_MS } from '#server/clock.ts';
import { lockUsers } from '#server/database/lock-users.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import type { BillingPlatform } from '../billing-platform.ts';
import { requestClosed } from '../ledger/ledger.ts';
import { noticed, waitsFor } from './present.ts';
import { findRequest, listExpired, listOldPictures, updateRequest } from './requests.queries.ts';
import { endRequest } from './requests.ts';

/** How long the picture of a payment is kept after it was decided. */
const PICTURE_KEPT_MS = 90 * DAY_MS;

export const expireRequests = defineJob({
  name: 'payment-requests.expire',
  lane: 'accounting',
  payload: z.object({}),
  everyMs: HOUR_MS,
});
export const dropPictures = defineJob({
  name: 'payment-requests.drop-pictures',
  lane: 'upkeep',
  payload: z.object({}),
  everyMs: DAY_MS,
  waitsAfterJump: true,
});

/** Ends what nobody confirmed in time, tells its buyers, and removes pictures that are no longer needed. */
export const runExpiry = (platform: BillingPlatform): void => {
  const { database, jobs, clock, notices, files } = platform;
  const { db } = database;
  jobs.handle(requestClosed, ({ requestId }) =>
    database.transaction((tx) => notices.withdraw(tx, [waitsFor(requestId)])),
  );
  jobs.handle(expireRequests, async () => {
    for (const { id, user_id: userId } of await listExpired(db, clock.now()))
      await database.transaction(async (tx) => {
        await lockUsers(tx, [userId]);
        const row = await findRequest(tx, id);
        if (
          !row ||
          !(await endRequest(platform, tx, row, { state: 'expired', now: clock.now(), source: { kind: 'rules' } }))
        )
          return;
        const content = { ...noticed(row), amountInPaise: row.amount_in_paise, reason: '' };
        const dedupeKey = `payment_request:${id}:expired`;
        await notices.notify(tx, [
          { userId, dedupeKey, content: { kind: 'payment_request', state: 'expired', ...content } },
        ]);
      });
  });
  jobs.handle(dropPictures, async () => {
    for (const { id, picture_key: key } of await listOldPictures(db, clock.now() - PICTURE_KEPT_MS))
      await database.transaction(async (tx) => {
        await updateRequest(tx, id, { picture_key: null }).where('picture_key', '=', key).execute();
        await files.removeLater(tx, [key]);
      });
  });
};
