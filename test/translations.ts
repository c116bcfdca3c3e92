import { z } from 'zod';
import { call } from './call.ts';
import { aCourse, aLecture, anAdmin } from './factories.ts';
import { switchOn } from './languages.ts';
import { startApp } from './start-app.ts';

const Texts = z.record(
  z.string(),
  z.looseObject({ original: z.string(), digest: z.string(), translation: z.string(), state: z.string() }),
);

/** A school in English and Hindi, with a course of one lecture and what an admin does with its translations. */
export const aTranslatedCourse = async (environment: Record<string, string> = {}) => {
  const app = await startApp(environment);
  await switchOn(app, 'hi');
  const { token } = await anAdmin(app);
  const courseId = await aCourse(app);
  const lectureId = await aLecture(app, { courseId });
  const address = `/courses/${courseId}/translations/hi`;
  return {
    app,
    token,
    courseId,
    lectureId,
    address,
    title: `lectures.${lectureId}.title`,
    about: `lectures.${lectureId}.description`,
    read: async () => Texts.parse((await call(app, 'GET', address, { token })).body['texts']),
    save: (texts: object, caller = token, seen?: object) =>
      call(app, 'PUT', address, { token: caller, body: { texts, seen } }),
    change: (body: object) => call(app, 'PATCH', `/courses/${courseId}/lecture/${lectureId}`, { token, body }),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
};
