import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { openPostgres } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { startServers } from './server-processes.ts';
import { startPrivatePostgres } from './setup/postgres-server.ts';
import { until } from './until.ts';

const CLIENTS = 16;
const PAUSE_MS = 25;
/** So many writes are stored between one loss and the next. */
const WRITES_BETWEEN = 100;

/** An operator restarts it, an administrator ends every connection, it crashes. */
const LOSSES = ['INT', 'terminate', 'QUIT'] as const;

/** Clients that write without end, each at one server, and keep what was confirmed. */
const openLoad = (origin: (client: number) => string) => {
  const stored: string[] = [];
  /** How many responses of each status; `none` for a connection that ended without one. */
  const responses: Record<string, number> = {};
  /** Responses other than 200, and 503 with the time to wait. */
  const wrong: string[] = [];
  const ending = new AbortController();

  const write = async (client: number, turn: number): Promise<void> => {
    const email = `c${client}-${turn}@home.example`;
    const body = JSON.stringify({ name: 'Ravi Kumar', email, message: 'Is the course in Hindi?' });
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
    const response = await fetch(`${origin(client)}/api/v1/contact`, init).catch(() => undefined);
    const status = String(response?.status ?? 'none');
    const text = await response?.text();
    responses[status] = (responses[status] ?? 0) + 1;
    if (status === '200') stored.push(email);
    else if (status !== '503' || !/^[1-9]\d*$/.test(response?.headers.get('retry-after') ?? ''))
      wrong.push(`${status} ${text ?? ''}`);
  };
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    for (let turn = 0; !ending.signal.aborted; turn += 1) {
      await write(client, turn);
      await setTimeout(PAUSE_MS);
    }
  });
  return {
    stored,
    responses,
    wrong,
    end: async (): Promise<void> => {
      ending.abort();
      await Promise.all(clients);
    },
  };
};

/** Two processes of the product serve many writers while their PostgreSQL is lost, again and again. */
export const restartUnderLoad = async (restarts: number) => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-restarts-'));
  const postgres = await startPrivatePostgres({ isDurable: true });
  const database = await openPostgres(postgres.url);
  const { db } = database;
  await migrate(database, Date.now());
  const servers = await startServers((place) => ({
    DATABASE_URL: postgres.url,
    DATA_DIR: join(folder, String(place)),
    CONTACT_EMAIL: 'desk@school.example',
    FFMPEG_PATH: 'none',
  }));
  const load = openLoad((client) => servers.origin(client));

  const lose = async (turn: number): Promise<void> => {
    const how = LOSSES[turn % LOSSES.length] ?? 'INT';
    if (how !== 'terminate') return postgres.restart(how);
    await sql`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`.execute(db);
  };
  const countListeners = async (): Promise<number> => {
    const { rows } = await sql`SELECT 1 FROM pg_stat_activity WHERE query = 'LISTEN lectern_topics'`.execute(db);
    return rows.length;
  };
  const countUnsentEmails = async (): Promise<number> => {
    const open = db.selectFrom('jobs').select('id').where('name', '=', 'mail.send').where('state', '<>', 'done');
    return (await open.execute()).length;
  };

  try {
    const outagesMs: number[] = [];
    for (let turn = 0; turn < restarts; turn += 1) {
      const enough = load.stored.length + WRITES_BETWEEN;
      await until(() => load.stored.length >= enough, 'writes are stored');
      const lostAt = performance.now();
      await lose(turn);
      const before = load.stored.length;
      await until(() => load.stored.length > before, 'a write is stored again');
      outagesMs.push(Math.round(performance.now() - lostAt));
    }
    await load.end();
    // This process listens too.
    await until(async () => (await countListeners()) === 3, 'both servers listen for changes');
    await until(async () => (await countUnsentEmails()) === 0, 'every email is sent');
    const rows = await db.selectFrom('contact_messages').select('email').execute();
    const kept = new Set(rows.map(({ email }) => email));
    return {
      outagesMs,
      responses: load.responses,
      wrong: load.wrong,
      missing: load.stored.filter((email) => !kept.has(email)),
      serversAlive: servers.count(),
    };
  } finally {
    await load.end();
    await servers.stop();
    await database.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
};
