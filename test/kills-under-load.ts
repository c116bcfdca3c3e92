import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Database, openPostgres, openSqlite } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { newId } from '#server/ids.ts';
import { aCourse, aLaterSession, aLecture, anAdmin, aUser, type Person } from './factories.ts';
import { startServers } from './server-processes.ts';
import { startPrivatePostgres } from './setup/postgres-server.ts';
import { until } from './until.ts';

const CLIENTS = 12;
const PAUSE_MS = 50;
/** So many writes are confirmed between one kill and the next, which comes at any moment of the work. */
const WRITES_BETWEEN = 8;
const LATER_BY_MS = 200;
/** Every fifth time both processes are killed, and with them SQLite. */
const BOTH_EVERY = 5;
/** Every tenth time PostgreSQL ends too, by turns as an operator restarts it and as it crashes. */
const RESTART_EVERY = 10;

interface Write {
  method: 'POST';
  path: string;
  body: object;
  token?: string;
  /** Where a row with this value is once the write was confirmed. */
  table: 'contact_messages' | 'lecture_questions' | 'access_changes';
  column: 'email' | 'text' | 'reason';
  value: string;
}

interface School {
  admin: Person;
  learner: Person;
  courseId: string;
  lectureId: string;
}

/** What people write, in turns. */
const writesOf = (school: School): ((turn: string) => Write)[] => [
  (value) => ({
    method: 'POST',
    path: '/contact',
    body: { name: 'Ravi Kumar', email: `${value}@home.example`, message: 'Is the course in Hindi?' },
    table: 'contact_messages',
    column: 'email',
    value: `${value}@home.example`,
  }),
  (value) => ({
    method: 'POST',
    path: `/courses/${school.courseId}/lectures/${school.lectureId}/questions`,
    body: { text: `Is it ${value}?`, atMs: 1000 },
    token: school.admin.token,
    table: 'lecture_questions',
    column: 'text',
    value: `Is it ${value}?`,
  }),
  (value) => ({
    method: 'POST',
    path: `/admin/people/${school.learner.id}/grant`,
    body: { untilDay: '2099-12-31', reason: value },
    token: school.admin.token,
    table: 'access_changes',
    column: 'reason',
    value,
  }),
];

/** Clients that write without end, and keep what was confirmed. */
const openLoad = (school: School, origin: (client: number) => string) => {
  const confirmed: Write[] = [];
  const responses: Record<string, number> = {};
  const wrong: string[] = [];
  const ending = new AbortController();
  const writes = writesOf(school);

  const send = async (client: number, turn: number): Promise<void> => {
    const write = writes[turn % writes.length]?.(newId());
    if (!write) return;
    const { method, path, body, token } = write;
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
    const response = await fetch(`${origin(client)}/api/v1${path}`, {
      method,
      headers,
      body: JSON.stringify(body),
    }).catch(() => undefined);
    const text = await response?.text().catch(() => undefined);
    const status = text === undefined ? 'none' : String(response?.status);
    responses[status] = (responses[status] ?? 0) + 1;
    if (/^20[01]$/.test(status)) confirmed.push(write);
    else if (status !== 'none' && status !== '503') wrong.push(`${method} ${path} ${status} ${text}`);
  };
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    for (let turn = client; !ending.signal.aborted; turn += 1) {
      await send(client, turn);
      await setTimeout(PAUSE_MS);
    }
  });
  return {
    confirmed,
    responses,
    wrong,
    end: async (): Promise<void> => {
      ending.abort();
      await Promise.all(clients);
    },
  };
};

/** Confirmed writes without a row, or with more than one. */
const missingFrom = async ({ db }: Database, confirmed: readonly Write[]): Promise<string[]> => {
  const counts = new Map<string, number>();
  for (const { table, column } of new Map(confirmed.map((write) => [write.table, write])).values()) {
    const { rows } = await sql<{ value: string }>`SELECT ${sql.ref(column)} AS value FROM ${sql.table(table)}`.execute(
      db,
    );
    for (const { value } of rows) counts.set(`${table} ${value}`, (counts.get(`${table} ${value}`) ?? 0) + 1);
  }
  return confirmed
    .map(({ table, value }) => `${table} ${value}`)
    .filter((name) => counts.get(name) !== 1)
    .map((name) => `${name} is there ${counts.get(name) ?? 0} times`);
};

const openPlace = async (engine: 'sqlite' | 'postgres', folder: string) => {
  if (engine === 'sqlite') {
    const database = openSqlite(join(folder, 'lectern.db'));
    return {
      database,
      settings: () => ({ DATA_DIR: folder }),
      restart: () => Promise.resolve(),
      close: () => database.close(),
    };
  }
  const postgres = await startPrivatePostgres({ isDurable: true });
  const database = await openPostgres(postgres.url);
  return {
    database,
    settings: (place: number) => ({ DATABASE_URL: postgres.url, DATA_DIR: join(folder, String(place)) }),
    restart: (turn: number) => postgres.restart(turn % (2 * RESTART_EVERY) === 0 ? 'QUIT' : 'INT'),
    close: async () => {
      await database.close();
      await postgres.stop();
    },
  };
};

/** The names of the jobs that are due. */
const dueJobs = async ({ db }: Database): Promise<string[]> => {
  const due = db.selectFrom('jobs').select('name').where('state', '<>', 'done').where('run_at', '<', Date.now());
  return (await due.execute()).map(({ name }) => name);
};

/** Many writes leave many jobs: waits as long as they become fewer. */
const untilJobsAreDone = async (database: Database): Promise<void> => {
  for (let due = await dueJobs(database); due.length > 0;) {
    const { length } = due;
    await until(
      async () => {
        due = await dueJobs(database);
        return due.length < length;
      },
      `${length} jobs become fewer: ${[...new Set(due)].join(', ')}`,
    );
  }
};

/** Processes of the product, two on PostgreSQL, serve many writers while one after the other is killed, and PostgreSQL restarts. */
export const killUnderLoad = async (engine: 'sqlite' | 'postgres', kills: number) => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-kills-'));
  const place = await openPlace(engine, folder);
  const { database } = place;
  await migrate(database, Date.now());
  const here = { database, clock: { now: () => Date.now() } };
  const [admin, learner, courseId] = [await anAdmin(here), await aUser(here), await aCourse(here)];
  const lectureId = await aLecture(here, { courseId });
  const servers = await startServers((at) => ({ ...place.settings(at), FFMPEG_PATH: 'none' }));
  const school = { admin, learner, courseId, lectureId };
  const load = openLoad(school, (client) => servers.origin(client));
  try {
    for (let turn = 0; turn < kills; turn += 1) {
      const enough = load.confirmed.length + WRITES_BETWEEN;
      await until(() => load.confirmed.length >= enough, 'writes are confirmed');
      await servers.areWhole();
      await setTimeout(Math.random() * LATER_BY_MS);
      await servers.kill(turn % 2);
      if (turn % BOTH_EVERY === 0) await servers.kill((turn + 1) % 2);
      if (turn % RESTART_EVERY === 0) await place.restart(turn);
      // A grant needs a login of the last ten minutes.
      else school.admin = await aLaterSession(here, admin);
    }
    await servers.areWhole();
    await load.end();
    await untilJobsAreDone(database);
    return {
      responses: load.responses,
      wrong: load.wrong,
      confirmed: load.confirmed.length,
      missing: await missingFrom(database, load.confirmed),
      serversAlive: servers.count(),
    };
  } finally {
    await load.end();
    await servers.stop();
    await place.close();
    await rm(folder, { recursive: true, force: true });
  }
};
