import { addCourses, addViewers } from './fill.ts';
import { load, withCpu } from './load.ts';
import { type Figure, figure, percentile, round } from './measure.ts';
import { startSchool } from './school.ts';
import { sendHeartbeat } from './viewer.ts';
import { createVisitor, openJournal } from './visitor.ts';

const VIEWERS = 1000;
const LECTURES = 20;
const CONNECTIONS = 256;
const SECONDS = 6;

/** Heartbeats of a thousand viewers, each confirmed when it is committed. */
export const progressFigures = async (engine: string, environment: NodeJS.ProcessEnv = {}): Promise<Figure[]> => {
  await using school = await startSchool(environment);
  const { server } = school;
  const viewers = await school.fill(async (database) => {
    const [courseId] = await addCourses(database, {
      count: 1,
      lecturesEach: LECTURES,
      words: (count) => Array.from({ length: count }, () => 'word').join(' '),
    });
    const tokens = await addViewers(database, VIEWERS);
    return tokens.map((token, index) => ({ token, lectureId: `${courseId}-${index % LECTURES}`, seq: 0 }));
  });
  // Requests share visitors, and so connections, as behind a proxy.
  const visitors = Array.from({ length: CONNECTIONS / 2 }, (_, place) => createVisitor(openJournal(), place));
  const beat = async (turn: number): Promise<void> => {
    const [viewer, visitor] = [viewers[turn % VIEWERS], visitors[turn % visitors.length]];
    if (!viewer || !visitor) return;
    viewer.seq += 1;
    await sendHeartbeat(visitor, { origin: server.origin, ...viewer }, { seq: viewer.seq, sessionId: 'bench' });
  };
  // The first of each begins a playback session, which is seldom and not the question.
  await load({ connections: CONNECTIONS, turns: VIEWERS }, beat);
  const {
    result: times,
    seconds,
    cpuShare,
  } = await withCpu(server, () => load({ connections: CONNECTIONS, seconds: SECONDS }, beat));
  for (const visitor of visitors) visitor.leave();
  const detail = `${VIEWERS} viewers over ${CONNECTIONS} connections; p99 ${round(percentile(times, 0.99), 1)} ms; server CPU ${round(cpuShare)} of a core`;
  return [
    figure(`progress heartbeats, ${engine}`, { atLeast: 2000 }, round(times.length / seconds, 0), 'a second', detail),
  ];
};
