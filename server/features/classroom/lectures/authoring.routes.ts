import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import type { Bind } from '#server/http/endpoint/bind.ts';
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
  bind: Bind,
  lectures: Lectures,
  { captions, attachments, thumbnails }: LectureFiles,
): void => {
  const { editing, deletion } = lectures;
  const { assertLecture } = lectures;
  const beforeBody = ({ params }: { params: Parameters<typeof assertLecture>[0] }) => assertLecture(params);
  /** All lectures of the course after a change. */
  const after = async (change: Promise<unknown>, { actor, params, origin }: CourseRequest) => {
    await change;
    return lectures.manage(actor, params.courseId, origin);
  };

  bind(api.attachments, {
    addAttachment: {
      beforeBody,
      handle: (asked) => after(attachments.add(asked.params, asked.fields.name, asked.files.attachment), asked),
    },
    deleteAttachment: (asked) => after(attachments.remove(asked.params, asked.params.attachmentId), asked),
  });

  bind(api.lectureThumbnails, {
    setLectureThumbnail: {
      beforeBody,
      handle: (asked) => after(thumbnails.choose(asked.params, asked.files.thumbnail), asked),
    },
    resetLectureThumbnail: (asked) => after(thumbnails.reset(asked.params), asked),
  });

  bind(api.authoring, {
    manageCourse: ({ actor, params, origin }) => lectures.manage(actor, params.courseId, origin),
    updateLecture: (asked) => after(editing.update(asked.params.courseId, asked.params.lectureId, asked.body), asked),
    replaceLectureVideo: {
      beforeBody,
      handle: (asked) => after(lectures.files.replace(asked.params, asked.files.lecture.upload), asked),
    },
    orderLectures: (asked) => after(editing.order(asked.params.courseId, asked.body.lectureIds), asked),
    setOutline: (asked) => after(editing.setOutline(asked.params.courseId, asked.body), asked),
    publishCourse: async (asked) => {
      const isWaiting = await editing.publishCourse(asked.actor, asked.params.courseId);
      const message = isWaiting ? messages.authoring.approvalRequested : messages.authoring.published;
      return { message, ...(await lectures.manage(asked.actor, asked.params.courseId, asked.origin)) };
    },
    publishLectures: (asked) => after(editing.publish(asked.params.courseId, asked.body.lectureIds), asked),
    putCaptions: {
      beforeBody,
      handle: async (asked) => {
        const report = await captions.put(asked.params, asked.fields.label, asked.files.captions);
        return { ...(await lectures.manage(asked.actor, asked.params.courseId, asked.origin)), report };
      },
    },
    deleteCaptions: (asked) => after(captions.remove(asked.params), asked),
    restoreLecture: ({ params }) => deletion.restore(params.courseId, params.lectureId),
  });
};
