import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { z } from 'zod';
import type { DataExport } from '#contract/personal-data/personal-data.ts';
import { DAY_MS, toInstant } from '#server/clock.ts';
import type { DataExportRow } from '#server/database/tables/people.ts';
import { lockUser } from '#server/database/lock-users.ts';
import { fail } from '#server/errors.ts';
import { newId } from '#server/ids.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import type { NoticePort } from '#server/notice-port.ts';
import type { Platform } from '#server/platform.ts';
import { bytesOf } from '#server/storage/bytes-of.ts';
import { filesInColumn } from '#server/storage/files-in-column.ts';
import { contentsOf, type ExportSources } from './contents.ts';
import type { Subject } from './rows.ts';
import {
  deleteExports,
  findExport,
  findLatestExport,
  findSubject,
  finishExport,
  insertExport,
} from './personal-data.queries.ts';

const KEPT_MS = 7 * DAY_MS;
/** More than one person can have written and received here. */
const MAX_BYTES = 20 * 1024 ** 3;

const prepareExport = defineJob({
  name: 'personal-data.export',
  lane: 'upkeep',
  payload: z.object({ exportId: z.string() }),
});

const sweepExports = defineJob({
  name: 'personal-data.sweep',
  lane: 'upkeep',
  payload: z.object({}),
  everyMs: DAY_MS,
  waitsAfterJump: true,
});

export const exportFiles = filesInColumn('exports', {
  table: 'data_exports',
  column: 'file_key',
  isDeletable: false,
  areTemporary: true,
});

const jobOf = (exportId: string): string => `data-export-${exportId}`;

const presentExport = (row: DataExportRow, open: ReadonlySet<string>): DataExport => ({
  _id: row.id,
  hasFailed: row.ready_at === null && !open.has(jobOf(row.id)),
  requestedAt: toInstant(row.requested_at),
  ready:
    row.ready_at === null || row.expires_at === null
      ? null
      : {
          at: toInstant(row.ready_at),
          sizeBytes: row.size_bytes ?? 0,
          expiresAt: toInstant(row.expires_at),
        },
});

export interface ExportingNeeds extends ExportSources {
  notices: Pick<NoticePort, 'notify'>;
}

/** Exports of everything about one user: a job writes the file, a notice says that it is ready. */
export const createExporting = (
  { database, jobs, clock, storage, temporaryFiles, files, settings, publicAddress }: Platform,
  needs: ExportingNeeds,
) => {
  const { db } = database;

  const write = async (subject: Subject): Promise<string> => {
    const { brandName: school } = await settings.school();
    const about = { subject, school, address: await publicAddress(), now: clock.now() };
    // Loaded with the first export.
    const { makeZip } = await import('client-zip');
    const zip = makeZip(contentsOf(db, needs, about), { buffersAreUTF8: true });
    return temporaryFiles.receive(Readable.from(zip), { inspection: undefined, maxBytes: MAX_BYTES });
  };

  jobs.handle(prepareExport, async ({ exportId }) => {
    const row = await findExport(db, exportId);
    const subject = row && (await findSubject(db, row.user_id));
    if (!row || !subject || row.ready_at !== null) return;
    const path = await write(subject);
    const { size: sizeBytes } = await stat(path);
    // Not the id, which the address of the download has.
    const key = `exports/${newId()}.zip`;
    await files.keepWith([{ key, from: path }], async (tx) => {
      const now = clock.now();
      const expiresAt = now + KEPT_MS;
      const ready = { ready_at: now, file_key: key, size_bytes: sizeBytes, expires_at: expiresAt };
      if (!(await finishExport(tx, exportId, ready))) return files.removeLater(tx, [key]);
      const content = { kind: 'export_ready' as const, exportId, expiresAt: toInstant(expiresAt) };
      return needs.notices.notify(tx, [{ userId: row.user_id, dedupeKey: `export:${exportId}`, content }]);
    });
  });

  jobs.handle(sweepExports, () =>
    database.transaction(async (tx) => files.removeLater(tx, await deleteExports(tx, { before: clock.now() }))),
  );

  return {
    latest: async (userId: string) => {
      const row = await findLatestExport(db, userId);
      if (!row || (row.expires_at ?? Infinity) <= clock.now()) return null;
      return presentExport(row, await jobs.openAmong(db, [jobOf(row.id)]));
    },

    /** While one is prepared, it is returned; one that failed is prepared again. */
    request: (userId: string) =>
      database.transaction(async (tx) => {
        await lockUser(tx, userId);
        const before = await findLatestExport(tx, userId);
        const pending = { ready_at: null, file_key: null, size_bytes: null, expires_at: null };
        const isOpen = before !== undefined && before.ready_at === null;
        const row = isOpen ? before : { id: newId(), user_id: userId, requested_at: clock.now(), ...pending };
        if (!isOpen) await insertExport(tx, row);
        await jobs.enqueue(tx, prepareExport, { exportId: row.id }, { id: jobOf(row.id) });
        return presentExport(row, new Set([jobOf(row.id)]));
      }),

    /** Throws `export_not_found`, also for those of others. */
    open: async (userId: string, exportId: string): Promise<Readable> => {
      const row = await findExport(db, exportId);
      const isOpen = row?.user_id === userId && row.expires_at !== null && row.expires_at > clock.now();
      const file = isOpen && row.file_key !== null ? await storage.open(row.file_key) : undefined;
      if (!file) throw fail('export_not_found');
      return Readable.from(bytesOf(file));
    },
  };
};
