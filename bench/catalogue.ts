import { writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createCourse, signIn } from './fill.ts';
import { compare, type Comparison, type Load, type LoadResult } from './load.ts';
import { type Figure, figure, median, round } from './measure.ts';
import { type Running, startLectern, startRaw, temporaryFolder } from './processes.ts';
import { addViewers, openPlace } from './viewers.ts';

const COURSES = 50;
/** Learners who load their own page in turns. */
const LEARNERS = 500;
const LIST = '/api/v1/courses/';
/** As browsers ask for it. */
const PAGE = { path: '/courses', headers: { accept: 'text/html', 'accept-encoding': 'br' } };
const shape = { connections: 32, seconds: 4 };

const perSecond = (result: LoadResult): number => result.perSecond;

const rates = (ours: LoadResult[], raw: LoadResult[]): string =>
  `${round(median(ours.map(perSecond)), 0)} against ${round(median(raw.map(perSecond)), 0)} responses/s; ` +
  `server CPU ${round(median(ours.map((r) => r.serverCpuShare)))} and ${round(median(raw.map((r) => r.serverCpuShare)))} of a core`;

const againstRaw = (question: string, atLeast: number, { ratio, ours, raw }: Comparison): Figure =>
  figure(question, { atLeast }, round(ratio), '× raw', rates(ours, raw));

/** The bytes as they are sent: `fetch` would decompress them. */
const bodyOf = (address: string, headers: Record<string, string>): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    get(address, { headers }, (response) => {
      buffer(response).then(resolve, reject);
    }).on('error', reject);
  });

const compareWithRaw = async (
  lectern: Running,
  folder: string,
  path: string,
  { headers = {}, tokens }: Pick<Load, 'headers' | 'tokens'> = {},
) => {
  // With If-None-Match there would be no bytes.
  const { 'if-none-match': _etag, ...sent } = headers;
  const authorization = tokens === undefined ? {} : { authorization: `Bearer ${tokens[0]}` };
  const file = join(folder, `bytes-${path.replaceAll('/', '-')}`);
  writeFileSync(file, await bodyOf(`${lectern.origin}${path}`, { ...sent, ...authorization }));
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

/** The catalogue, the same with If-None-Match, its rendered page, and user/me, each against raw node:http with the same bytes. */
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
    const page = await compareWithRaw(lectern, folder.path, PAGE.path, { headers: PAGE.headers });
    const database = await openPlace({
      file: join(folder.path, 'data', 'lectern.db'),
      url: environment['DATABASE_URL'],
    });
    const tokens = await addViewers(database, LEARNERS);
    await database.close();
    const me = await compareWithRaw(lectern, folder.path, '/api/v1/user/me', { tokens });
    return [
      againstRaw(`GET courses/ with ${COURSES} courses, ${engine}`, bars.list, list),
      againstRaw(`the same with If-None-Match → 304, ${engine}`, 0.5, unchanged),
      againstRaw(`the rendered page of the courses, compressed, ${engine}`, 0.5, page),
      againstRaw(`GET user/me of ${LEARNERS} learners, ${engine}`, bars.me, me),
    ];
  } finally {
    await lectern.stop();
    folder.remove();
  }
};
