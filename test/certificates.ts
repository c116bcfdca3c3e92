import type { z } from 'zod';
import { MINUTE_MS } from '#server/clock.ts';
import { api } from '#contract/api.ts';
import type { CertificateRule } from '#contract/certificates/certificate-fields.ts';
import { call } from './call.ts';
import { aCourse, aLecture, anAdmin, type Person } from './factories.ts';
import type { TestApp } from './start-app.ts';
import { watch } from './watch.ts';

export const RULE = { isOn: true, coveragePercent: 90, needsQuizzes: true, validMonths: null };
export const DESIGN = {
  statement: 'watched and completed',
  signatory: 'Nandini Kulkarni',
  signatoryTitle: 'Head',
  details: 'a course of {lectures} by {teacher}',
  accent: '',
  paper: '#FDFEFC',
  picture: '',
  hasLogo: true,
  signature: '',
};

/** A course of two lectures of ten minutes that issues certificates. */
export const aCertifiedCourse = async (
  app: TestApp,
  {
    title = 'A Short Science of the Monsoon',
    rule = {},
  }: { title?: string; rule?: Partial<z.input<typeof CertificateRule>> } = {},
) => {
  const admin = await anAdmin(app);
  const courseId = await aCourse(app, { title, createdBy: 'Dr. Thomas Kurian' });
  const lectures = [
    await aLecture(app, { courseId, title: 'Warm land', durationMs: 10 * MINUTE_MS }),
    await aLecture(app, { courseId, title: 'Cool sea', durationMs: 10 * MINUTE_MS }),
  ] as const;
  const body = { rule: { ...RULE, ...rule }, design: DESIGN };
  const saved = await call(app, 'PUT', `/courses/${courseId}/certificate-rules`, { token: admin.token, body });
  if (saved.status !== 200) throw new Error(saved.text);
  return { admin, courseId, lectures };
};

/** Marks a lecture as done by the API, after so much of it was measured. */
export const complete = async (
  app: TestApp,
  { id, token }: Person,
  { courseId, lectureId, minutes }: { courseId: string; lectureId: string; minutes: number },
) => {
  await watch(app, id, { courseId, lectureId, watchedMs: Math.round(minutes * MINUTE_MS) });
  return call(app, 'PUT', `/lectures/${lectureId}/done`, { token, body: { isDone: true } });
};

export const certificatesOf = async (app: TestApp, { token }: Person) =>
  api.certificates.listOwn.response.parse((await call(app, 'GET', '/user/certificates', { token })).body).certificates;

export const pageOf = async (app: TestApp, code: string) =>
  api.certificates.page.response.parse((await call(app, 'GET', `/certificates/${code}`)).body).certificate;
