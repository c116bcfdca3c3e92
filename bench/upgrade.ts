import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Database, openPostgres, openSqlite } from '#server/database/database.ts';
import { findComputedBy, findRecomputing, RULES } from '#server/features/billing/projections/computed-by.ts';
import { freePort } from '#test/deploy/run.ts';
import { startPrivatePostgres } from '#test/setup/postgres-server.ts';
import { type Figure, figure, recorded, round } from './measure.ts';
import { fillOldSchool, PEOPLE, TOKEN, YEARS } from './old-school.ts';
import { type Subject, temporaryFolder } from './processes.ts';

const KILLS = 3;
/** How long a process that is killed runs before. */
const RUNS_MS = 15_000;
/** The time limit for all requests: a large school needs longer than a measurement may take. */
const ASKED_MS = Number(process.env['BENCH_MINUTES'] ?? Infinity) * 60_000;
/** A request that takes longer is counted as this. */
const GIVE_UP_MS = 60_000;

/** The dates of every payment and the end of every access, as one digest. */
const promisesIn = async ({ db }: Database): Promise<string> => {
  const digest = createHash('sha256');
  for (const statement of [
    'SELECT provider_payment_id AS id, access_until AS a, refundable_until AS b FROM payments ORDER BY provider_payment_id',
    'SELECT user_id AS id, ends_at AS a, mode AS b FROM user_access WHERE ends_at > 0 ORDER BY user_id, mode',
  ])
    for (const { id, a, b } of (await sql.raw<{ id: string; a: number; b: unknown }>(statement).execute(db)).rows)
      digest.update(`${id} ${a} ${String(b)}\n`);
  return digest.digest('hex').slice(0, 12);
};

/** What visitors, a member and the balancer ask again and again; each question has its own line. */
const QUESTIONS: [string, (origin: string) => Promise<Response>][] = [
  ['the home page', (origin) => fetch(`${origin}/`, { signal: AbortSignal.timeout(GIVE_UP_MS) })],
  ['the courses', (origin) => fetch(`${origin}/api/v1/courses/`, { signal: AbortSignal.timeout(GIVE_UP_MS) })],
  [
    'a member',
    (origin) =>
      fetch(`${origin}/api/v1/user/me`, {
        headers: { authorization: `Bearer ${TOKEN}` },
        signal: AbortSignal.timeout(GIVE_UP_MS),
      }),
  ],
  [
    'a message to the school',
    (origin) =>
      fetch(`${origin}/api/v1/contact`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Ravi Kumar', email: 'ravi@home.example', message: 'Is the course in Hindi?' }),
        signal: AbortSignal.timeout(GIVE_UP_MS),
      }),
  ],
];

interface Waits {
  longestMs: Map<string, number>;
  asked: number;
  failed: string[];
}

/** Polls until the function that it returns is called. */
const ask = (origin: string, waits: Waits) => {
  const over = new AbortController();
  const run = async (name: string, request: (at: string) => Promise<Response>): Promise<void> => {
    while (!over.signal.aborted) {
      const startedAt = performance.now();
      try {
        const response = await request(origin);
        await response.arrayBuffer();
        if (response.status >= 500) waits.failed.push(`${name} ${response.status}`);
      } catch (error) {
        if (!over.signal.aborted) waits.failed.push(`${name} ${String(error)}`);
      }
      waits.asked += 1;
      if (!over.signal.aborted)
        waits.longestMs.set(name, Math.max(waits.longestMs.get(name) ?? 0, performance.now() - startedAt));
      await setTimeout(100);
    }
  };
  const running = QUESTIONS.map(([name, request]) => run(name, request));
  return async (): Promise<void> => {
    over.abort();
    await Promise.all(running);
  };
};

/** The lock of a buyer, as a process of the previous version takes it while this one migrates. */
const buying = (database: Database) => {
  let longestMs = 0;
  const over = new AbortController();
  const run = async (): Promise<number> => {
    for (let index = 1; !over.signal.aborted; index = 1 + ((index + 7919) % PEOPLE)) {
      const startedAt = performance.now();
      await database.transaction(async (tx) => {
        await sql`UPDATE users SET updated_at = updated_at WHERE id = ${`u${index}`}`.execute(tx);
        await sql`UPDATE payments SET updated_at = updated_at WHERE user_id = ${`u${index}`}`.execute(tx);
      });
      longestMs = Math.max(longestMs, performance.now() - startedAt);
      await setTimeout(5);
    }
    return longestMs;
  };
  const running = run();
  return (): Promise<number> => {
    over.abort();
    return running;
  };
};

interface Place extends AsyncDisposable {
  dataDir: string;
  environment: NodeJS.ProcessEnv;
  open(): Promise<Database>;
}

const placeOf = async (engine: Subject['engine']): Promise<Place> => {
  const folder = temporaryFolder();
  const dataDir = join(folder.path, 'data');
  mkdirSync(dataDir);
  const common = {
    LOG_LEVEL: 'warn',
    RATE_LIMIT: 'off',
    FFMPEG_PATH: 'none',
    SECRET_KEY: 'thirty-two characters and a few more',
  };
  if (engine === 'SQLite')
    return {
      dataDir,
      environment: common,
      open: async () => openSqlite(join(dataDir, 'lectern.db')),
      [Symbol.asyncDispose]: async () => folder.remove(),
    };
  const server = await startPrivatePostgres({ isDurable: true });
  return {
    dataDir,
    environment: { ...common, DATABASE_URL: server.url },
    open: () => openPostgres(server.url, { timeLimits: 'none' }),
    [Symbol.asyncDispose]: async () => {
      await server.stop();
      folder.remove();
    },
  };
};

