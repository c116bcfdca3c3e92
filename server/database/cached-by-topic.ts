import type { Database, Db } from './database.ts';
import { hasRaised } from './topics.ts';

/**
 * Returns a function that returns what `load` returned last, until the topic is raised. While changes could be missed, each
 * call loads.
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
    if (!hasRaised(db)) known = version === undefined ? undefined : { version, value };
    return value;
  };
};
