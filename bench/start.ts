import { join } from 'node:path';
import { type Figure, figure, median, round } from './measure.ts';
import { startLectern, type Subject, temporaryFolder } from './processes.ts';

const STARTS = 5;

/** From the start of the process until it has sent the home page, drawn. */
const firstPage = async (checkout: string, dataDir: string): Promise<{ ms: number; cpuSeconds: number }> => {
  const startedAt = performance.now();
  await using lectern = await startLectern(checkout, dataDir);
  const page = await fetch(lectern.origin);
  await page.text();
  if (!page.ok) throw new Error(`the home page has the status ${page.status}`);
  return { ms: performance.now() - startedAt, cpuSeconds: lectern.cpuSeconds() };
};

/** The time from a start with existing data to the first response. */
export const startFigures = async ({ checkout, engine }: Subject): Promise<Figure[]> => {
  using folder = temporaryFolder();
  const dataDir = join(folder.path, 'data');
  const first = await firstPage(checkout, dataDir);
  const starts: Awaited<ReturnType<typeof firstPage>>[] = [];
  for (let index = 0; index < STARTS; index += 1) starts.push(await firstPage(checkout, dataDir));
  const [ms, cpuSeconds] = [median(starts.map((start) => start.ms)), median(starts.map((start) => start.cpuSeconds))];
  const detail = `median of ${STARTS}, ${round(cpuSeconds)} s of CPU; with an empty data folder ${round(first.ms, 0)} ms`;
  return [figure(`start → home page sent, ${engine}`, { atMost: 1000 }, round(ms, 0), 'ms', detail)];
};
