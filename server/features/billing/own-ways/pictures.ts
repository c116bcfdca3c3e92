import { lockUsers } from '#server/database/lock-users.ts';
import { fail } from '#server/errors.ts';
import type { ReceivedFile } from '#server/http/endpoint/received-file.ts';
import { newId } from '#server/ids.ts';
import { filesInColumn } from '#server/storage/files-in-column.ts';
import { readWhole } from '#server/storage/read-whole.ts';
import type { BillingPlatform } from '../billing-platform.ts';
import type { Confirmer, Confirming } from './confirming.ts';
import { findRequest, updateRequest } from './requests.queries.ts';
import type { Requests } from './requests.ts';

const FOLDER = 'proofs';

/** Pictures of payments, for the sweep of files. */
export const proofFiles = filesInColumn(FOLDER, {
  table: 'payment_requests',
  column: 'picture_key',
  isDeletable: false,
});

/** Pictures that buyers add to what they say. They open nothing, and only those see them who confirm payments. */
export const createPictures = (
  { clock, images, files, storage }: BillingPlatform,
  { requests, confirming }: { requests: Requests; confirming: Confirming },
) => ({
  /** In the place of the one before. Throws `payment_request_not_found` and `payment_request_decided`. */
  send: async (userId: string, id: string, file: ReceivedFile) => {
    await requests.ownRequest(userId, id);
    const picture = await images.toThumbnail(file);
    const key = `${FOLDER}/${newId()}.webp`;
    await files.keepWith([{ key, from: picture }], async (tx) => {
      await lockUsers(tx, [userId]);
      const before = await findRequest(tx, id);
      if (before?.state !== 'waiting') throw fail('payment_request_decided');
      await updateRequest(tx, id, { picture_key: key, updated_at: clock.now() }).execute();
      await files.removeLater(tx, [before.picture_key]);
    });
    return requests.presented(await requests.ownRequest(userId, id));
  },
  /** Throws `payment_request_not_found` and `file_not_found`. */
  read: async (confirmer: Confirmer, id: string): Promise<Buffer> => {
    const { picture_key: key } = await confirming.findFor(confirmer, id);
    const bytes = key === null ? undefined : await readWhole(storage, key);
    if (!bytes) throw fail('file_not_found');
    return bytes;
  },
});
