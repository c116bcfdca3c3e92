import type { Database, Db } from './database.ts';
import { hasRaised } from './topics.ts';

/**
 * Returns a function that returns what `load` returned last, until the topic is raised or `moment` returns something else.
 * While changes could be missed, each call loads.
 */
export const cachedByTopic = <T>(
  { db: outside, topics }: Pick<Database, 'db' | 'topics'>,
  topic: string,
  load: (db: Db) => Promise<T>,
  moment: () => string | number = () => '',
): ((db?: Db) => Promise<T>) => {
  let known: { version: string; value: Promise<T> } | undefined;
  return async (db = outside) => {
    const raised = topics.version(topic);
    const version = raised === undefined ? undefined : `${raised} ${moment()}`;
    if (known && known.version === version) return known.value;
    if (version === undefined) return load(db);
    const fresh = { version, value: load(db) };
    // Calls at once share one reading; that of a transaction may fail with it.
    if (db === outside) known = fresh;
    try {
      const value = await fresh.value;
      if (db !== outside && !hasRaised(db)) known = fresh;
      return value;
    } catch (error) {
      if (known === fresh) known = undefined;
      throw error;
    }
  };
};
