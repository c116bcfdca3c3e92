import type { Database, Db } from './database.ts';

/**
 * Returns a function that returns what `load` returned last, until the topic is raised. While changes could be missed, and
 * inside a transaction that nothing was loaded before, each call loads: what a transaction reads may never be committed.
 */
export const cachedByTopic = <T>(
  { db: outside, topics }: Pick<Database, 'db' | 'topics'>,
  topic: string,
  load: (db: Db) => Promise<T>,
): ((db?: Db) => Promise<T>) => {
  let known: { version: string; value: T } | undefined;
  return async (db = outside) => {
    const version = topics.version(topic);
    if (known && known.version === version) return known.value;
    const value = await load(db);
    if (!db.isTransaction) known = version === undefined ? undefined : { version, value };
    return value;
  };
};
