import type { Actor } from '#server/http/actor.ts';
import type { Platform } from '#server/platform.ts';
import { createAttachments } from './attachments/attachments.ts';
import { createCaptions } from './captions/captions.ts';
import { type CourseCatalog, createLectures, lockLecture } from './lectures/lectures.ts';
import { createNotes } from './notes/notes.ts';
import { createOffline } from './offline/offline.ts';
import { createPlayback } from './playback/playback.ts';
import { createProgress } from './progress/progress.ts';
import { createThumbnails } from './thumbnails/thumbnails.ts';
import { createUploads } from './uploads/uploads.ts';
import { createVideo } from './video/video.ts';

export { checkCdn } from './playback/playback.ts';

export type Classroom = ReturnType<typeof createClassroom>;

/** Authoring and watching lectures: creates each part once, with its dependencies on the parts below. */
export const createClassroom = (
  platform: Platform,
  {
    catalog,
    stillHasAccess,
    accessEndsAt,
  }: {
    catalog: CourseCatalog;
    /** Whether a person may still watch, without a request of theirs; false for deleted accounts. */
    stillHasAccess: (userId: string) => Promise<boolean>;
    accessEndsAt: (actor: Actor) => Promise<number | undefined>;
  },
) => {
  const video = createVideo(platform, catalog.lectureChanged);
  const playback = createPlayback(platform, { video, stillHasAccess });
  const progress = createProgress(platform);
  const notes = createNotes(platform);
  const offline = createOffline(platform, accessEndsAt);
  const captions = createCaptions(platform, { video, lockLecture, lectureChanged: catalog.lectureChanged });
  const attachments = createAttachments(platform, { video, lockLecture });
  const thumbnails = createThumbnails(platform, { video, lockLecture });
  const lectures = createLectures(platform, { catalog, video, playback, progress, captions, attachments });
  const uploads = createUploads(platform, lectures);
  return { video, playback, progress, notes, offline, captions, attachments, thumbnails, lectures, uploads };
};
