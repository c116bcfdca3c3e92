import { z } from 'zod';
import { ManagedLecture } from '#contract/classroom/lectures.ts';
import { call, type CallResponse } from './call.ts';
import { aCourse, type Person } from './factories.ts';
import { mediaPart } from './sign-up.ts';
import type { TestApp } from './start-app.ts';

const CourseResponse = z.object({ course: z.object({ _id: z.string() }) });
const LecturesResponse = z.object({
  lectures: z.array(z.object({ _id: z.string(), lecture: z.tuple([z.object({ secure_url: z.url() })]) })),
});
const AddedResponse = z.object({ course: LecturesResponse });

export const COURSE = {
  title: 'Reading the monsoon',
  category: 'Science',
  createdBy: 'Ila Rao',
  description: 'Clouds and wind.',
};
export const LECTURE = { title: 'Warm land, cool sea', description: 'Where the wind begins.' };

/** Creates a course through the API, as the form does. Returns its id. */
export const publishCourse = async (
  app: TestApp,
  admin: Person,
  fields: Partial<typeof COURSE> = {},
): Promise<string> => {
  const parts = { ...COURSE, ...fields, thumbnail: await mediaPart('thumbnail.jpg') };
  const { status, body, text } = await call(app, 'POST', '/courses/', { parts, token: admin.token });
  if (status !== 201) throw new Error(`the course was not created: ${status} ${text}`);
  return CourseResponse.parse(body).course._id;
};

/** Sends a video of test/media to a course, as the form does. */
export const sendLecture = async (
  app: TestApp,
  { admin, courseId, video = 'three-seconds.mp4' }: { admin: Person; courseId: string; video?: string },
): Promise<CallResponse> =>
  call(app, 'POST', `/courses/${courseId}`, {
    parts: { ...LECTURE, lecture: await mediaPart(video) },
    token: admin.token,
  });

/** A lecture with a real video. Returns its id. */
export const publishLecture = async (
  app: TestApp,
  place: { admin: Person; courseId: string; video?: string },
): Promise<string> => {
  const { course } = AddedResponse.parse((await sendLecture(app, place)).body);
  return course.lectures.at(-1)?._id ?? '';
};

/** A course with one lecture, which has a real video. `path` is where the lecture is changed. */
export const publishCourseWithLecture = async (app: TestApp, admin: Person) => {
  const courseId = await aCourse(app);
  const lectureId = await publishLecture(app, { admin, courseId });
  return { courseId, lectureId, path: `/courses/${courseId}/lecture/${lectureId}` };
};

/** The lectures of a course as its authors see them, in the response to a change of one. */
export const lecturesIn = ({ body }: CallResponse): ManagedLecture[] => z.array(ManagedLecture).parse(body['lectures']);

/** The signed addresses that a person is given for a course, as paths. */
export const mediaPaths = async (app: TestApp, person: Person, courseId: string): Promise<string[]> => {
  const { body } = await call(app, 'GET', `/courses/${courseId}`, { token: person.token });
  return LecturesResponse.parse(body).lectures.map(({ lecture: [video] }) => new URL(video.secure_url).pathname);
};
