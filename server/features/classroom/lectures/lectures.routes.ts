import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import type { Implement } from '#server/http/endpoint/implement-endpoint.ts';
import { authoringRoutes, type LectureFiles } from './authoring.routes.ts';
import type { LectureMedia } from '../kinds/kinds.ts';
import type { Lectures } from './lectures.ts';

export const lecturesRoutes = (
  implement: Implement,
  lectures: Lectures,
  { media, ...files }: LectureFiles & { media: LectureMedia },
): void => {
  authoringRoutes(implement, lectures, files);

  implement(api.lectures.listLectures, async ({ actor, params, query, origin }) => ({
    message: messages.lectures.success,
    ...(await lectures.list(actor, params.courseId, { origin, withDrafts: query.drafts === 'true' })),
  }));

  implement(api.lectures.readText, async ({ actor, params, origin }) => ({
    message: messages.lectures.success,
    text: await lectures.readText(actor, params, origin),
  }));

  implement(api.lectures.previewLecture, async ({ params, origin }) => ({
    message: messages.lectures.success,
    lecture: await lectures.preview(params.courseId, params.lectureId, origin),
  }));

  implement(api.lectures.addLecture, async ({ actor, params: { courseId }, fields, files, origin }) => {
    const { upload } = files.lecture;
    await lectures.files.add({ ...fields, kind: 'video', courseId, isDraft: fields.isDraft === 'true', upload });
    return { message: messages.lectures.addSuccess, course: await lectures.describe(actor, courseId, origin) };
  });

  implement(
    api.lectures.addLectureImage,
    async ({ params, files: { image } }) => ({
      message: messages.lectureKinds.imageAdded,
      name: await media.addImage(params, image),
    }),
    { beforeBody: ({ params }) => lectures.assertLecture(params) },
  );

  implement(
    api.lectures.addLectureSound,
    async ({ params, files: { sound } }) => ({
      message: messages.lectureKinds.soundAdded,
      name: await media.addSound(params, sound),
    }),
    { beforeBody: ({ params }) => lectures.assertLecture(params) },
  );

  implement(api.lectures.deleteLecture, async ({ params }) => {
    await lectures.deletion.remove(params.courseId, params.lectureId);
    return { message: messages.lectures.deleteSuccess };
  });

  implement(api.lectures.joinClass, async ({ actor, params: { lectureId } }) => ({
    message: messages.lectureKinds.joined,
    url: await lectures.joinClass(actor, lectureId),
  }));

  implement(api.lectures.classConflicts, async ({ params }) => ({
    message: messages.lectureKinds.conflictsFetched,
    conflicts: await lectures.classConflicts(params),
  }));

  implement(api.lectures.retryVideo, async ({ params }) => {
    await lectures.retry(params);
    return { message: messages.video.retried };
  });
};
