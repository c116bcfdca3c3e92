import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCourse, signIn } from './fill.ts';
import { compare, type LoadResult } from './load.ts';
import { type Figure, figure, median, round } from './measure.ts';
import { type Running, startLectern, startRaw, temporaryFolder } from './processes.ts';

const COURSES = 50;
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
  headers: Record<string, string>,
  expected: Record<string, string>,
) => {
  const response = await fetch(`${lectern.origin}${path}`, { headers });
  const file = join(folder, `bytes-${path.replaceAll('/', '-')}`);
  writeFileSync(file, Buffer.from(await response.arrayBuffer()));
  const raw = await startRaw('bytes', file);
  try {
    return await compare(
      { server: lectern, load: { path, headers: { ...headers, ...expected }, ...shape } },
      { server: raw, load: { path, ...shape } },
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
  bar: number,
): Promise<Figure[]> => {
  const folder = temporaryFolder();
  const lectern = await startLectern(join(folder.path, 'data'), environment);
  try {
    const token = await signIn(lectern);
    for (let index = 0; index < COURSES; index += 1) await createCourse(lectern, token, `Course ${index}`);
    const etag = (await fetch(`${lectern.origin}${LIST}`)).headers.get('etag') ?? '';
    const list = await compareWithRaw(lectern, folder.path, LIST, {}, {});
    const unchanged = await compareWithRaw(lectern, folder.path, LIST, {}, { 'if-none-match': etag });
    const me = await compareWithRaw(lectern, folder.path, '/api/v1/user/me', { authorization: `Bearer ${token}` }, {});
    return [
      figure(
        `GET courses/ with ${COURSES} courses, ${engine}`,
        { atLeast: bar },
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
        `GET user/me, ${engine}`,
        { atLeast: engine === 'SQLite' ? 0.3 : 0 },
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
