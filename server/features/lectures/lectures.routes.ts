import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import type { Implement } from '#server/http/implement.ts';
import type { LectureDeletion } from './lecture-deletion.ts';
import type { FinishedUpload, Lectures } from './lectures.ts';
import type { PlaybackSessions } from './playback-sessions.ts';

/** Hands a finished upload of a person to `work`. */
export type UseUpload = <T>(
  userId: string,
  uploadId: string,
  work: (upload: FinishedUpload) => Promise<T>,
) => Promise<T>;

export interface LectureParts {
  lectures: Lectures;
  deletion: LectureDeletion;
  sessions: PlaybackSessions;
  useUpload: UseUpload;
}

export const lecturesRoutes = (implement: Implement, parts: LectureParts): void => {
  const { lectures, deletion, sessions, useUpload } = parts;

  implement(api.lectures.listLectures, async ({ actor, params, query, origin }) => ({
    message: messages.lectures.success,
    ...(await lectures.list(actor, params.courseId, { origin, withDrafts: query.drafts === 'true' })),
  }));

  implement(api.lectures.previewLecture, async ({ params, origin }) => ({
    message: messages.lectures.success,
    lecture: await lectures.preview(params.courseId, params.lectureId, origin),
  }));

  implement(
    api.lectures.addLecture,
    async ({ actor, params, fields, files, origin }) => ({
      message: messages.lectures.addSuccess,
      course: await lectures.add(actor, { courseId: params.courseId, fields, video: files.lecture }, origin),
    }),
    { admit: ({ params }) => lectures.assertCourse(params.courseId) },
  );

  implement(api.lectures.deleteLecture, async ({ params }) => {
    await deletion.remove(params.courseId, params.lectureId);
    return { message: messages.lectures.deleteSuccess };
  });

  implement(api.lectures.replaceVideo, async ({ actor, params, body, origin }) => ({
    message: messages.video.replaced,
    course: await useUpload(actor.id, body.uploadId, (upload) => lectures.replaceFrom(actor, params, upload, origin)),
  }));

  implement(api.lectures.retryVideo, async ({ params }) => {
    await lectures.retry(params.courseId, params.lectureId);
    return { message: messages.video.retried };
  });

  implement(api.lectures.watchHere, async ({ actor }) => {
    await sessions.begin(actor.id, actor.sessionHash);
    return { message: messages.video.watchHere };
  });
};
