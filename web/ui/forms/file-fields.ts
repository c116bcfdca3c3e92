import { z } from 'zod';
import { errors } from '#contract/errors.ts';
import { IMAGE_MAX_BYTES } from '#contract/fields.ts';
import { messages } from '#contract/messages.ts';

export const fileIf = (isRequired: boolean, whenMissing: string) =>
  z
    .instanceof(File)
    .optional()
    .refine((file) => file !== undefined || !isRequired, { error: whenMissing });

/** The server also checks that the file holds such an image. */
export const optionalAvatar = z
  .instanceof(File)
  .optional()
  .refine((file) => !file || /\.(?:jpe?g|png|svg)$/i.test(file.name), errors.not_an_image[1])
  .refine((file) => !file || file.size <= IMAGE_MAX_BYTES, errors.too_large[1]);

export const requiredAvatar = (whenMissing: string) =>
  optionalAvatar.transform((file, context) => {
    if (file) return file;
    context.addIssue(whenMissing);
    return z.NEVER;
  });

/** The server also checks that the file holds such an image. */
export const thumbnailIf = (isRequired: boolean, whenMissing: string) =>
  fileIf(isRequired, whenMissing)
    .refine((file) => !file || /\.(?:jpe?g|png)$/i.test(file.name), messages.fields.badImage)
    .refine((file) => !file || file.size <= IMAGE_MAX_BYTES, messages.fields.thumbnailTooLarge);
