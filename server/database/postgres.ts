import { createHash } from 'node:crypto';
import { Socket } from 'node:net';
import { type CompiledQuery, type Dialect, PostgresDialect } from 'kysely';
import type { Client, Pool, PoolClient, PoolConfig, QueryResultRow } from 'pg';
import { batched } from './batched.ts';
import { EmptyListCompiler } from './empty-lists.ts';
import { isReadOnly } from './failures.ts';
import { POOL_SIZE } from './postgres-state.ts';

const RECONNECT_MS = 1000;
/** How long a caller waits for a connection: a new one, or its turn at the pool's. */
const CONNECT_TIMEOUT_MS = 10_000;
/** Long enough for any statement of a request or job. */
const TIME_LIMITS: TimeLimits = { statementMs: 30_000, silenceMs: 40_000 };
const NO_TIME_LIMITS: TimeLimits = { statementMs: 0, silenceMs: 0 };
/** Calls of a SELECT that share a statement at most. */
const CALLS_AT_ONCE = 200;
/** Statements whose plans a connection keeps; lists of many lengths make many texts. */
const MAX_NAMED_STATEMENTS = 400;
/** Also that of the error of a school that is read-only. */
const READ_ONLY_STATE = '25006';
const INT8 = 20;
const NUMERIC = 1700;

/** Counts, paise and milliseconds fit a double exactly; sums arrive as numeric. */
const asNumber = (text: string): number => Number(text);

export interface TimeLimits {
  /** PostgreSQL itself ends a statement that takes longer, and what it locked is free again. */
  statementMs: number;
  /** A connection in use on which nothing arrives for longer is closed: its server hangs, or is out of reach. */
  silenceMs: number;
}

export interface PostgresOptions {
  /**
   * The server itself, where `url` is that of a pooler in transaction mode. There nothing lasts from one transaction to the
   * next: no named statement, no setting, and no LISTEN, which uses this address.
   */
  directUrl?: string | undefined;
  /** Connections for statements, at most. */
  poolSize?: number | undefined;
  /** `none` for statements that may take long, such as migrations. */
  timeLimits?: TimeLimits | 'none';
}

/** The connections of this process, and callers that wait for one. */
export interface Connections {
  busy: number;
  idle: number;
  waiting: number;
}

export interface PostgresServer {
  dialect: Dialect;
  connections(): Connections;
  /** Prepares a SELECT, see `Database`. */
  prepare<Row>(query: CompiledQuery<Row>): (values: readonly string[]) => Promise<Row[]>;
  notify(channel: string, payload: string): Promise<void>;
  /** A connection of its own that hears every notification of a channel; `lost` is called when it may have missed some. */
  listen(channel: string, heard: (payload: string) => void, state: (isConnected: boolean) => void): Listener;
}

export interface Listener {
  close(): Promise<void>;
}

/** The socket of a connection in the pool, which closes idle ones long before they have been silent for too long. */
const impatientSocket = (silenceMs: number): Socket => {
  const socket = new Socket();
  socket.setTimeout(silenceMs, () => {
    const error = new Error('PostgreSQL does not respond');
    socket.destroy(Object.assign(error, { code: 'ETIMEDOUT', syscall: 'read' }));
  });
  return socket;
};

/** Loads the driver only when this engine is configured, so that the default start stays light. */
export const connectPostgres = async (url: string, options: PostgresOptions = {}): Promise<PostgresServer> => {
  const { directUrl, timeLimits = TIME_LIMITS, poolSize = POOL_SIZE } = options;
  const isPooled = directUrl !== undefined;
  const { statementMs, silenceMs } = timeLimits === 'none' ? NO_TIME_LIMITS : timeLimits;
  const { default: pg } = await import('pg');
  const types: NonNullable<PoolConfig['types']> = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === INT8 || oid === NUMERIC ? asNumber : pg.types.getTypeParser(oid, format),
  };
  const connectionTo = (address: string) => ({
    connectionString: address,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  });
  const pool = new pg.Pool({
    ...connectionTo(url),
    max: poolSize,
    types,
    application_name: 'lectern',
    stream: () => impatientSocket(silenceMs),
    ...(isPooled ? {} : { statement_timeout: statementMs }),
  });
  // The pool replaces a broken connection, and its user gets the error from the query. An `error` event without a
  // listener would end the process: the pool listens to idle connections only, so those in use need a listener too.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  if (!isPooled) {
    const nameOf = createStatementNames();
    pool.on('connect', (client) => planOnce(client, pg.Client, nameOf));
  }
  return {
    dialect: Object.assign(new PostgresDialect({ pool }), { createQueryCompiler: () => new EmptyListCompiler() }),
    connections: () => ({ busy: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    prepare: (query) => batchedRead(pool, query, isPooled),
    notify: async (channel, payload) => {
      await pool.query('SELECT pg_notify($1, $2)', [channel, payload]);
    },
    listen: (channel, heard, state) =>
      keepListening(() => new pg.Client(connectionTo(directUrl ?? url)), channel, heard, state),
  };
};

/** A `*` stands for columns that a migration may add while this version still serves, which ends the kept plan with an error. */
const createStatementNames = (): ((text: string) => string | undefined) => {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= MAX_NAMED_STATEMENTS || /[^(]\*/.test(text)) return known;
    const name = `lectern_${names.size}`;
    names.set(text, name);
    return name;
  };
};

