import type { VideoStatus } from '#contract/classroom/video.ts';
import type { Http } from '#server/http/http.ts';
import type { Platform } from '#server/platform.ts';
import type { Classroom } from './classroom.ts';
import { lecturesRoutes } from './lectures/lectures.routes.ts';
import { momentsRoutes } from './moments/moments.routes.ts';
import { notesRoutes } from './notes/notes.routes.ts';
import { offlineRoutes } from './offline/offline.routes.ts';
import { createMediaSender, playbackRoutes } from './playback/playback.routes.ts';
import { calendarRoutes } from './calendar/calendar.routes.ts';
import { podcastsRoutes } from './podcasts/podcasts.routes.ts';
import { progressRoutes } from './progress/progress.routes.ts';
import { questionsRoutes } from './questions/questions.routes.ts';
import { quizzesRoutes } from './quizzes/quizzes.routes.ts';
import { tusRoutes, uploadsRoutes } from './uploads/uploads.routes.ts';
import { videoRoutes } from './video/video.routes.ts';
import { watermarkRoutes } from './watermark/watermark.routes.ts';

/** Registers every route of the classroom: calls of the API, resumable uploads, and media. */
export const classroomRoutes = (
  { server, bind, accessControl, responder }: Http,
  {
    video,
    playback,
    progress,
    notes,
    moments,
    questions,
    quizzes,
    offline,
    captions,
    attachments,
    thumbnails,
    kinds,
    lectures,
    uploads,
    podcasts,
    calendar,
    watermarks,
  }: Classroom,
  {
    config,
    settings,
    lastSweep,
  }: Pick<Platform, 'config' | 'settings'> & { lastSweep: () => Promise<VideoStatus['sweep']> },
): void => {
  lecturesRoutes(bind, lectures, { captions, attachments, thumbnails, media: kinds.media });
  uploadsRoutes(bind, uploads, lectures);
  tusRoutes(uploads, {
    http: server,
    accessControl,
    maxUploadBytes: async () => (await settings.limits()).maxUploadBytes,
  });
  videoRoutes(bind, video, lastSweep);
  const serving = { http: server, responder, config };
  const sendMedia = createMediaSender(playback, serving);
  playbackRoutes(bind, playback, { ...serving, sendMedia });
  calendarRoutes(bind, calendar, server);
  podcastsRoutes(bind, podcasts, { http: server, sendMedia });
  notesRoutes(bind, notes);
  momentsRoutes(bind, moments);
  questionsRoutes(bind, questions, settings);
  quizzesRoutes(bind, quizzes);
  offlineRoutes(bind, offline);
  watermarkRoutes(bind, watermarks);
  progressRoutes(bind, progress, ({ id, sessionHash }) => playback.sessions.touch(id, sessionHash));
};
