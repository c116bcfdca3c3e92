import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import type { Actor } from '#server/http/actor.ts';
import type { Implement } from '#server/http/implement.ts';
import type { Captions } from './captions.ts';
import type { LectureDeletion } from './lecture-deletion.ts';
import type { LectureEditing } from './lecture-editing.ts';
import type { Lectures } from './lectures.ts';

export interface AuthoringParts {
  lectures: Lectures;
  editing: LectureEditing;
  deletion: LectureDeletion;
  captions: Captions;
}

interface Asked {
  actor: Actor;
  params: { courseId: string };
  origin: string;
}

/** What authors do with the lectures of a course; each change answers all of them as they are now. */
export const authoringRoutes = (implement: Implement, parts: AuthoringParts): void => {
  const { lectures, editing, deletion, captions } = parts;
  const answer = async (message: string, { actor, params, origin }: Asked) => ({
    message,
    ...(await lectures.manage(actor, params.courseId, origin)),
  });

  implement(api.authoring.manageCourse, (asked) => answer(messages.authoring.fetched, asked));

  implement(api.authoring.updateLecture, async (asked) => {
    await editing.update(asked.params.courseId, asked.params.lectureId, asked.body);
    return answer(messages.authoring.lectureSaved, asked);
  });

  implement(
    api.authoring.replaceLectureVideo,
    async (asked) => {
      await lectures.replace(asked.params, asked.files.lecture);
      return answer(messages.authoring.videoReplaced, asked);
    },
    { admit: ({ params }) => lectures.assertCourse(params.courseId) },
  );

  implement(api.authoring.orderLectures, async (asked) => {
    await editing.order(asked.params.courseId, asked.body.lectureIds);
    return answer(messages.authoring.orderSaved, asked);
  });

  implement(api.authoring.putCaptions, async (asked) => {
    await captions.put(asked.params, asked.fields.label, asked.files.captions);
    return answer(messages.authoring.captionsSaved, asked);
  });

  implement(api.authoring.deleteCaptions, async (asked) => {
    await captions.remove(asked.params);
    return answer(messages.authoring.captionsDeleted, asked);
  });

  implement(api.authoring.restoreLecture, async ({ params }) => {
    await deletion.restore(params.courseId, params.lectureId);
    return { message: messages.authoring.restored };
  });
};
