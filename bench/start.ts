import { join } from 'node:path';
import { type Figure, figure, median, round } from './measure.ts';
import { startLectern, temporaryFolder } from './processes.ts';

const STARTS = 5;

/** From the start of the process until it has sent the home page, drawn. */
const firstPage = async (dataDir: string): Promise<{ ms: number; cpuSeconds: number }> => {
  const startedAt = performance.now();
  await using lectern = await startLectern(dataDir);
  const page = await fetch(lectern.origin);
  await page.text();
  if (!page.ok) throw new Error(`the home page has the status ${page.status}`);
  return { ms: performance.now() - startedAt, cpuSeconds: lectern.cpuSeconds() };
};

/** The time from a start with existing data to the first response. */
export const startFigures = async (): Promise<Figure[]> => {
  using folder = temporaryFolder();
  const dataDir = join(folder.path, 'data');
  const first = await firstPage(dataDir);
  const starts: Awaited<ReturnType<typeof firstPage>>[] = [];
  for (let index = 0; index < STARTS; index += 1) starts.push(await firstPage(dataDir));
  const cpuSeconds = median(starts.map((start) => start.cpuSeconds));
  return [
    figure(
      'start → home page sent, SQLite',
      { atMost: 1000 },
      round(median(starts.map(({ ms }) => ms)), 0),
      'ms',
      `median of ${STARTS}, ${round(cpuSeconds)} s of CPU; with an empty data folder ${round(first.ms, 0)} ms`,
    ),
  ];
};
