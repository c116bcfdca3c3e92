import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCourse, signIn } from './fill.ts';
import { compare, type Load, type LoadResult } from './load.ts';
import { type Figure, figure, median, round } from './measure.ts';
import { type Running, startLectern, startRaw, temporaryFolder } from './processes.ts';
import { addViewers, openPlace } from './viewers.ts';

const COURSES = 50;
/** Learners who load their own page in turns. */
const LEARNERS = 500;
const LIST = '/api/v1/courses/';
const shape = { connections: 32, seconds: 4 };

const perSecond = (result: LoadResult): number => result.perSecond;

const rates = (ours: LoadResult[], raw: LoadResult[]): string =>
  `${round(median(ours.map(perSecond)), 0)} against ${round(median(raw.map(perSecond)), 0)} responses/s; ` +
  `server CPU ${round(median(ours.map((r) => r.serverCpuShare)))} and ${round(median(raw.map((r) => r.serverCpuShare)))} of a core`;

const compareWithRaw = async (
  lectern: Running,
  folder: string,
  path: string,
  { headers = {}, tokens }: Pick<Load, 'headers' | 'tokens'> = {},
) => {
  const sent = tokens === undefined ? {} : { authorization: `Bearer ${tokens[0]}` };
  const response = await fetch(`${lectern.origin}${path}`, { headers: sent });
  const file = join(folder, `bytes-${path.replaceAll('/', '-')}`);
  writeFileSync(file, Buffer.from(await response.arrayBuffer()));
  const raw = await startRaw('bytes', file);
  try {
    return await compare(
      { server: lectern, load: { path, headers, tokens, ...shape } },
      { server: raw, load: { path, tokens, ...shape } },
      perSecond,
    );
  } finally {
    await raw.stop();
  }
};

/** The catalogue, the same with If-None-Match, and user/me, each against raw node:http with the same bytes. */
export const catalogueFigures = async (
  engine: string,
  environment: NodeJS.ProcessEnv,
  bars: { list: number; me: number },
): Promise<Figure[]> => {
  const folder = temporaryFolder();
  const lectern = await startLectern(join(folder.path, 'data'), environment);
  try {
    const token = await signIn(lectern);
    for (let index = 0; index < COURSES; index += 1) await createCourse(lectern, token, `Course ${index}`);
    const etag = (await fetch(`${lectern.origin}${LIST}`)).headers.get('etag') ?? '';
    const list = await compareWithRaw(lectern, folder.path, LIST);
    const unchanged = await compareWithRaw(lectern, folder.path, LIST, { headers: { 'if-none-match': etag } });
    const database = await openPlace({
      file: join(folder.path, 'data', 'lectern.db'),
      url: environment['DATABASE_URL'],
    });
    const tokens = await addViewers(database, LEARNERS);
    await database.close();
    const me = await compareWithRaw(lectern, folder.path, '/api/v1/user/me', { tokens });
    return [
      figure(
        `GET courses/ with ${COURSES} courses, ${engine}`,
        { atLeast: bars.list },
        round(list.ratio),
        '× raw',
        rates(list.ours, list.raw),
      ),
      figure(
        `the same with If-None-Match → 304, ${engine}`,
        { atLeast: 0.5 },
        round(unchanged.ratio),
        '× raw',
        rates(unchanged.ours, unchanged.raw),
      ),
      figure(
        `GET user/me of ${LEARNERS} learners, ${engine}`,
        { atLeast: bars.me },
        round(me.ratio),
        '× raw',
        rates(me.ours, me.raw),
      ),
    ];
  } finally {
    await lectern.stop();
    folder.remove();
  }
};