const using = async <T>(place: Place, work: (database: Database) => Promise<T>): Promise<T> => {
  const database = await place.open();
  return work(database).finally(() => database.close());
};

/** How many of the people are recomputed; all of them when sales are, too. */
const recomputedIn = async ({ db }: Database): Promise<number> =>
  (await findComputedBy(db))?.rules === RULES ? PEOPLE : Math.min((await findRecomputing(db))?.done ?? 0, PEOPLE - 1);

interface Started {
  origin: string;
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

/** Starts the program, and waits until a balancer would send it visitors; the first time it migrates before. */
const startReady = async (checkout: string, { dataDir, environment }: Place): Promise<Started> => {
  const port = await freePort();
  const child = spawn(process.execPath, ['--max-semi-space-size=8', 'server/main.ts'], {
    cwd: checkout,
    env: { ...process.env, ...environment, DATA_DIR: dataDir, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  const origin = `http://127.0.0.1:${port}`;
  const isReady = (): Promise<boolean> =>
    fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error('the school does not start');
    await setTimeout(20);
  }
  return {
    origin,
    end: async (signal) => {
      child.kill(signal);
      await ended;
    },
  };
};

interface Measured {
  waits: Waits;
  /** The longest wait of a purchase in the previous version, during the migrations. */
  boughtMs: number;
  /** Each start, until a balancer would send visitors. */
  startsMs: number[];
  wholeMs: number;
  recomputed: number;
  after: string;
}

/** Starts the program until everything is recomputed, asks it meanwhile, and kills it three times. */
const upgradeWhileAsked = async (checkout: string, place: Place, watching: Database): Promise<Measured> => {
  const waits: Waits = { longestMs: new Map(), asked: 0, failed: [] };
  const startsMs: number[] = [];
  const startedAt = performance.now();
  let boughtMs = 0;
  const isOver = async (): Promise<boolean> =>
    performance.now() - startedAt > ASKED_MS || (await recomputedIn(watching)) === PEOPLE;
  for (let kill = 0; !(await isOver()); kill += 1) {
    const from = performance.now();
    // With SQLite the previous version has stopped.
    const stopBuying = watching.engine === 'postgres' && kill === 0 ? buying(watching) : undefined;
    const school = await startReady(checkout, place);
    startsMs.push(performance.now() - from);
    if (stopBuying) boughtMs = await stopBuying();
    const stop = ask(school.origin, waits);
    const killAt = kill < KILLS ? performance.now() + RUNS_MS : Infinity;
    while (performance.now() < killAt && !(await isOver())) await setTimeout(500);
    await stop();
    await school.end(killAt < Infinity ? 'SIGKILL' : 'SIGTERM');
  }
  const wholeMs = performance.now() - startedAt;
  const [recomputed, after] = [await recomputedIn(watching), await promisesIn(watching)];
  return { waits, boughtMs, startsMs, wholeMs, recomputed, after };
};

/** Upgrades a school of 100,000 people and 300,000 payments, and compares every date that was promised. */
export const upgradeFigures = async ({ checkout, engine }: Subject): Promise<Figure[]> => {
  await using place = await placeOf(engine);
  const before = await using(place, async (database) => {
    await fillOldSchool(database);
    return promisesIn(database);
  });
  const { waits, boughtMs, startsMs, wholeMs, recomputed, after } = await using(place, (watching) =>
    upgradeWhileAsked(checkout, place, watching),
  );
  const [first = 0, ...later] = startsMs.map((ms) => round(ms, 0));
  const name = `upgrade of ${PEOPLE.toLocaleString('en')} people and ${(PEOPLE * YEARS).toLocaleString('en')} payments, ${engine}`;
  const slowest = [...waits.longestMs].map(([what, ms]) => `${what} ${round(ms, 0)} ms`).join(', ');
  const longestMs = round(Math.max(...waits.longestMs.values()), 0);
  const kills = Math.min(KILLS, later.length);
  const digests = `digest ${before} before, ${after} after`;
  const migrating = `${name}: the longest wait of a purchase in the previous version, during the migrations`;
  return [
    figure(
      `${name}: the longest wait of a request`,
      { atMost: 2000 },
      longestMs,
      'ms',
      `${waits.asked} requests: ${slowest}`,
    ),
    figure(
      `${name}: requests that failed`,
      { atMost: 0 },
      waits.failed.length,
      '',
      waits.failed.slice(0, 3).join(', '),
    ),
    figure(`${name}: dates that moved`, { atMost: 0 }, before === after ? 0 : 1, '', digests),
    recorded(`${name}: start until ready`, first, 'ms', `with the migrations; later starts ${later.join(', ')} ms`),
    recorded(`${name}: ${recomputed} recomputed`, round(wholeMs / 1000, 0), 's', `${kills} times SIGKILL meanwhile`),
    ...(engine === 'PostgreSQL'
      ? [figure(migrating, { atMost: 2000 }, round(boughtMs, 0), 'ms', 'the lock of the buyer and of their payments')]
      : []),
  ];
};
