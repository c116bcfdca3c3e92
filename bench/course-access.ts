import { requestRate } from './compare.ts';
import { addCourses, addViewers } from './fill.ts';
import { type Figure, recorded, round } from './measure.ts';
import type { Subject } from './processes.ts';
import { startSchool } from './school.ts';

const LEARNERS = 500;
const LECTURES = 100;
const SECONDS = 5;

/** What it costs to decide about access: the lectures of a course for learners who bought the bundle, and their own page. */
export const courseAccessFigures = async (subject: Subject): Promise<Figure[]> => {
  const settings = { RATE_LIMIT: 'off', LOG_LEVEL: 'error' };
  await using school = await startSchool(subject, settings);
  const words = (count: number): string => Array.from({ length: count }, (_, index) => `word${index}`).join(' ');
  const [courseId = ''] = await school.fill((database) =>
    addCourses(database, { count: 1, lecturesEach: LECTURES, words }),
  );
  const tokens = await school.fill((database) => addViewers(database, LEARNERS));
  const measure = async (question: string, path: string): Promise<Figure> => {
    await requestRate(school.server, { path, tokens, connections: 32, seconds: 1 });
    const { perSecond, cpuShare } = await requestRate(school.server, {
      path,
      tokens,
      connections: 32,
      seconds: SECONDS,
    });
    const detail = `${round(perSecond, 0)} responses/s, server CPU ${round(cpuShare)} of a core`;
    return recorded(`${question}, ${subject.engine}`, round(perSecond / cpuShare, 0), 'per s of CPU', detail);
  };
  return [
    await measure(
      `the ${LECTURES} lectures of a course, for ${LEARNERS} members in turn`,
      `/api/v1/courses/${courseId}`,
    ),
    await measure(`GET user/me of ${LEARNERS} members in turn`, '/api/v1/user/me'),
  ];
};
