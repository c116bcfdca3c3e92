import { inTurns, requestRate } from './compare.ts';
import { addCourses, addViewers } from './fill.ts';
import { type Figure, figure, median, recorded, round } from './measure.ts';
import { type Subject, untilIdle } from './processes.ts';
import { startSchool } from './school.ts';
import type { Database } from '#server/database/database.ts';

const LEARNERS = 500;
const LECTURES = 100;
const ROUNDS = 7;
const SECONDS = 3;

/** Rules that everybody has met already, but for the last lecture: what is read for them, while the responses stay the same. */
const addRules = async ({ db }: Database, courseId: string): Promise<void> => {
  const lectures = await db.selectFrom('lectures').select('id').where('course_id', '=', courseId).execute();
  const rules = lectures.map(({ id: lectureId }, index) =>
    index % 2 === 0 ? { lectureId, on: '2020-01-01' } : { lectureId, afterDays: index === LECTURES - 1 ? 1 : 0 },
  );
  await db
    .updateTable('courses')
    .set({ release_rules: JSON.stringify(rules) })
    .where('id', '=', courseId)
    .execute();
};

/**
 * What it costs to decide about access: the lectures of a course for learners who bought the bundle, without rules of release and
 * with one for each lecture, and their own page.
 */
export const courseAccessFigures = async (subject: Subject): Promise<Figure[]> => {
  const settings = { RATE_LIMIT: 'off', LOG_LEVEL: 'error' };
  await using school = await startSchool(subject, settings);
  const words = (count: number): string => Array.from({ length: count }, (_, index) => `word${index}`).join(' ');
  const [free = '', ruled = ''] = await school.fill((database) =>
    addCourses(database, { count: 2, lecturesEach: LECTURES, words }),
  );
  await school.fill((database) => addRules(database, ruled));
  const tokens = await school.fill((database) => addViewers(database, LEARNERS));
  const paths = [`/api/v1/courses/${free}`, `/api/v1/courses/${ruled}`, '/api/v1/user/me'];
  const perCpuSecond = async (path: string, seconds: number): Promise<number> => {
    const { perSecond, cpuShare } = await requestRate(school.server, { path, tokens, connections: 32, seconds });
    return perSecond / cpuShare;
  };
  for (const path of paths) await perCpuSecond(path, 1);
  await untilIdle(school.server);
  const [withoutRules = 0, withRules = 0, ownPage = 0] = (
    await inTurns(
      ROUNDS,
      paths.map((path) => () => perCpuSecond(path, SECONDS)),
    )
  ).map(median);
  const lectures = `the ${LECTURES} lectures of a course, for ${LEARNERS} members in turn`;
  const detail = `medians of ${ROUNDS} by turns`;
  const rate = (question: string, value: number): Figure =>
    recorded(`${question}, ${subject.engine}`, round(value, 0), 'per s of CPU', detail);
  return [
    rate(lectures, withoutRules),
    rate(`GET user/me of ${LEARNERS} members in turn`, ownPage),
    figure(
      `the same lectures with a rule of release for each, against without, ${subject.engine}`,
      { atLeast: 0.9 },
      round(withRules / withoutRules),
      '×',
      `${round(withRules, 0)} against ${round(withoutRules, 0)} per s of CPU, ${detail}`,
    ),
  ];
};
