import { join } from 'node:path';
import { insertCourses } from './fill.ts';
import { type Figure, figure, percentile, round } from './measure.ts';
import { startLectern, temporaryFolder } from './processes.ts';

const REQUESTS = 400;
const PAGE = 20;

const pageTimes = async (courses: number): Promise<number[]> => {
  const folder = temporaryFolder();
  const dataDir = join(folder.path, 'data');
  const lectern = await startLectern(dataDir);
  try {
    await insertCourses({ file: join(dataDir, 'lectern.db') }, courses);
    const times: number[] = [];
    for (let index = 0; index < REQUESTS; index += 1) {
      // A new offset every time: the response is computed, not cached.
      const offset = (index * 37) % (courses - PAGE);
      const startedAt = performance.now();
      const response = await fetch(`${lectern.origin}/api/v1/courses?limit=${PAGE}&offset=${offset}`);
      await response.arrayBuffer();
      times.push(performance.now() - startedAt);
    }
    return times.slice(REQUESTS / 10);
  } finally {
    await lectern.stop();
    folder.remove();
  }
};

export const catalogueSizeFigures = async (): Promise<Figure[]> => {
  const few = percentile(await pageTimes(100), 0.95);
  const many = percentile(await pageTimes(10_000), 0.95);
  return [
    figure(
      'page of 20 from 10,000 courses against 100, p95',
      { atMost: 2 },
      round(many / few),
      '×',
      `${round(many)} ms against ${round(few)} ms`,
    ),
  ];
};
