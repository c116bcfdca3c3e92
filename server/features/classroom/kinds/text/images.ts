import { fail } from '#server/errors.ts';
import type { ReceivedFile } from '#server/http/received-file.ts';
import { newId } from '#server/ids.ts';
import type { Platform } from '#server/platform.ts';
import type { LecturePlace, LockLecture, Video } from '../../video/video.ts';
import { listContents } from '../kinds.queries.ts';
import { isImageName } from './text.ts';

const MAX_OF_LECTURE = 50;

export type LectureImages = ReturnType<typeof createLectureImages>;

/** The images of texts, as files of their lecture. Each throws `course_not_found` and `lecture_not_found`. */
export const createLectureImages = (
  { clock, files, images }: Platform,
  { video, lockLecture }: { video: Pick<Video, 'revise' | 'namesOf'>; lockLecture: LockLecture },
) => ({
  /** Returns its name. The first ones that the text does not show make room. Throws `not_an_image` and `too_many_images`. */
  add: async (place: LecturePlace, image: ReceivedFile): Promise<string> => {
    const { lectureId } = place;
    const from = await images.toThumbnail(image);
    const id = newId();
    const name = `image-${id}.webp`;
    const key = `images/${id}.webp`;
    await files.keepWith([{ key, from }], async (tx) => {
      await lockLecture(tx, place, clock.now());
      const names = ((await video.namesOf([lectureId])).get(lectureId) ?? []).filter(isImageName);
      const text = JSON.stringify((await listContents(tx, [lectureId])).get(lectureId) ?? {});
      const remove = names.length < MAX_OF_LECTURE ? [] : names.filter((other) => !text.includes(other));
      if (names.length - remove.length >= MAX_OF_LECTURE) throw fail('too_many_images');
      await video.revise(tx, lectureId, { put: [{ name, key, contentType: 'image/webp' }], remove });
    });
    return name;
  },
});
