import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readStoredEmail, type StoredEmail } from './stored-email.ts';

/** The name of an email's file, for any id of a job. */
const nameOf = (id: string): string => id.replace(/[^\w-]/g, '_');

/** Enough for the headers of an email and its text, without attachments. */
const HEADERS_BYTES = 8 * 1024;
const EMAIL_BYTES = 16 * 1024 * 1024;
const ID = /^[\w-]{1,64}$/;

/** Emails read at a time. */
const BATCH = 50;

interface EmailChoice {
  /** A part of the subject or the address; empty for every email. */
  search: string;
  /** By time or subject; `-` means descending. */
  sort: 'sent' | '-sent' | 'subject' | '-subject';
}

/** An email with its name in the folder. */
export interface FiledEmail extends StoredEmail {
  id: string;
  sentAtMs: number;
}

/** An email in a list. */
export type EmailHead = Pick<FiledEmail, 'id' | 'to' | 'subject' | 'sentAtMs'>;

/** A folder of emails, one `.eml` file each, for a site without an SMTP server. */
export interface EmailFolder {
  /** Writes an email atomically; replaces one with the same id. */
  put(id: string, eml: Buffer): Promise<void>;
  /** A page of matching emails, by default the newest first, and their total. */
  list(page: Partial<EmailChoice> & { limit: number; offset: number }): Promise<{ emails: EmailHead[]; total: number }>;
  /** Every matching email. */
  all(choice: EmailChoice): AsyncGenerator<EmailHead>;
  /** Deletes the emails that match. */
  remove(isMatching: (email: EmailHead) => boolean): Promise<number>;
  /** Whether the email is there. */
  has(id: string): Promise<boolean>;
  /** One email; undefined if the id is unknown. */
  find(id: string): Promise<FiledEmail | undefined>;
}

export const emailFolderOf = (dataDir: string): string => join(dataDir, 'outbox');

const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const hasNoFile = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Returns undefined if the file or folder does not exist. */
const undefinedIfMissing = async <T>(read: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await read();
  } catch (error) {
    if (hasNoFile(error)) return undefined;
    throw error;
  }
};

const readEmail = (folder: string, id: string, maxBytes: number): Promise<FiledEmail | undefined> =>
  undefinedIfMissing(async () => {
    await using file = await open(join(folder, `${id}.eml`), 'r');
    const { mtimeMs, size } = await file.stat();
    const lengthBytes = Math.min(size, maxBytes);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(lengthBytes), 0, lengthBytes, 0);
    const email = readStoredEmail(buffer.subarray(0, bytesRead));
    return { ...email, id, sentAtMs: email.sentAtMs ?? Math.floor(mtimeMs) };
  });

/** The ids in the folder, the newest file first. */
const idsIn = async (folder: string): Promise<string[]> => {
  const names = (await undefinedIfMissing(() => readdir(folder))) ?? [];
  const ids = names.filter((name) => name.endsWith('.eml')).map((name) => name.slice(0, -'.eml'.length));
  const dated = await Promise.all(
    ids
      .filter((id) => ID.test(id))
      .map(async (id) => ({ id, facts: await undefinedIfMissing(() => stat(join(folder, `${id}.eml`))) })),
  );
  return dated
    .flatMap(({ id, facts }) => (facts ? [{ id, writtenAtMs: facts.mtimeMs }] : []))
    .toSorted((a, b) => b.writtenAtMs - a.writtenAtMs || (a.id < b.id ? 1 : -1))
    .map(({ id }) => id);
};

/** Skips emails that are removed in the meantime. */
async function* headsOf(folder: string, ids: readonly string[]): AsyncGenerator<EmailHead> {
  for (let start = 0; start < ids.length; start += BATCH) {
    const batch = ids.slice(start, start + BATCH);
    for (const email of await Promise.all(batch.map((id) => readEmail(folder, id, HEADERS_BYTES))))
      if (email) yield { id: email.id, to: email.to, subject: email.subject, sentAtMs: email.sentAtMs };
  }
}

const isFoundBy =
  (search: string) =>
  ({ subject, to }: EmailHead): boolean =>
    [subject, to].some((text) => text.toLowerCase().includes(search.toLowerCase()));

/** Every matching email. Those with the same subject are in the order of sending. */
const chosenIn = async (folder: string, { search, sort }: EmailChoice): Promise<EmailHead[]> => {
  const newest = await Array.fromAsync(headsOf(folder, await idsIn(folder)));
  const found = newest.toReversed().filter(isFoundBy(search));
  const ascending = sort.endsWith('subject')
    ? found.toSorted((a, b) => a.subject.localeCompare(b.subject, 'en'))
    : found;
  return sort.startsWith('-') ? ascending.toReversed() : ascending;
};

export const openEmailFolder = (folder: string): EmailFolder => ({
  list: async ({ limit, offset, search = '', sort = '-sent' }) => {
    const [start, end] = [offset, offset + limit];
    if (search === '' && sort === '-sent') {
      // Sorted by the dates of the files, so only one page is read.
      const ids = await idsIn(folder);
      return { emails: await Array.fromAsync(headsOf(folder, ids.slice(start, end))), total: ids.length };
    }
    const found = await chosenIn(folder, { search, sort });
    return { emails: found.slice(start, end), total: found.length };
  },
  all: async function* all(choice) {
    yield* await chosenIn(folder, choice);
  },
  remove: async (isMatching) => {
    let removed = 0;
    for await (const email of headsOf(folder, await idsIn(folder))) {
      if (!isMatching(email)) continue;
      await rm(join(folder, `${email.id}.eml`), { force: true });
      removed += 1;
    }
    return removed;
  },
  has: async (id) => (await undefinedIfMissing(() => stat(join(folder, `${nameOf(id)}.eml`)))) !== undefined,
  find: async (id) => (ID.test(id) ? readEmail(folder, id, EMAIL_BYTES) : undefined),
  put: async (id, eml) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const name = nameOf(id);
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
