import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { sampleCourses } from '#samples/courses.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import { thumbnailsAfter, thumbnailsInUse } from './features/catalog/catalog.queries.ts';
import { catalogRoutes } from './features/catalog/catalog.routes.ts';
import { CATALOG_TOPIC, createCatalog } from './features/catalog/catalog.ts';
import { createCourseEditing } from './features/catalog/course-editing.ts';
import { createDeletion, UNDO_MS } from './features/catalog/deletion.ts';
import { createSampleCourses } from './features/catalog/sample-courses.ts';
import { authoringRoutes } from './features/lectures/authoring.routes.ts';
import { createCaptions } from './features/lectures/captions.ts';
import { createLectureAnswers } from './features/lectures/lecture-answers.ts';
import { createLectureDeletion, createLecturePurge } from './features/lectures/lecture-deletion.ts';
import { createLectureEditing } from './features/lectures/lecture-editing.ts';
import { createLectureVideos } from './features/lectures/lecture-videos.ts';
import { insertLecture } from './features/lectures/lectures.queries.ts';
import { lecturesRoutes } from './features/lectures/lectures.routes.ts';
import { createLectures } from './features/lectures/lectures.ts';
import { createMediaFiles } from './features/lectures/media-files.ts';
import { keysAfter, keysInUse } from './features/lectures/media-files.queries.ts';
import { createMediaKeys } from './features/lectures/media-keys.ts';
import { mediaRoutes } from './features/lectures/media.routes.ts';
import { createPlayback } from './features/lectures/playback.ts';
import { createPlaybackSessions } from './features/lectures/playback-sessions.ts';
import { createProcessing } from './features/lectures/processing.ts';
import { createStreamLimit } from './features/lectures/stream-limit.ts';
import { videoNotices } from './features/lectures/video-notices.ts';
import { videoRoutes, type VideoParts } from './features/lectures/video.routes.ts';
import { progressRoutes } from './features/progress/progress.routes.ts';
import { createProgress } from './features/progress/progress.ts';
import { createUploadFiles } from './features/uploads/upload-files.ts';
import { createUploadLocks } from './features/uploads/upload-locks.ts';
import { tusRoutes, uploadsRoutes } from './features/uploads/uploads.routes.ts';
import { createUploads } from './features/uploads/uploads.ts';
import type { Admission } from './http/admission.ts';
import type { Implement } from './http/implement.ts';
import type { FileResponder } from './http/range-response.ts';
import type { Images } from './images/images.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { FileKeeper } from './storage/file-keeper.ts';
import type { FileOwner } from './storage/file-sweep.ts';
import { fileUrl } from './storage/file-url.ts';
import type { Storage } from './storage/storage.ts';
import { createEngine } from './video/engine.ts';

export interface LearningNeeds {
  config: Config;
  logger: FastifyBaseLogger;
  clock: Clock;
  database: Database;
  jobs: Jobs;
  storage: Storage;
  files: FileKeeper;
  images: Images;
  mayStillWatch: (userId: string) => Promise<boolean>;
}

export interface LearningRoutes {
  http: FastifyInstance;
  implement: Implement;
  admission: Admission;
  responder: FileResponder;
  isForOtherSites: boolean;
  lastSweep: VideoParts['lastSweep'];
}

/** Who names files of courses and lectures, in which folders of the storage. */
const fileOwners: FileOwner[] = [
  { folders: ['thumbnails'], keysInUse: thumbnailsInUse, keysAfter: thumbnailsAfter },
  { folders: ['videos', 'posters', 'renditions', 'captions'], keysInUse, keysAfter },
];

/** Courses, lectures, their videos, and how far people are: makes every part once and hands each what it needs. */
export const createLearning = (needs: LearningNeeds) => {
  const { config, clock, database, jobs, storage, files, images, mayStillWatch } = needs;
  const { db } = database;
  const catalogTopic = CATALOG_TOPIC;
  const engineReport = createEngine(config.ffmpegPath);
  const mediaFiles = createMediaFiles({ database, jobs, files, clock });
  const videoParts = { database, jobs, storage, files, mediaFiles, clock, catalogTopic };
  const processing = createProcessing({ ...videoParts, engineReport });
  const videos = createLectureVideos({ ...videoParts, processing });

  const courseParts = { database, clock, files, catalogTopic, toThumbnail: images.toThumbnail, fileUrl };
  const catalog = createCatalog(courseParts);
  const courseEditing = createCourseEditing(courseParts);
  const purgeLectures = createLecturePurge({ clock, mediaFiles });
  const undoParts = { database, clock, jobs, catalogTopic, purgeLectures, resumeProcessing: processing.resume };
  const deletion = createDeletion({ ...undoParts, files });
  const lectureDeletion = createLectureDeletion({ ...undoParts, undoMs: UNDO_MS });

  const keys = createMediaKeys(database, jobs, clock);
  const playbackSessions = createPlaybackSessions(database, clock);
  const playback = createPlayback({ db, clock, keys, sessions: playbackSessions, mayStillWatch });
  const progress = createProgress({ database, clock, fileUrl });
  const lectures = createLectures({
    database,
    videos,
    processing,
    answers: createLectureAnswers({ db, playback, progressIn: progress.inCourse }),
    describeCourse: catalog.describe,
    describeForAuthors: courseEditing.describe,
    assertCourse: courseEditing.assertPresent,
  });
  const uploads = createUploads({
    database,
    jobs,
    clock,
    storage,
    files: createUploadFiles(config.dataDir),
    assertCourse: courseEditing.assertPresent,
    assertLecture: videos.assertPresent,
    addLecture: videos.add,
    replaceVideo: videos.replace,
  });

  return {
    playbackSessions,
    fileOwners,
    notices: videoNotices(engineReport, config.ffmpegPath === 'none'),
    queueVideos: processing.queueLacking,
    addSamples: createSampleCourses({
      database,
      clock,
      files,
      samples: sampleCourses,
      addLecture: async (tx, lecture) => {
        await insertLecture(tx, lecture);
        await processing.queue(tx, lecture.id);
      },
    }),

    /** Registers every route of these features. */
    serve: ({ http, implement, admission, responder, isForOtherSites, lastSweep }: LearningRoutes): void => {
      catalogRoutes(implement, { catalog, editing: courseEditing, deletion });
      lecturesRoutes(implement, {
        lectures,
        deletion: lectureDeletion,
        sessions: playbackSessions,
        useUpload: uploads.use,
      });
      authoringRoutes(implement, {
        lectures,
        editing: createLectureEditing({ database, clock, catalogTopic }),
        deletion: lectureDeletion,
        captions: createCaptions({ database, clock, files, mediaFiles }),
      });
      progressRoutes(implement, {
        progress,
        keepPlaying: ({ id, sessionHash }) => playbackSessions.touch(id, sessionHash),
      });
      const uploadsParts = {
        uploads,
        locks: createUploadLocks(database, clock),
        admission,
        maxUploadBytes: config.maxUploadBytes,
        describe: lectures.describe,
      };
      uploadsRoutes(implement, uploadsParts);
      tusRoutes(http, uploadsParts);
      videoRoutes(implement, { processing, lastSweep });
      mediaRoutes(http, {
        playback,
        responder,
        streams: createStreamLimit(config.isRateLimited),
        isForOtherSites,
        isOffloaded: config.mediaOffload === 'x-accel',
      });
    },
  };
};
