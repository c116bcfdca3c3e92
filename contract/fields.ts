import { z } from 'zod';
import { isEmailAddress, normalEmail } from './email-address.ts';
import { messages } from './messages.ts';

const fields = messages.fields;

export const isWithoutNul = (value: string): boolean => !value.includes('\u0000');

/** Nothing is drawn for these, and a text of them alone looks empty: format characters, fillers of Hangul, the blank of Braille. */
const UNSEEN = /[\p{Cf}\u115f\u1160\u2800\u3164\uffa0]/gu;
/** Joiners between letters belong to scripts of India and to Persian. */
const JOINERS = /(?<=[\p{L}\p{M}])[\u200c\u200d](?=[\p{L}\p{M}])/gu;

/** The name of a person in one line, without what nobody can see. */
export const visibleName = (typed: string): string =>
  typed
    .replaceAll(JOINERS, (joiner) => (joiner === '\u200c' ? '\ue000' : '\ue001'))
    .replaceAll(UNSEEN, '')
    .replaceAll('\ue000', '\u200c')
    .replaceAll('\ue001', '\u200d')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();

/** Trimmed text with a bound. NUL is refused because PostgreSQL cannot store it. */
export const text = (maxLength: number, required: string) =>
  z
    .string({ error: required })
    .trim()
    .min(1, required)
    .max(maxLength, fields.tooLong)
    .refine(isWithoutNul, fields.badCharacters);

/** Programs for email make a link of an address, and a name is in emails to others. */
export const isWithoutAddress = (name: string): boolean => !/:\/\/|\bwww\.|\.\p{L}[\p{L}\p{M}]+\//iu.test(name);

/** A stored name without the web addresses that it may have from before they were refused. */
export const nameWithoutAddress = (name: string): string => name.split(/\s+/).filter(isWithoutAddress).join(' ') || '…';

/** The name of a person. */
export const personName = (required: string) =>
  text(100, required).overwrite(visibleName).min(1, required).refine(isWithoutAddress, fields.addressInName);

/** Whether no character of a text can end a line, such as a header of an email. */
// oxlint-disable-next-line no-control-regex
export const isOneLine = (value: string): boolean => !/[\u0000-\u001f\u007f\u2028\u2029]/.test(value);

/** Whether no character of a text is invisible, or changes the direction of what is around it (Unicode's format characters, except joiners of letters). */
export const isVisible = (value: string): boolean => !/\p{Cf}/u.test(value.replaceAll(/[\u200c\u200d]/g, ''));

/** Text of one line. */
export const oneLine = (maxLength: number, required: string) =>
  text(maxLength, required).refine(isOneLine, fields.badCharacters);

/** A text that is '' where nothing is set. */
export const orNothing = <S extends z.ZodType<string, string>>(schema: S) => z.literal('').or(schema);

/** A search term: bounded, and without NUL, which PostgreSQL cannot store. */
export const searchTerm = z.string().trim().max(254).refine(isWithoutNul, fields.badCharacters);

/** The id of a row. The form is loose, so that an unknown id is not found instead of invalid. */
export const Id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

/** An address in its normal form. */
export const email = (required: string) =>
  text(254, required).overwrite(normalEmail).refine(isEmailAddress, fields.email);

/** An address as it was typed, of an account that may have been stored before addresses had a normal form. */
export const typedEmail = (required: string) =>
  text(254, required)
    .toLowerCase()
    .refine((typed) => isEmailAddress(normalEmail(typed)), fields.email);

/** A new password: 8 to 256 characters and no other rule. */
export const newPassword = (required: string) =>
  z.string({ error: required }).min(1, required).min(8, fields.shortPassword).max(256, fields.longPassword);

/**
 * Whether a new password that is easy to guess is refused. Our pages send it with the specified calls, whose other clients may
 * choose any password of this length.
 */
export const checkPassword = z.literal('true').optional();

/** The current password at a login: only bounded, so that passwords set under older rules keep working. */
export const currentPassword = (required: string) =>
  z.string({ error: required }).min(1, required).max(1024, fields.longPassword);

export const isTimeZone = (value: string): boolean => {
  try {
    Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    return false;
  }
};

/** A moment, as an ISO 8601 text in UTC. */
export const Instant = z.iso.datetime();

export const Role = z.enum(['ADMIN', 'USER']);
export type Role = z.output<typeof Role>;
/** Of an account that is stored already: what is no role gives no rights, and closes no page. */
export const StoredRole = Role.catch('USER');

/** Integer paise; 49900 is ₹499. */
export const Paise = z.int();

export const MediaLink = z.object({ secure_url: z.string().nullable() });

export const KIB = 1024;
export const MIB = 1024 * KIB;
export const IMAGE_MAX_BYTES = 5 * MIB;
export const SOUND_MAX_BYTES = 20 * MIB;
/** Of a file that answers a question. */
export const ANSWER_FILE_MAX_BYTES = 20 * MIB;
export const ATTACHMENT_MAX_BYTES = 100 * MIB;

/** Which part of a list is asked for: `limit` entries from `offset` on. */
export const pageOf = (limit: number, { max = 100, offsetMax = 1_000_000 } = {}) => ({
  limit: z.coerce.number().int().min(1).max(max).default(limit),
  offset: z.coerce.number().int().min(0).max(offsetMax).default(0),
});
