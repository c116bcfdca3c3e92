import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readStoredEmail, type StoredEmail } from './stored-email.ts';

/** Enough for the headers of an email, and for its text before what is attached. */
const HEADERS_BYTES = 8 * 1024;
const EMAIL_BYTES = 256 * 1024;
const ID = /^[\w-]{1,64}$/;

/** Which emails come first. */
type Order = 'newest' | 'oldest';

/** An email with the name that it has in the folder. */
export interface OutboxEmail extends StoredEmail {
  id: string;
  sentAtMs: number;
}

/** A folder of emails, one `.eml` file each, for a site without an SMTP server. */
export interface Outbox {
  /** Writes an email whole or not at all; a second time under the same id replaces it. */
  put(id: string, eml: Buffer): Promise<void>;
  /** A page of the emails, the newest first unless asked otherwise, and how many there are. Their texts may be cut short. */
  list(page: { limit: number; offset: number; order?: Order }): Promise<{ emails: OutboxEmail[]; total: number }>;
  /** Every email. Their texts may be cut short. */
  all(order: Order): AsyncGenerator<OutboxEmail>;
  /** One email; undefined when there is none of this id. */
  find(id: string): Promise<OutboxEmail | undefined>;
}

export const outboxFolder = (dataDir: string): string => join(dataDir, 'outbox');

const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const hasNoFile = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** What `read` returns; undefined when its file or folder does not exist, or has just been removed. */
const ifThere = async <T>(read: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await read();
  } catch (error) {
    if (hasNoFile(error)) return undefined;
    throw error;
  }
};

const readEmail = (folder: string, id: string, maxBytes: number): Promise<OutboxEmail | undefined> =>
  ifThere(async () => {
    await using file = await open(join(folder, `${id}.eml`), 'r');
    const { mtimeMs } = await file.stat();
    const { buffer, bytesRead } = await file.read(Buffer.alloc(maxBytes), 0, maxBytes, 0);
    const email = readStoredEmail(buffer.subarray(0, bytesRead));
    return { ...email, id, sentAtMs: email.sentAtMs ?? Math.floor(mtimeMs) };
  });

/** The ids in the folder, by when their files were written. */
const idsIn = async (folder: string, order: Order): Promise<string[]> => {
  const names = (await ifThere(() => readdir(folder))) ?? [];
  const ids = names.filter((name) => name.endsWith('.eml')).map((name) => name.slice(0, -'.eml'.length));
  const dated = await Promise.all(
    ids
      .filter((id) => ID.test(id))
      .map(async (id) => ({ id, facts: await ifThere(() => stat(join(folder, `${id}.eml`))) })),
  );
  const newest = dated
    .flatMap(({ id, facts }) => (facts ? [{ id, writtenAtMs: facts.mtimeMs }] : []))
    .toSorted((a, b) => b.writtenAtMs - a.writtenAtMs || (a.id < b.id ? 1 : -1))
    .map(({ id }) => id);
  return order === 'newest' ? newest : newest.toReversed();
};

export const openOutbox = (folder: string): Outbox => ({
  list: async ({ limit, offset, order = 'newest' }) => {
    const ids = await idsIn(folder, order);
    const page = ids.slice(offset, offset + limit);
    const emails = await Promise.all(page.map((id) => readEmail(folder, id, HEADERS_BYTES)));
    return { emails: emails.filter((email) => email !== undefined), total: ids.length };
  },
  all: async function* all(order) {
    for (const id of await idsIn(folder, order)) {
      const email = await readEmail(folder, id, HEADERS_BYTES);
      if (email) yield email;
    }
  },
  find: async (id) => (ID.test(id) ? readEmail(folder, id, EMAIL_BYTES) : undefined),
  put: async (id, eml) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const name = id.replace(/[^\w-]/g, '_');
    const arriving = join(folder, `.${name}.part`);
    try {
      const file = await open(arriving, 'w', 0o600);
      try {
        await file.writeFile(eml);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(arriving, join(folder, `${name}.eml`));
      await syncFolder(folder);
    } catch (error) {
      await rm(arriving, { force: true });
      throw error;
    }
  },
});
