import { z } from 'zod';
import { Lecture } from '#contract/classroom/lectures.ts';
import { HOUR_MS } from '#server/clock.ts';
import { call } from './call.ts';
import type { Person } from './factories.ts';
import { aClass } from './live-classes.ts';
import { sendLecture } from './publish.ts';
import type { TestApp } from './start-app.ts';

const Sent = z.object({ course: z.object({ lectures: z.array(z.object({ _id: z.string() })) }) });
const VTT = 'WEBVTT\n\n00:01.000 --> 00:02.000\nHumus holds water.\n';

/** A video with chapters, captions and an attachment, and a live class in five hours. */
export const aFullLecture = async (
  app: TestApp,
  admin: Person,
  { courseId, name }: { courseId: string; name: string },
): Promise<{ videoId: string; classId: string }> => {
  const { token } = admin;
  const sent = Sent.parse((await sendLecture(app, { admin, courseId })).body);
  const videoId = sent.course.lectures.at(-1)?._id ?? '';
  const path = `/courses/${courseId}/lecture/${videoId}`;
  await call(app, 'PATCH', path, { token, body: { title: `Video ${name}`, chapters: '0:00 Intro\n0:01 Humus' } });
  const captions = { bytes: Buffer.from(VTT), name: 'captions.vtt', type: 'text/vtt' };
  await call(app, 'PUT', `${path}/captions/en`, { token, parts: { label: 'English', captions } });
  const attachment = { bytes: Buffer.from('A list of seeds.'), name: 'seeds.txt', type: 'text/plain' };
  await call(app, 'POST', `${path}/attachments`, { token, parts: { name: 'seeds.txt', attachment } });
  const startsAtMs = app.clock.now() + 5 * HOUR_MS;
  const classId = await aClass(app, admin, { courseId, title: `Class ${name}`, startsAtMs });
  return { videoId, classId };
};

/** The lectures of a course as a person has them. */
export const lecturesFor = async (app: TestApp, { token }: Person, courseId: string, query = ''): Promise<Lecture[]> =>
  z.array(Lecture).parse((await call(app, 'GET', `/courses/${courseId}${query}`, { token })).body['lectures']);

/** The addresses of media that a person is given: by "title: video", "title: captions" and "title: attachment". */
export const mediaOf = async (app: TestApp, person: Person, courseId: string): Promise<Map<string, string>> =>
  new Map(
    (await lecturesFor(app, person, courseId)).flatMap(({ title, lecture: [video], captions, attachments }) => [
      [`${title}: video`, video?.secure_url ?? ''],
      [`${title}: captions`, captions[0]?.address ?? ''],
      [`${title}: attachment`, attachments[0]?.address ?? ''],
    ]),
  );
