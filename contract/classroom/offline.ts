import { z } from 'zod';
import { post, saying } from '../endpoint.ts';
import { Id } from '../fields.ts';
import { messages } from '../messages.ts';

/** How many lectures a device may download. */
export const OFFLINE_LECTURES_MAX = 100;

/** The key that encrypts a downloaded lecture on a device. */
const OfflineKey = z.object({
  lectureId: z.string(),
  /** Changes with the key: a download with another key cannot be decrypted any more. */
  keyId: z.string(),
  /** 256 bits, as base64url. */
  key: z.string(),
  /** Until then the download plays without a connection, in epoch milliseconds. */
  endsAtMs: z.int(),
});
export type OfflineKey = z.output<typeof OfflineKey>;

export const offline = {
  keys: post('/offline/keys', {
    access: 'user',
    summary: 'Get or renew the keys of lectures to download; removed lectures are left out',
    body: z.object({
      /** A name that the device gives itself. */
      deviceId: z.string().regex(/^[\w-]{16,64}$/),
      lectureIds: z.array(Id).min(1).max(OFFLINE_LECTURES_MAX),
    }),
    rateLimit: { perUser: 60 },
    response: saying(messages.offline.keys, {
      keys: z.array(OfflineKey),
      /** The clock of the server, in epoch milliseconds. */
      nowMs: z.int(),
    }),
  }),
};
