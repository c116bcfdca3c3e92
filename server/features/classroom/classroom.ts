import type { CoursePolicy } from '#server/http/endpoint/course-policy.ts';
import type { Platform } from '#server/platform.ts';
import { createAttachments } from './attachments/attachments.ts';
import { createCalendar } from './calendar/calendar.ts';
import { createCaptions } from './captions/captions.ts';
import { createKinds } from './kinds/kinds.ts';
import { type CourseCatalog, createLectures, lockLecture } from './lectures/lectures.ts';
import { createMoments } from './moments/moments.ts';
import { createNotes } from './notes/notes.ts';
import { createOffline } from './offline/offline.ts';
import { createPlayback } from './playback/playback.ts';
import { createPodcasts } from './podcasts/podcasts.ts';
import { type CourseProgressed, type CoursesHadBy, createProgress } from './progress/progress.ts';
import { createQuestions, type QuestionsNeeds } from './questions/questions.ts';
import { createQuizzes } from './quizzes/quizzes.ts';
import { createThumbnails } from './thumbnails/thumbnails.ts';
import { createUploads } from './uploads/uploads.ts';
import { createVideo } from './video/video.ts';
import { createWatermarks } from './watermark/watermark.ts';

export { checkCdn } from './playback/playback.ts';

export type Classroom = ReturnType<typeof createClassroom>;

interface ClassroomNeeds {
  catalog: CourseCatalog;
  policy: CoursePolicy;
  coursesHadBy: CoursesHadBy;
  progressed: CourseProgressed;
  notices: QuestionsNeeds['notices'];
}

/** Authoring and watching lectures: creates each part once, with its dependencies on the parts below. */
export const createClassroom = (
  platform: Platform,
  { catalog, policy, coursesHadBy, progressed, notices }: ClassroomNeeds,
) => {
  const video = createVideo(platform, catalog.lectureChanged);
  const playback = createPlayback(platform, { video, policy });
  const notes = createNotes(platform, policy);
  const progress = createProgress(platform, { policy, coursesHadBy, progressed, countNotes: notes.countIn });
  const offline = createOffline(platform, policy);
  const captions = createCaptions(platform, { video, lockLecture, lectureChanged: catalog.lectureChanged });
  const quizzes = createQuizzes(platform, {
    policy,
    notePassed: progress.noteDone,
    noteNotPassed: progress.noteNotDone,
    notices,
    playback,
  });
  const attachments = createAttachments(platform, { video, lockLecture });
  const thumbnails = createThumbnails(platform, { video, lockLecture });
  const kinds = createKinds(platform, { video, lockLecture, tellHolders: catalog.tellHolders, policy, ...notices });
  const watermarks = createWatermarks(platform);
  const lectures = createLectures(platform, {
    policy,
    watermarks,
    catalog,
    video,
    playback,
    progress,
    captions,
    attachments,
    kinds,
  });
  const questions = createQuestions(platform, {
    policy,
    transcriptOf: captions.transcriptOf,
    imagesOf: lectures.managed,
    notices,
  });
  const uploads = createUploads(platform, { lectures, policy });
  const around = {
    moments: createMoments(platform, { policy, transcriptOf: captions.transcriptOf }),
    calendar: createCalendar(platform, { playback, policy }),
    podcasts: createPodcasts(platform, { playback, policy }),
    watermarks,
  };
  const files = { video, captions, attachments, thumbnails, uploads };
  return { ...files, ...around, playback, progress, notes, questions, quizzes, offline, kinds, lectures };
};