/** Names the statements of a connection, so that it plans each once: planning takes longer than running most of them. */
const planOnce = (
  client: PoolClient,
  { prototype }: typeof Client,
  nameOf: (text: string) => string | undefined,
): void => {
  const query = (...words: unknown[]): unknown => {
    const [text, values, ...others] = words;
    const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined;
    const result: unknown = Reflect.apply(
      prototype.query,
      client,
      name === undefined ? words : [{ name, text, values }, ...others],
    );
    if (result instanceof Promise) result.catch((error: unknown) => leaveReadOnly(client, error));
    return result;
  };
  Object.assign(client, { query });
};

/**
 * A server that became a standby, or was set to accept only reads, keeps a connection so until its end, also when it accepts writes
 * again. The pool replaces an ended one.
 */
const leaveReadOnly = (client: PoolClient, error: unknown): void => {
  if (error instanceof Error && 'code' in error && error.code === READ_ONLY_STATE && !isReadOnly(error))
    void client.end().catch(() => undefined);
};

/**
 * Calls of one SELECT that arrive while it runs share its next run, so that under load one statement serves many requests;
 * each result is as new as its call. Every connection keeps the plan, by a name made from the text.
 */
const batchedRead = <Row>(pool: Pool, { sql, parameters }: CompiledQuery<Row>, isPooled: boolean) => {
  const columns = parameters.map((_, index) => `$${index + 1}::text[]`).join(', ');
  const names = parameters.map((_, index) => `v${index + 1}`).join(', ');
  const text = `SELECT batch.place, result.* FROM unnest(${columns}) WITH ORDINALITY AS batch (${names}, place)
    CROSS JOIN LATERAL (${sql.replaceAll(/\$(\d+)/g, 'batch.v$1')}) AS result`;
  const named = isPooled ? {} : { name: createHash('sha256').update(text).digest('hex').slice(0, 32) };

  const readAll = async (calls: readonly (readonly string[])[]): Promise<Row[][]> => {
    const values = parameters.map((_, index) => calls.map((call) => call[index]));
    const { rows } = await pool.query<Row & QueryResultRow & { place: number }>({ ...named, text, values });
    const results = calls.map((): Row[] => []);
    for (const row of rows) results[row.place - 1]?.push(row);
    return results;
  };
  return batched(readAll, CALLS_AT_ONCE);
};

const keepListening = (
  connect: () => Client,
  channel: string,
  heard: (payload: string) => void,
  state: (isConnected: boolean) => void,
): Listener => {
  let current: Client | undefined;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  const attempt = async (): Promise<void> => {
    const client = connect();
    current = client;
    const lost = (): void => {
      if (current !== client) return;
      current = undefined;
      state(false);
      void client.end().catch(() => undefined);
      if (!isClosed) timer = setTimeout(() => void attempt(), RECONNECT_MS).unref();
    };
    client.on('error', lost);
    client.on('end', lost);
    client.on('notification', (notice) => heard(notice.payload ?? ''));
    try {
      await client.connect();
      await client.query(`LISTEN ${channel}`);
      if (current === client) state(true);
    } catch {
      lost();
    }
  };

  void attempt();
  return {
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      const client = current;
      current = undefined;
      await client?.end().catch(() => undefined);
    },
  };
};
