import type { Tx } from '#server/database/database.ts';
import type { ReceivedFile } from '#server/http/received-file.ts';
import { newId } from '#server/ids.ts';
import type { Platform } from '#server/platform.ts';
import { CHOSEN_THUMBNAIL, type Video } from '../video/video.ts';

export interface ThumbnailPlace {
  courseId: string;
  lectureId: string;
}

/** The images that authors choose for lectures. Each throws `course_not_found` and `lecture_not_found`. */
export interface Thumbnails {
  /** Throws `not_an_image`. */
  choose(place: ThumbnailPlace, image: ReceivedFile): Promise<void>;
  /** Returns to the frame of the video; does nothing where none was chosen. */
  reset(place: ThumbnailPlace): Promise<void>;
}

export interface ThumbnailsNeeds {
  video: Pick<Video, 'revise'>;
  /** Locks a lecture and its course. Throws `course_not_found` and `lecture_not_found`. */
  lockLecture: (tx: Tx, place: ThumbnailPlace, now: number) => Promise<void>;
}

export const createThumbnails = (
  { database, clock, files, images }: Platform,
  { video, lockLecture }: ThumbnailsNeeds,
): Thumbnails => ({
  choose: async (place, image) => {
    const from = await images.toThumbnail(image);
    const key = `posters/${newId()}.webp`;
    await files.keepWith([{ key, from }], async (tx) => {
      await lockLecture(tx, place, clock.now());
      await video.revise(tx, place.lectureId, { put: [{ name: CHOSEN_THUMBNAIL, key, contentType: 'image/webp' }] });
    });
  },

  reset: (place) =>
    database.transaction(async (tx) => {
      await lockLecture(tx, place, clock.now());
      await video.revise(tx, place.lectureId, { remove: [CHOSEN_THUMBNAIL] });
    }),
});
