import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import type { Implement } from '#server/http/endpoint/implement-endpoint.ts';
import type { Attachments } from '../attachments/attachments.ts';
import type { Captions } from '../captions/captions.ts';
import type { Thumbnails } from '../thumbnails/thumbnails.ts';
import type { Lectures } from './lectures.ts';

interface CourseRequest {
  actor: Actor;
  params: { courseId: string };
  origin: string;
}

/** The parts of a lecture besides its video. */
export interface LectureFiles {
  captions: Captions;
  attachments: Attachments;
  thumbnails: Thumbnails;
}

/** Changes of lectures by authors; each returns all lectures of the course. */
export const authoringRoutes = (
  implement: Implement,
  lectures: Lectures,
  { captions, attachments, thumbnails }: LectureFiles,
): void => {
  const { editing, deletion } = lectures;
  const withLectures = async (message: string, { actor, params, origin }: CourseRequest) => ({
    message,
    ...(await lectures.manage(actor, params.courseId, origin)),
  });

  implement(api.authoring.manageCourse, (asked) => withLectures(messages.authoring.fetched, asked));

  implement(api.authoring.updateLecture, async (asked) => {
    await editing.update(asked.params.courseId, asked.params.lectureId, asked.body);
    return withLectures(messages.authoring.lectureSaved, asked);
  });

  implement(
    api.authoring.replaceLectureVideo,
    async (asked) => {
      await lectures.files.replace(asked.params, asked.files.lecture.upload);
      return withLectures(messages.authoring.videoReplaced, asked);
    },
    { beforeBody: ({ params }) => lectures.assertLecture(params) },
  );

  implement(api.authoring.orderLectures, async (asked) => {
    await editing.order(asked.params.courseId, asked.body.lectureIds);
    return withLectures(messages.authoring.orderSaved, asked);
  });

  implement(api.authoring.setOutline, async (asked) => {
    await editing.setOutline(asked.params.courseId, asked.body);
    return withLectures(messages.authoring.orderSaved, asked);
  });

  implement(api.authoring.publishCourse, async (asked) => {
    const isWaiting = await editing.publishCourse(asked.actor, asked.params.courseId);
    return withLectures(isWaiting ? messages.authoring.approvalRequested : messages.authoring.published, asked);
  });

  implement(api.authoring.publishLectures, async (asked) => {
    await editing.publish(asked.params.courseId, asked.body.lectureIds);
    return withLectures(messages.authoring.published, asked);
  });

  implement(
    api.authoring.putCaptions,
    async (asked) => {
      const report = await captions.put(asked.params, asked.fields.label, asked.files.captions);
      return { ...(await withLectures(messages.authoring.captionsSaved, asked)), report };
    },
    { beforeBody: ({ params }) => lectures.assertLecture(params) },
  );

  implement(api.authoring.deleteCaptions, async (asked) => {
    await captions.remove(asked.params);
    return withLectures(messages.authoring.captionsDeleted, asked);
  });

  implement(
    api.attachments.addAttachment,
    async (asked) => {
      await attachments.add(asked.params, asked.fields.name, asked.files.attachment);
      return withLectures(messages.authoring.attachmentSaved, asked);
    },
    { beforeBody: ({ params }) => lectures.assertLecture(params) },
  );

  implement(api.attachments.deleteAttachment, async (asked) => {
    await attachments.remove(asked.params, asked.params.attachmentId);
    return withLectures(messages.authoring.attachmentDeleted, asked);
  });

  implement(
    api.lectureThumbnails.setLectureThumbnail,
    async (asked) => {
      await thumbnails.choose(asked.params, asked.files.thumbnail);
      return withLectures(messages.authoring.thumbnailSaved, asked);
    },
    { beforeBody: ({ params }) => lectures.assertLecture(params) },
  );

  implement(api.lectureThumbnails.resetLectureThumbnail, async (asked) => {
    await thumbnails.reset(asked.params);
    return withLectures(messages.authoring.thumbnailSaved, asked);
  });

  implement(api.authoring.restoreLecture, async ({ params }) => {
    await deletion.restore(params.courseId, params.lectureId);
    return { message: messages.authoring.restored };
  });
};
