import { createHash } from 'node:crypto';
import { type CompiledQuery, type Dialect, PostgresDialect } from 'kysely';
import type { Client, Pool, PoolConfig, QueryResultRow } from 'pg';

const POOL_SIZE = 10;
const RECONNECT_MS = 1000;
/** How long a caller waits for a connection: a new one, or its turn at the pool's. */
const CONNECT_TIMEOUT_MS = 10_000;
const INT8 = 20;
const NUMERIC = 1700;

/** Counts, paise and milliseconds fit a double exactly; sums arrive as numeric. */
const asNumber = (text: string): number => Number(text);

export interface PostgresServer {
  dialect: Dialect;
  pool: Pool;
  /** A connection of its own that hears every notification of a channel; `lost` is called when it may have missed some. */
  listen(channel: string, heard: (payload: string) => void, state: (isConnected: boolean) => void): Listener;
}

export interface Listener {
  close(): Promise<void>;
}

/** Loads the driver only when this engine is configured, so that the default start stays light. */
export const connectPostgres = async (url: string): Promise<PostgresServer> => {
  const { default: pg } = await import('pg');
  const types: NonNullable<PoolConfig['types']> = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === INT8 || oid === NUMERIC ? asNumber : pg.types.getTypeParser(oid, format),
  };
  const connection = { connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, keepAlive: true };
  const pool = new pg.Pool({ ...connection, max: POOL_SIZE, types, application_name: 'lectern' });
  // The pool replaces a broken connection, and whoever uses it gets the error from its query. An `error` event without a
  // listener would end the process: the pool listens to idle connections only, so those in use need a listener too.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return {
    dialect: new PostgresDialect({ pool }),
    pool,
    listen: (channel, heard, state) => keepListening(() => new pg.Client(connection), channel, heard, state),
  };
};

/** SELECTs whose plan each connection keeps, by a name made from their text: planning them costs more than running them. */
export const plannedReads = (pool: Pool) => {
  const names = new Map<string, string>();
  const nameOf = (text: string): string => {
    const known = names.get(text);
    if (known !== undefined) return known;
    const name = createHash('sha256').update(text).digest('hex').slice(0, 32);
    names.set(text, name);
    return name;
  };
  return async <Row>({ sql, parameters }: CompiledQuery<Row>): Promise<Row[]> => {
    const { rows } = await pool.query<Row & QueryResultRow>({ name: nameOf(sql), text: sql, values: [...parameters] });
    return rows;
  };
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
