import { z } from 'zod';
import { errors } from '#contract/errors.ts';
import { IMAGE_MAX_BYTES } from '#contract/fields.ts';
import { formatSize } from '#contract/format.ts';

const requiredFile = (whenMissing: string) =>
  z
    .instanceof(File)
    .optional()
    .transform((file, context) => {
      if (file) return file;
      context.addIssue(whenMissing);
      return z.NEVER;
    });

export const fileIf = (isRequired: boolean, whenMissing: string) =>
  z
    .instanceof(File)
    .optional()
    .refine((file) => file !== undefined || !isRequired, { error: whenMissing });

/** The server also checks that the file holds such an image. */
export const requiredAvatar = (whenMissing: string) =>
  requiredFile(whenMissing)
    .refine(({ name }) => /\.(?:jpe?g|png|svg)$/i.test(name), errors.not_an_image[1])
    .refine(({ size }) => size <= IMAGE_MAX_BYTES, errors.too_large[1]);

/** The server also checks that the file holds such an image. */
export const thumbnailIf = (isRequired: boolean, whenMissing: string) =>
  fileIf(isRequired, whenMissing)
    .refine((file) => !file || /\.(?:jpe?g|png)$/i.test(file.name), 'Choose a jpg, jpeg or png image')
    .refine((file) => !file || file.size <= IMAGE_MAX_BYTES, `A thumbnail can be up to ${formatSize(IMAGE_MAX_BYTES)}`);
