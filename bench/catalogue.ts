import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compare, type Requests } from './compare.ts';
import { addViewers } from './fill.ts';
import { type Figure, figure, round } from './measure.ts';
import type { Subject } from './processes.ts';
import { createCourse, type School, startSchool } from './school.ts';
import { bearer, createVisitor } from './visitor.ts';

const COURSES = 50;
/** Learners who load their own page in turns. */
const LEARNERS = 500;
const LIST = '/api/v1/courses/';
const BARS = { SQLite: { list: 0.5, me: 0.3 }, PostgreSQL: { list: 0.4, me: 0.25 } };

/** Compares a path of the school with node:http that sends the same bytes. */
const againstRaw = async (
  { server, folder }: School,
  question: string,
  atLeast: number,
  requests: Pick<Requests, 'path' | 'headers' | 'tokens'>,
): Promise<Figure> => {
  const { path, headers, tokens } = requests;
  // With If-None-Match there would be no bytes.
  const { 'if-none-match': _etag, ...sent } = { ...headers, ...(tokens && bearer(tokens[0] ?? '')) };
  const { body } = await createVisitor(server.origin, 0).send(path, { headers: sent });
  const file = join(folder, 'bytes');
  writeFileSync(file, body);
  const { ours, raw } = await compare(server, 'bytes', file, { ...requests, connections: 32, seconds: 4 });
  const rates = `${round(ours.perSecond, 0)} against ${round(raw.perSecond, 0)} responses/s`;
  const cpu = `server CPU ${round(ours.cpuShare)} and ${round(raw.cpuShare)} of a core`;
  return figure(question, { atLeast }, round(ours.perSecond / raw.perSecond), '× raw', `${rates}; ${cpu}`);
};

/** The catalogue, the same with If-None-Match, its rendered page, and user/me. */
export const catalogueFigures = async (subject: Subject): Promise<Figure[]> => {
  const { engine } = subject;
  const { list, me } = BARS[engine];
  await using school = await startSchool(subject);
  for (let index = 0; index < COURSES; index += 1) await createCourse(school.admin, `Course ${index}`);
  const etag = (await createVisitor(school.server.origin, 0).send(LIST)).headers.etag ?? '';
  const page = { accept: 'text/html', 'accept-encoding': 'br' };
  const figures = [
    await againstRaw(school, `GET courses/ with ${COURSES} courses, ${engine}`, list, { path: LIST }),
    await againstRaw(school, `the same with If-None-Match → 304, ${engine}`, 0.5, {
      path: LIST,
      headers: { 'if-none-match': etag },
    }),
    await againstRaw(school, `the rendered page of ${COURSES} courses, compressed, ${engine}`, 0.5, {
      path: '/courses',
      headers: page,
    }),
  ];
  const tokens = await school.fill((database) => addViewers(database, LEARNERS));
  const question = `GET user/me of ${LEARNERS} learners, ${engine}`;
  return [...figures, await againstRaw(school, question, me, { path: '/api/v1/user/me', tokens })];
};
