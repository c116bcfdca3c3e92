import type { Platform } from '#server/platform.ts';
import { readWhole } from '#server/storage/read-whole.ts';
import { readTranscript, type Sentence } from '#video-format/transcript.ts';
import { findFirstFile } from './captions.queries.ts';

/** Transcripts in memory; the oldest is dropped. */
const KNOWN_MAX = 50;

/** Reads the sentences of a lecture's captions. A stored file never changes, so that it is read once. */
export const createTranscripts = ({ database, storage }: Pick<Platform, 'database' | 'storage'>) => {
  const known = new Map<string, Promise<readonly Sentence[]>>();

  const readFile = async (key: string): Promise<readonly Sentence[]> =>
    readTranscript((await readWhole(storage, key))?.toString('utf8') ?? '');

  return async (lectureId: string): Promise<readonly Sentence[]> => {
    const key = await findFirstFile(database.db, lectureId);
    if (key === undefined) return [];
    const before = known.get(key);
    if (before) return before;
    for (const oldest of known.keys()) if (known.size >= KNOWN_MAX) known.delete(oldest);
    const fresh = readFile(key);
    known.set(key, fresh);
    fresh.catch(() => known.delete(key));
    return fresh;
  };
};
