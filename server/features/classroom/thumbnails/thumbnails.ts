import type { ReceivedFile } from '#server/http/endpoint/received-file.ts';
import { newId } from '#server/ids.ts';
import type { Platform } from '#server/platform.ts';
import { CHOSEN_THUMBNAIL, type LecturePlace, type LockLecture, type Video } from '../video/video.ts';

export type Thumbnails = ReturnType<typeof createThumbnails>;

/** The images that authors choose for lectures. Each throws `course_not_found` and `lecture_not_found`. */
export const createThumbnails = (
  { database, clock, files, images }: Platform,
  { video, lockLecture }: { video: Pick<Video, 'revise'>; lockLecture: LockLecture },
) => ({
  /** Throws `not_an_image`. */
  choose: async (place: LecturePlace, image: ReceivedFile): Promise<void> => {
    const from = await images.toThumbnail(image);
    const key = `posters/${newId()}.webp`;
    await files.keepWith([{ key, from }], async (tx) => {
      await lockLecture(tx, place, clock.now());
      await video.revise(tx, place.lectureId, { put: [{ name: CHOSEN_THUMBNAIL, key, contentType: 'image/webp' }] });
    });
  },

  /** Returns to the frame of the video; does nothing where none was chosen. */
  reset: (place: LecturePlace): Promise<void> =>
    database.transaction(async (tx) => {
      await lockLecture(tx, place, clock.now());
      await video.revise(tx, place.lectureId, { remove: [CHOSEN_THUMBNAIL] });
    }),
});
