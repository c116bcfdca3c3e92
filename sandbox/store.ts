import { closeSync, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { recordSchemas } from './records.ts';
import type { Kind, RecordOf } from './records.ts';

export interface Store {
  get<K extends Kind>(kind: K, id: string): RecordOf<K> | undefined;
  /** Every record of a kind, in the order in which they were made. */
  all<K extends Kind>(kind: K): RecordOf<K>[];
  childrenOf<K extends ChildKind>(kind: K, parentId: string): RecordOf<K>[];
  put<K extends Kind>(kind: K, record: RecordOf<K>): void;
  remove(kind: Kind, id: string): void;
  /** Runs `work` and writes all that it put as one line: after a crash it is there wholly or not at all. */
  change<T>(work: () => T): T;
  close(): void;
}

type ChildKind = 'payment' | 'invoice' | 'refund' | 'dispute';
type Tables = { [K in Kind]: Map<string, RecordOf<K>> };
type Change = [kind: Kind, id: string, record: unknown];

const kinds = z.enum([
  'settings',
  'plan',
  'subscription',
  'payment',
  'invoice',
  'refund',
  'refundKey',
  'dispute',
  'event',
]);
const journalLine = z.array(z.tuple([kinds, z.string(), z.unknown()]));

const schemas: { [K in Kind]: z.ZodType<RecordOf<K>> } = recordSchemas;

/**
 * Records in memory with an append-only journal behind them. One change is one short write, done before the answer
 * leaves, so nothing that was answered is lost when the process is killed. Opening rewrites a journal that is mostly history.
 */
export const openStore = async (stateFile: string): Promise<Store> => {
  await mkdir(dirname(stateFile), { recursive: true });
  const memory = createMemory();
  const { lines, torn } = replay(await readJournal(stateFile), memory, stateFile);
  if (torn || lines > 2 * memory.size() + 100) await rewrite(stateFile, memory.snapshot());
  return journalled(memory, openSync(stateFile, 'a', 0o600));
};

const createMemory = () => {
  const tables: Tables = {
    settings: new Map(),
    plan: new Map(),
    subscription: new Map(),
    payment: new Map(),
    invoice: new Map(),
    refund: new Map(),
    refundKey: new Map(),
    dispute: new Map(),
    event: new Map(),
  };
  const children = new Map<string, string[]>();

  const put = <K extends Kind>(kind: K, record: RecordOf<K>): void => {
    const parent = parentOf(kind, record);
    if (parent !== undefined && !tables[kind].has(record.id)) {
      const key = `${kind} ${parent}`;
      const siblings = children.get(key);
      if (siblings === undefined) children.set(key, [record.id]);
      else siblings.push(record.id);
    }
    tables[kind].set(record.id, record);
  };
  const load = (kind: Kind, value: unknown): void => put(kind, schemas[kind].parse(value));

  return {
    tables,
    put,
    load,
    childIds: (kind: Kind, parentId: string): string[] => children.get(`${kind} ${parentId}`) ?? [],
    size: (): number => Object.values(tables).reduce((sum, table) => sum + table.size, 0),
    snapshot: (): string =>
      kinds.options.flatMap((kind) => [...tables[kind].values()].map((one) => toLine([[kind, one.id, one]]))).join(''),
  };
};

type Memory = ReturnType<typeof createMemory>;

const parentOf = (kind: Kind, record: object): string | undefined => {
  if ((kind === 'payment' || kind === 'invoice') && 'subscription_id' in record) {
    return String(record.subscription_id);
  }
  if ((kind === 'refund' || kind === 'dispute') && 'payment_id' in record) {
    return String(record.payment_id);
  }
  return undefined;
};

const readJournal = async (stateFile: string): Promise<string> => {
  try {
    return await readFile(stateFile, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
};

// A last line without its line end was being written when the process died; nobody was told of it.
const replay = (journal: string, memory: Memory, stateFile: string): { lines: number; torn: boolean } => {
  const lines = journal.split('\n');
  const torn = lines.pop() !== '';
  for (const [index, line] of lines.entries()) {
    try {
      for (const [kind, id, record] of journalLine.parse(JSON.parse(line))) {
        if (record === null) memory.tables[kind].delete(id);
        else memory.load(kind, record);
      }
    } catch (cause) {
      throw new Error(`The test payments' state file ${stateFile} is damaged in line ${index + 1}`, {
        cause,
      });
    }
  }
  return { lines: lines.length, torn };
};

const rewrite = async (stateFile: string, snapshot: string): Promise<void> => {
  const next = `${stateFile}.next`;
  await writeFile(next, snapshot, { mode: 0o600, flush: true });
  await rename(next, stateFile);
};

const toLine = (changes: Change[]): string => `${JSON.stringify(changes)}\n`;

const journalled = (memory: Memory, file: number): Store => {
  let pending: Change[] = [];
  let depth = 0;
  let open = true;
  let sizeBytes = fstatSync(file).size;

  const note = (change: Change): void => {
    pending.push(change);
    if (depth === 0) flush();
  };
  // A write that fails (a full disk) leaves no half line behind, and what it held goes out with the next one.
  const flush = (): void => {
    if (!open || pending.length === 0) return;
    const bytes = Buffer.from(toLine(pending));
    try {
      for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
    } catch (error) {
      ftruncateSync(file, sizeBytes);
      throw error;
    }
    sizeBytes += bytes.length;
    pending = [];
  };

  return {
    get: (kind, id) => memory.tables[kind].get(id),
    all: (kind) => [...memory.tables[kind].values()],
    childrenOf: (kind, parentId) => memory.childIds(kind, parentId).flatMap((id) => memory.tables[kind].get(id) ?? []),
    put: (kind, record) => {
      memory.put(kind, record);
      note([kind, record.id, record]);
    },
    remove: (kind, id) => {
      memory.tables[kind].delete(id);
      note([kind, id, null]);
    },
    change: (work) => {
      depth += 1;
      try {
        return work();
      } finally {
        depth -= 1;
        if (depth === 0) flush();
      }
    },
    close: () => {
      if (!open) return;
      open = false;
      closeSync(file);
    },
  };
};
