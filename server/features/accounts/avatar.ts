import { newId } from '#server/ids.ts';
import type { Images, SentImage } from '#server/images/images.ts';
import type { NewFile } from '#server/storage/file-keeper.ts';

/** An avatar to store. Throws `not_an_image`. */
export const drawAvatar = async (images: Images, image: SentImage): Promise<NewFile> => ({
  key: `avatars/${newId()}.webp`,
  from: await images.toAvatar(image),
});
