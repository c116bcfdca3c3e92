import { z } from 'zod';
import { oneLine, orNothing } from '../fields.ts';
import { messages } from '../messages.ts';

/** Where and when backups are written, without the secrets. */
export const BackupSettings = z.object({
  kind: z.enum(['off', 'folder', 'bucket']),
  /** An absolute path. */
  folder: z.string(),
  /** The address of the object store. */
  endpoint: z.string(),
  region: z.string(),
  bucket: z.string(),
  /** The folder within the bucket. */
  prefix: z.string(),
  keyId: z.string(),
  /** The hour of the school's day after which they start. */
  hour: z.int(),
});
export type BackupSettings = z.output<typeof BackupSettings>;

const texts = messages.backups;

/** A secret replaces the stored one; without it, that one stays. What is required follows from `kind`. */
export const BackupChange = BackupSettings.extend({
  folder: orNothing(oneLine(500, texts.badFolder).regex(/^\//, texts.badFolder)),
  endpoint: orNothing(z.url({ protocol: /^https?$/, error: texts.badEndpoint }).max(300, messages.fields.tooLong)),
  region: orNothing(oneLine(60, texts.badRegion).regex(/^[\w-]+$/, texts.badRegion)),
  bucket: orNothing(oneLine(63, texts.badBucket).regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, texts.badBucket)),
  prefix: oneLine(200, texts.badPrefix).regex(/^[a-z0-9-]+(?:\/[a-z0-9-]+)*$/, texts.badPrefix),
  keyId: orNothing(oneLine(200, messages.settings.incomplete)),
  hour: z.int({ error: texts.badHour }).min(0, texts.badHour).max(23, texts.badHour),
  secretKey: z.string().trim().max(200, messages.fields.tooLong).optional(),
  passphrase: z
    .string()
    .max(200, messages.fields.tooLong)
    .regex(/^(?:|.{12,})$/, texts.shortPassphrase)
    .optional(),
});
