import { load, probeWhile } from './load.ts';
import { type Figure, figure, median, percentile, round } from './measure.ts';
import { admin } from './processes.ts';
import { type Admin, createCourse, logIn, startSchool } from './school.ts';
import { bearer, createVisitor, openJournal } from './visitor.ts';

const LOGINS = 50;
const CLASS = 20;
const ROUNDS = 7;
const PROBE_EVERY_MS = 5;

/** `count` logins, so many at once. Returns how long all of them took. */
const logInMany = async (origin: string, count: number, connections: number): Promise<number> => {
  const visitors = Array.from({ length: count }, (_, place) => createVisitor(openJournal(), place));
  const startedAt = performance.now();
  await load({ connections, turns: count }, async (turn) => {
    const visitor = visitors[turn];
    if (visitor) await logIn(visitor, origin, admin);
  });
  const tookMs = performance.now() - startedAt;
  for (const visitor of visitors) visitor.leave();
  return tookMs;
};

/** Logins at once are hashed on all cores; one after the other, each hash waits for the one before. */
const hashingFigure = async ({ origin }: Admin): Promise<Figure> => {
  const [atOnceMs, inTurnMs]: [number[], number[]] = [[], []];
  await logInMany(origin, CLASS, CLASS);
  for (let count = 0; count < ROUNDS; count += 1) {
    atOnceMs.push(await logInMany(origin, CLASS, CLASS));
    inTurnMs.push(await logInMany(origin, CLASS, 1));
  }
  const [together, serial] = [median(atOnceMs), median(inTurnMs)];
  return figure(
    `${CLASS} logins at once against serial hashing`,
    { atMost: 0.6 },
    round(together / serial),
    '×',
    `${round(together, 0)} ms against ${round(serial, 0)} ms one after the other, in turns, medians of ${ROUNDS}`,
  );
};

/** How long logins at once take, and other requests meanwhile. */
export const loginFigures = async (): Promise<Figure[]> => {
  await using school = await startSchool({ RATE_LIMIT: 'off' });
  const { visitor, origin, token } = school.admin;
  await createCourse(school.admin, 'One course');
  const paths = ['/api/v1/courses/', '/api/v1/user/me'];
  const probe = (turn: number) => visitor.step('probe', `${origin}${paths[turn % 2]}`, { headers: bearer(token) });
  const { result, times } = await probeWhile(PROBE_EVERY_MS, probe, logInMany(origin, LOGINS, LOGINS));
  return [
    figure(
      `other requests' p99 while ${LOGINS} logins run`,
      { atMost: 100 },
      round(percentile(times, 0.99), 1),
      'ms',
      `${times.length} probes in ${round(result, 0)} ms, median ${round(median(times), 1)} ms`,
    ),
    await hashingFigure(school.admin),
  ];
};
