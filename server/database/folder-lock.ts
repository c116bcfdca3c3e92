import { rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { OperatorError } from '#server/errors.ts';

const FILE = 'in-use.db';
/** For the moment in which the other one writes who it is. */
const READ_PATIENCE_MS = 2000;
const SQLITE_BUSY = 5;
/** SQLITE_CORRUPT, SQLITE_NOTADB. */
const DAMAGED = [11, 26];

const Holder = z.object({ pid: z.int(), host: z.string() });

/** A lock ends with its connection, and one that nothing refers to would be closed. */
const held = new Map<string, DatabaseSync>();

const codeOf = (error: unknown): number =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : 0;

const inUse = (folder: string, file: DatabaseSync): OperatorError => {
  file.exec(`PRAGMA busy_timeout = ${READ_PATIENCE_MS}`);
  const { data: holder } = Holder.safeParse(file.prepare('SELECT pid, host FROM holder').get());
  const where = holder === undefined || holder.host === hostname() ? '' : ` on ${holder.host}`;
  const who = holder ? `process ${holder.pid}${where}` : 'another process';
  return new OperatorError(
    `The data folder ${folder} is in use already, by ${who}: stop it, or set DATA_DIR to another folder. Several processes need DATABASE_URL`,
  );
};

const lock = (folder: string): void => {
  const file = new DatabaseSync(join(folder, FILE), { timeout: 0 });
  try {
    file.exec('BEGIN IMMEDIATE');
    file.exec('CREATE TABLE IF NOT EXISTS holder (pid INTEGER NOT NULL, host TEXT NOT NULL); DELETE FROM holder');
    file.prepare('INSERT INTO holder VALUES (?, ?)').run(process.pid, hostname());
    file.exec('COMMIT');
    // It writes nothing more, so that others can read who it is.
    file.exec('BEGIN IMMEDIATE');
    held.set(folder, file);
  } catch (error) {
    const isBusy = codeOf(error) === SQLITE_BUSY;
    const reason = isBusy ? inUse(folder, file) : error;
    file.close();
    throw reason;
  }
};

/**
 * Keeps the data folder for this process until it ends, however it ends: the system itself lets go of the lock of a database
 * file, also of a process in another container, whose number says nothing here. Throws OperatorError if another one has it.
 * Where it cannot be locked, `warn` gets a line about it.
 */
export const lockFolder = (folder: string, warn: (line: string) => void): void => {
  try {
    try {
      lock(folder);
    } catch (error) {
      if (!DAMAGED.includes(codeOf(error))) throw error;
      rmSync(join(folder, FILE), { force: true });
      lock(folder);
    }
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    warn(`Nothing keeps a second process from the data folder ${folder}, which could not be locked: ${reason}`);
  }
};
