import { expect, onTestFinished } from 'vitest';
import { z } from 'zod';
import { call } from './call.ts';
import { aCourse, aLaterSession, anAdmin, aUser, joinCourse, type Person } from './factories.ts';
import { startApp } from './start-app.ts';

const Made = z.looseObject({ _id: z.string() });
export const JULY = { name: 'July', startsOn: '2026-07-01', endsOn: '2026-07-31', places: 1, joinUntil: '2026-07-05' };
export const AUGUST = {
  name: 'August',
  startsOn: '2026-08-01',
  endsOn: '2026-08-31',
  places: 1,
  joinUntil: '2026-08-01',
};

/** A course on 15 June 2026 with a lecture and a teacher. */
export const openBatchSchool = async () => {
  const app = await startApp();
  onTestFinished(() => app.close());
  const [admin, teacher, assistant] = [await anAdmin(app), await aUser(app), await aUser(app)];
  const courseId = await aCourse(app, { title: 'The Kitchen Garden' });
  await joinCourse(app, { courseId, userId: teacher.id, role: 'teacher' });
  await joinCourse(app, { courseId, userId: assistant.id, role: 'assistant' });
  const base = `/courses/${courseId}/batches`;
  const ask = (person: Person | undefined, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    call(app, method, path, { ...(person && { token: person.token }), ...(body && { body }) });
  const addBatch = async (body: object = JULY): Promise<string> => {
    const made = await ask(teacher, 'POST', base, body);
    expect(made.status, made.text).toBe(201);
    return Made.parse(made.body['batch'])._id;
  };
  const join = (person: Person, batchId: string) => ask(person, 'POST', `${base}/${batchId}/join`);
  /** A person to whom the school gave the course for a year. */
  const aScholar = async (): Promise<Person> => {
    const person = await aUser(app);
    const given = { courseId, untilDay: '2027-06-15', reason: 'A scholarship' };
    const granted = await ask(admin, 'POST', `/admin/people/${person.id}/grant`, given);
    expect(granted.status, granted.text).toBe(200);
    return person;
  };
  const codeOf = async (response: ReturnType<typeof call>) => (await response).body['code'];
  const lockOf = async (person: Person) => {
    const { lectures } = (await ask(await aLaterSession(app, person), 'GET', `/courses/${courseId}`)).body;
    return z.array(z.looseObject({ lockedBy: z.unknown() })).parse(lectures)[0]?.lockedBy;
  };
  return { app, admin, teacher, assistant, courseId, base, ask, addBatch, join, aScholar, codeOf, lockOf };
};
