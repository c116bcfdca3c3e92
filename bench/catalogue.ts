import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compare, type Requests, type Result } from './compare.ts';
import { addViewers } from './fill.ts';
import { type Figure, figure, median, round } from './measure.ts';
import { createCourse, type School, startSchool } from './school.ts';
import { bearer } from './visitor.ts';

const COURSES = 50;
/** Learners who load their own page in turns. */
const LEARNERS = 500;
const LIST = '/api/v1/courses/';
const CONNECTIONS = 32;
const SECONDS = 4;

const perSecond = (result: Result): number => result.perSecond;

const rates = (ours: Result[], raw: Result[]): string =>
  `${round(median(ours.map(perSecond)), 0)} against ${round(median(raw.map(perSecond)), 0)} responses/s; ` +
  `server CPU ${round(median(ours.map((r) => r.cpuShare)))} and ${round(median(raw.map((r) => r.cpuShare)))} of a core`;

/** Compares a path of the school with node:http that sends the same bytes. */
const againstRaw = async (
  { server, folder, admin: { visitor } }: School,
  { question, atLeast, ...requests }: Omit<Requests, 'connections' | 'seconds'> & { question: string; atLeast: number },
): Promise<Figure> => {
  const { path, headers, tokens } = requests;
  // With If-None-Match there would be no bytes.
  const { 'if-none-match': _etag, ...sent } = { ...headers, ...(tokens && bearer(tokens[0] ?? '')) };
  const { body } = await visitor.send(`${server.origin}${path}`, { headers: sent });
  const file = join(folder, 'bytes');
  writeFileSync(file, body);
  const all = { ...requests, connections: CONNECTIONS, seconds: SECONDS };
  const { ratio, ours, raw } = await compare(server, { sends: 'bytes', file }, all, perSecond);
  return figure(question, { atLeast }, round(ratio), '× raw', rates(ours, raw));
};

/** The catalogue, the same with If-None-Match, its rendered page, and user/me. */
export const catalogueFigures = async (
  engine: string,
  environment: NodeJS.ProcessEnv,
  bars: { list: number; me: number },
): Promise<Figure[]> => {
  await using school = await startSchool(environment);
  const { visitor, origin } = school.admin;
  for (let index = 0; index < COURSES; index += 1) await createCourse(school.admin, `Course ${index}`);
  const etag = (await visitor.send(`${origin}${LIST}`)).headers.etag ?? '';
  const figures = [
    await againstRaw(school, {
      question: `GET courses/ with ${COURSES} courses, ${engine}`,
      atLeast: bars.list,
      path: LIST,
    }),
    await againstRaw(school, {
      question: `the same with If-None-Match → 304, ${engine}`,
      atLeast: 0.5,
      path: LIST,
      headers: { 'if-none-match': etag },
    }),
    await againstRaw(school, {
      question: `the rendered page of the courses, compressed, ${engine}`,
      atLeast: 0.5,
      path: '/courses',
      headers: { accept: 'text/html', 'accept-encoding': 'br' },
    }),
  ];
  const tokens = await school.fill((database) => addViewers(database, LEARNERS));
  const question = `GET user/me of ${LEARNERS} learners, ${engine}`;
  return [...figures, await againstRaw(school, { question, atLeast: bars.me, path: '/api/v1/user/me', tokens })];
};
