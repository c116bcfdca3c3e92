import { errors } from '#contract/errors.ts';
import { IMAGE_MAX_BYTES } from '#contract/values.ts';
import { pickedFile } from '#web/forms/picked-file.ts';

/** An avatar: jpg, jpeg, png or svg. Its bytes are judged by the server. */
export const pickedAvatar = (whenMissing: string) =>
  pickedFile(whenMissing)
    .refine(({ name }) => /\.(?:jpe?g|png|svg)$/i.test(name), errors.not_an_image[1])
    .refine(({ size }) => size <= IMAGE_MAX_BYTES, errors.too_large[1]);

export const AVATAR_ACCEPT = '.jpg,.jpeg,.png,.svg';
