import { inTurns } from './compare.ts';
import { load, probeWhile } from './load.ts';
import { type Figure, figure, median, percentile, round } from './measure.ts';
import { admin, type Subject } from './processes.ts';
import { createCourse, logIn, startSchool } from './school.ts';
import { createVisitors } from './visitor.ts';

const LOGINS = 50;
const CLASS = 20;
const ROUNDS = 7;
const PROBE_EVERY_MS = 5;

/** `count` logins, so many at once. Returns how long all of them took. */
const logInMany = async (origin: string, count: number, connections: number): Promise<number> => {
  using visitors = createVisitors(origin, count);
  const startedAt = performance.now();
  await load({ connections, turns: count }, (turn) => logIn(visitors.at(turn), admin));
  return performance.now() - startedAt;
};

/** Logins at once are hashed on all cores; one after the other, each hash waits for the one before. */
const hashingFigure = async (origin: string): Promise<Figure> => {
  await logInMany(origin, CLASS, CLASS);
  const times = await inTurns(ROUNDS, [() => logInMany(origin, CLASS, CLASS), () => logInMany(origin, CLASS, 1)]);
  const [together = Number.NaN, serial = Number.NaN] = times.map(median);
  return figure(
    `${CLASS} logins at once against serial hashing`,
    { atMost: 0.6 },
    round(together / serial),
    '×',
    `${round(together, 0)} ms against ${round(serial, 0)} ms one after the other, in turns, medians of ${ROUNDS}`,
  );
};

/** How long logins at once take, and other requests meanwhile. */
export const loginFigures = async (subject: Subject): Promise<Figure[]> => {
  await using school = await startSchool(subject, { RATE_LIMIT: 'off' });
  const { admin: visitor } = school;
  await createCourse(visitor, 'One course');
  const probe = (turn: number) => visitor.step('probe', turn % 2 === 0 ? '/api/v1/courses/' : '/api/v1/user/me');
  const { result, times } = await probeWhile(PROBE_EVERY_MS, probe, logInMany(visitor.origin, LOGINS, LOGINS));
  return [
    figure(
      `other requests' p99 while ${LOGINS} logins run`,
      { atMost: 100 },
      round(percentile(times, 0.99), 1),
      'ms',
      `${times.length} probes in ${round(result, 0)} ms, median ${round(median(times), 1)} ms`,
    ),
    await hashingFigure(visitor.origin),
  ];
};
