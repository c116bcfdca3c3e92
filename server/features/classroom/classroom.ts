import type { Platform } from '#server/platform.ts';
import { type Attachments, createAttachments } from './attachments/attachments.ts';
import { type Captions, createCaptions } from './captions/captions.ts';
import { createLectures, type Lectures, type LecturesNeeds, lockLecture } from './lectures/lectures.ts';
import { createNotes, type Notes } from './notes/notes.ts';
import { createOffline, type Offline, type OfflineNeeds } from './offline/offline.ts';
import { createPlayback, type Playback } from './playback/playback.ts';
import { createProgress, type Progress } from './progress/progress.ts';
import { createThumbnails, type Thumbnails } from './thumbnails/thumbnails.ts';
import { createUploads, type Uploads } from './uploads/uploads.ts';
import { createVideo, type Video } from './video/video.ts';

export { checkCdn } from './playback/playback.ts';

/** Where lectures are made and watched. */
export interface Classroom {
  video: Video;
  playback: Playback;
  progress: Progress;
  notes: Notes;
  offline: Offline;
  captions: Captions;
  attachments: Attachments;
  thumbnails: Thumbnails;
  lectures: Lectures;
  uploads: Uploads;
}

export interface ClassroomNeeds extends OfflineNeeds {
  catalog: LecturesNeeds['catalog'];
  /** Whether a person may still watch, without a request of theirs; false for deleted accounts. */
  stillHasAccess: (userId: string) => Promise<boolean>;
}

/** Creates each part once, with its dependencies on the parts below. */
export const createClassroom = (
  platform: Platform,
  { catalog, stillHasAccess, accessEndsAt }: ClassroomNeeds,
): Classroom => {
  const video = createVideo(platform, { catalogChanged: catalog.lectureChanged });
  const playback = createPlayback(platform, { video, stillHasAccess });
  const progress = createProgress(platform);
  const notes = createNotes(platform);
  const offline = createOffline(platform, { accessEndsAt });
  const captions = createCaptions(platform, { video, lockLecture, lectureChanged: catalog.lectureChanged });
  const attachments = createAttachments(platform, { video, lockLecture });
  const thumbnails = createThumbnails(platform, { video, lockLecture });
  const lectures = createLectures(platform, { catalog, video, playback, progress, captions, attachments });
  const uploads = createUploads(platform, lectures);
  return { video, playback, progress, notes, offline, captions, attachments, thumbnails, lectures, uploads };
};
