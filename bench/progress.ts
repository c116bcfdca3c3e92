import { addCourses, addViewers } from './fill.ts';
import { load, withCpu } from './load.ts';
import { type Figure, figure, percentile, round } from './measure.ts';
import type { Subject } from './processes.ts';
import { startSchool } from './school.ts';
import { sendHeartbeat } from './viewer.ts';
import { createVisitors } from './visitor.ts';

const VIEWERS = 1000;
const LECTURES = 20;
const AT_ONCE = 256;
const SECONDS = 6;

/** Heartbeats of a thousand viewers, each confirmed when it is committed. */
export const progressFigures = async (subject: Subject): Promise<Figure[]> => {
  await using school = await startSchool(subject);
  const { server } = school;
  const words = (count: number): string => Array.from({ length: count }, () => 'word').join(' ');
  const { courseId, tokens } = await school.fill(async (database) => ({
    courseId: (await addCourses(database, { count: 1, lecturesEach: LECTURES, words }))[0],
    tokens: await addViewers(database, VIEWERS),
  }));
  using viewers = createVisitors(server.origin, VIEWERS, tokens);
  let sent = 0;
  const beat = async (): Promise<void> => {
    const viewer = sent % VIEWERS;
    const seq = 1 + (sent - viewer) / VIEWERS;
    sent += 1;
    await sendHeartbeat(viewers.at(viewer), `${courseId}-${viewer % LECTURES}`, { seq, sessionId: 'bench' });
  };
  // The first of each begins a playback session, which is seldom and not the question.
  await load({ connections: AT_ONCE, turns: VIEWERS }, beat);
  const { result, seconds, cpuShare } = await withCpu(server, () =>
    load({ connections: AT_ONCE, seconds: SECONDS }, beat),
  );
  const perSecond = round(result.length / seconds, 0);
  const detail = `${VIEWERS} viewers, ${AT_ONCE} at once; p99 ${round(percentile(result, 0.99), 1)} ms; server CPU ${round(cpuShare)} of a core`;
  return [figure(`progress heartbeats, ${subject.engine}`, { atLeast: 2000 }, perSecond, '/s', detail)];
};
