import { open } from 'node:fs/promises';
import { mediaKindOf } from '#contract/classroom/lecture-media.ts';
import { fail } from '#server/errors.ts';
import type { ReceivedFile } from '#server/http/endpoint/received-file.ts';
import { newId } from '#server/ids.ts';
import type { Platform } from '#server/platform.ts';
import type { NewFile } from '#server/storage/file-keeper.ts';
import { type AudioKind, sniffAudio } from '#video-format/audio.ts';
import { VIDEO_SNIFF_BYTES } from '#video-format/sniff.ts';
import type { LecturePlace, LockLecture, Video } from '../video/video.ts';
import { listTextsWithMedia } from './kinds.queries.ts';

const MAX_OF_LECTURE = 100;

export type LectureMedia = ReturnType<typeof createLectureMedia>;

const kindOfSound = async (path: string): Promise<AudioKind> => {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(VIDEO_SNIFF_BYTES), 0, VIDEO_SNIFF_BYTES, 0);
    const kind = sniffAudio(buffer.subarray(0, bytesRead));
    if (!kind) throw fail('not_audio');
    return kind;
  } finally {
    await file.close();
  }
};

/** Pictures and sounds of texts and questions, as files of their lecture. Each throws `course_not_found` and `lecture_not_found`. */
export const createLectureMedia = (
  { clock, files, images }: Platform,
  { video, lockLecture }: { video: Pick<Video, 'revise' | 'namesOf'>; lockLecture: LockLecture },
) => {
  /** The first ones that nothing shows make room. Throws `too_many_images`. */
  const keep = async (place: LecturePlace, { name, contentType, ...file }: NewFile & NamedFile): Promise<string> => {
    const { lectureId } = place;
    await files.keepWith([file], async (tx) => {
      await lockLecture(tx, place, clock.now());
      const names = ((await video.namesOf([lectureId])).get(lectureId) ?? []).filter(mediaKindOf);
      const isFull = names.length >= MAX_OF_LECTURE;
      const texts = isFull ? await listTextsWithMedia(tx, lectureId) : [];
      const remove = isFull ? names.filter((other) => !texts.some((text) => text.includes(other))) : [];
      if (names.length - remove.length >= MAX_OF_LECTURE) throw fail('too_many_images');
      await video.revise(tx, lectureId, { put: [{ name, key: file.key, contentType }], remove });
    });
    return name;
  };

  return {
    /** Returns its name. Throws `not_an_image`. */
    addImage: async (place: LecturePlace, image: ReceivedFile): Promise<string> => {
      const from = await images.toThumbnail(image);
      const id = newId();
      const named = { name: `image-${id}.webp`, contentType: 'image/webp' };
      return keep(place, { ...named, key: `images/${id}.webp`, from });
    },

    /** Returns its name. Throws `not_audio`. */
    addSound: async (place: LecturePlace, { path }: ReceivedFile): Promise<string> => {
      const { extension, contentType } = await kindOfSound(path);
      const id = newId();
      return keep(place, {
        name: `sound-${id}.${extension}`,
        contentType,
        key: `audio/${id}.${extension}`,
        from: path,
      });
    },
  };
};

interface NamedFile {
  name: string;
  contentType: string;
}
