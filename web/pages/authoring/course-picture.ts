import { z } from 'zod';
import { IMAGE_MAX_BYTES } from '#contract/values.ts';
import { formatSize } from '#web/components/format.ts';

/** A new thumbnail of a course, or none: then the old one stays. Its bytes are judged by the server. */
export const optionalPicture = z
  .instanceof(File)
  .optional()
  .refine((file) => !file || /\.(?:jpe?g|png)$/i.test(file.name), 'Choose a jpg, jpeg or png picture')
  .refine((file) => !file || file.size <= IMAGE_MAX_BYTES, `A thumbnail may have up to ${formatSize(IMAGE_MAX_BYTES)}`);
