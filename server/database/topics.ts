import { sql } from 'kysely';
import type { AfterCommit } from './after-commit.ts';
import type { PostgresServer } from './postgres.ts';
import type { SqliteFile } from './sqlite.ts';
import type { Db } from './tables.ts';

/**
 * Invalidates caches, also after a write of another process on the same database. A writer raises a topic inside its transaction;
 * a cache compares the topic's version with that of its content.
 */
export interface Topics {
  /** Call it inside the transaction that changes data of this topic. */
  raise(tx: Db, topic: string): Promise<void>;
  /** Differs after every raise; undefined while changes could be missed, so nothing may be cached. */
  version(topic: string): string | undefined;
  /** As `version`, over all topics. */
  overall(): string | undefined;
  close(): Promise<void>;
}

/** Raised when a course or its publication changes. */
export const CATALOG_TOPIC = 'catalog';

/** Raised when a translation of a text changes that belongs to the school, and when such a thing is deleted. */
export const SCHOOL_TEXTS_TOPIC = 'school_texts';

/** Raised when a page of the school changes. */
export const SITE_PAGES_TOPIC = 'site_pages';

const CHANNEL = 'lectern_topics';

const raising = new WeakSet<Db>();

/** Whether this transaction has raised a topic: its reads may never be committed. */
export const hasRaised = (tx: Db): boolean => raising.has(tx);

const raiseRow = async (tx: Db, topic: string): Promise<void> => {
  raising.add(tx);
  await tx
    .insertInto('topic_versions')
    .values({ topic, version: 1 })
    .onConflict((conflict) => conflict.column('topic').doUpdateSet({ version: sql`topic_versions.version + 1` }))
    .execute();
};

/** On SQLite the versions are read again after any commit. */
export const sqliteTopics = (file: SqliteFile): Topics => {
  const allVersions = file.reader.prepare('SELECT topic, version FROM topic_versions');
  let seen: unknown;
  let versions = new Map<unknown, string>();
  let sum = 0;
  const refresh = (): void => {
    const current = file.version();
    if (current === seen) return;
    const rows = allVersions.all();
    versions = new Map(rows.map((row) => [row['topic'], String(row['version'])]));
    sum = rows.reduce((total, row) => total + Number(row['version']), 0);
    seen = current;
  };
  return {
    raise: raiseRow,
    version: (topic) => {
      refresh();
      return versions.get(topic) ?? '0';
    },
    overall: () => {
      refresh();
      return String(sum);
    },
    close: async () => undefined,
  };
};

/** On PostgreSQL by LISTEN/NOTIFY; this process's own commits count at once, without waiting for the notification. */
export const postgresTopics = (server: PostgresServer, afterCommit: AfterCommit): Topics => {
  const versions = new Map<string, number>();
  let connections = 0;
  let isListening = false;
  let raises = 0;
  const bump = (topic: string): void => {
    raises += 1;
    versions.set(topic, (versions.get(topic) ?? 0) + 1);
  };
  const listener = server.listen(CHANNEL, bump, (isConnected) => {
    isListening = isConnected;
    if (isConnected) connections += 1;
  });
  return {
    raise: async (tx, topic) => {
      await raiseRow(tx, topic);
      await sql`SELECT pg_notify(${CHANNEL}, ${topic})`.execute(tx);
      afterCommit.add(tx, () => bump(topic));
    },
    version: (topic) => (isListening ? `${connections}.${versions.get(topic) ?? 0}` : undefined),
    overall: () => (isListening ? `${connections}.${raises}` : undefined),
    close: () => listener.close(),
  };
};
