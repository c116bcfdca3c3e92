import { z } from 'zod';

/** A secret is never returned. */
export const SecretState = z.object({
  isSet: z.boolean(),
  /** Its last four characters, where it is long enough not to be revealed by them. */
  lastFour: z.string().nullable(),
  /** False when it was stored under another SECRET_KEY, so that it has to be entered again. */
  isReadable: z.boolean(),
});
export type SecretState = z.output<typeof SecretState>;
