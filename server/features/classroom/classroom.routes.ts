import type { VideoStatus } from '#contract/classroom/video.ts';
import type { Http } from '#server/http/http.ts';
import type { Platform } from '#server/platform.ts';
import type { Classroom } from './classroom.ts';
import { lecturesRoutes } from './lectures/lectures.routes.ts';
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

/** Registers every route of the classroom: calls of the API, resumable uploads, and media. */
export const classroomRoutes = (
  { server, implement, accessControl, responder }: Http,
  {
    video,
    playback,
    progress,
    notes,
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
  }: Classroom,
  {
    config,
    settings,
    lastSweep,
  }: Pick<Platform, 'config' | 'settings'> & { lastSweep: () => Promise<VideoStatus['sweep']> },
): void => {
  lecturesRoutes(implement, lectures, { captions, attachments, thumbnails, media: kinds.media });
  uploadsRoutes(implement, uploads, lectures);
  tusRoutes(uploads, {
    http: server,
    accessControl,
    maxUploadBytes: async () => (await settings.limits()).maxUploadBytes,
  });
  videoRoutes(implement, video, lastSweep);
  const serving = { http: server, responder, config };
  const sendMedia = createMediaSender(playback, serving);
  playbackRoutes(implement, playback, { ...serving, sendMedia });
  calendarRoutes(implement, calendar, server);
  podcastsRoutes(implement, podcasts, { http: server, sendMedia });
  notesRoutes(implement, notes);
  questionsRoutes(implement, questions, settings);
  quizzesRoutes(implement, quizzes);
  offlineRoutes(implement, offline);
  progressRoutes(implement, progress, ({ id, sessionHash }) => playback.sessions.touch(id, sessionHash));
};
