import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { stateSchema, type State } from './records.ts';
import { createMemory, type Store } from './store.ts';

const writeDelayMs = 50;

/**
 * The store of one process: the state is saved to one JSON file. Each save replaces the whole file atomically, so it is
 * readable after a crash at any moment; only the changes of the last moments are lost.
 */
export const openFileStore = async (
  stateFile: string,
  initialState: () => State,
  onError: (error: unknown) => void,
): Promise<Store> => {
  await mkdir(dirname(stateFile), { recursive: true });
  const memory = createMemory(() => changed());
  const { changed, save, close } = createSaver(stateFile, () => JSON.stringify(memory.all()), onError);
  memory.load((await readStateFile(stateFile)) ?? initialState());
  await save();
  return { ...memory.store, turn: async (work) => work(), close };
};

// Changes within a short time are saved together, and one save finishes before the next one begins.
const createSaver = (stateFile: string, snapshot: () => string, onError: (error: unknown) => void) => {
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let saved = Promise.resolve();

  const save = async (): Promise<void> => {
    // Servers that start together on one folder each write a file of their own.
    const temporary = `${stateFile}.${randomUUID()}`;
    try {
      await writeFile(temporary, snapshot(), { mode: 0o600, flush: true });
      await rename(temporary, stateFile);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  };
  const saveAfterTheLast = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    saved = saved.then(save).catch(onError);
    return saved;
  };
  return {
    save,
    changed: (): void => {
      if (!isClosed) timer ??= setTimeout(() => void saveAfterTheLast(), writeDelayMs);
    },
    close: async (): Promise<void> => {
      isClosed = true;
      await (timer === undefined ? saved : saveAfterTheLast());
    },
  };
};

/** The saved state, also one of an earlier version. */
export const readStateFile = async (stateFile: string): Promise<State | undefined> =>
  (await readIfPresent(stateFile, (text) => stateSchema.parse(JSON.parse(text)))) ?? readJournal(`${stateFile}l`);

const journalLine = z.array(z.tuple([z.string(), z.string(), z.unknown()]));

/** Reads the append-only file of an earlier version: each line lists changes as [kind, id, record or null]. */
const readJournal = (file: string): Promise<State | undefined> =>
  readIfPresent(file, (text) => {
    const kinds = new Map<string, Map<string, unknown>>();
    // A last line without its line end was cut off while it was written.
    for (const line of text.split('\n').slice(0, -1)) {
      for (const [kind, id, record] of journalLine.parse(JSON.parse(line))) {
        const records = kinds.get(kind) ?? new Map<string, unknown>();
        if (record === null) records.delete(id);
        else records.set(id, record);
        kinds.set(kind, records);
      }
    }
    const all = (kind: string): unknown[] => [...(kinds.get(kind)?.values() ?? [])];
    const names = ['plan', 'subscription', 'payment', 'invoice', 'refund', 'refundKey', 'dispute'];
    const lists = Object.fromEntries(names.map((name) => [`${name}s`, all(name)]));
    return stateSchema.parse({ settings: all('settings')[0], ...lists, events: [] });
  });

const readIfPresent = async (file: string, parse: (text: string) => State): Promise<State | undefined> => {
  try {
    return parse(await readFile(file, 'utf8'));
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined;
    throw new Error(`The sandbox cannot read its state file ${file}`, { cause });
  }
};
