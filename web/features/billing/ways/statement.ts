import { z } from 'zod';
import { errors } from '#contract/errors.ts';
import { IMAGE_MAX_BYTES } from '#contract/fields.ts';
import { messages } from '#contract/messages.ts';
import type { OwnWay } from '#contract/billing/way-names.ts';
import { isUsualReference } from '#contract/billing/way-reference.ts';
import { parseRupees } from '#web/features/billing/plans/rupee-input.ts';

const words = messages.ways;

/** A reference in the form of its way; cash needs none. */
export const referenceOf = (way: OwnWay) =>
  z
    .string()
    .trim()
    .max(64, messages.fields.tooLong)
    .refine((typed) => way === 'cash' || way === 'other' || typed !== '', words.referenceMissing)
    .refine((typed) => way !== 'upi' || typed === '' || isUsualReference(way, typed), words.badUpiReference);

export const amountTyped = z
  .string()
  .transform((typed) => parseRupees(typed) ?? 0)
  .pipe(z.int().min(1, words.amountMissing));

/** The server also checks that the file holds such an image. */
const optionalPicture = z
  .instanceof(File)
  .optional()
  .refine((file) => !file || /\.(?:jpe?g|png)$/i.test(file.name), messages.fields.badImage)
  .refine((file) => !file || file.size <= IMAGE_MAX_BYTES, errors.too_large[1]);

/** What a buyer says of a payment. */
export const statementOf = (way: OwnWay) =>
  z.object({
    reference: referenceOf(way),
    paidOn: z.iso.date({ error: words.dayMissing }),
    amount: amountTyped,
    picture: optionalPicture,
  });
export type Statement = z.output<ReturnType<typeof statementOf>>;
export type StatementDraft = z.input<ReturnType<typeof statementOf>>;
