import { createHmac, timingSafeEqual } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { z } from 'zod';
import type { SchoolExport } from '#contract/school/school-exports.ts';
import { DAY_MS, toInstant } from '#server/clock.ts';
import type { SchoolExportRow } from '#server/database/tables/school.ts';
import { fail } from '#server/errors.ts';
import { newId } from '#server/ids.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import type { NoticePort } from '#server/notice-port.ts';
import type { Platform } from '#server/platform.ts';
import { filesInColumn } from '#server/storage/files-in-column.ts';
import type { CompleteUpload } from '#server/storage/storage.ts';
import { type ArchivesNeeds, createArchives } from './archives.ts';
import {
  deleteExports,
  findEpochOfAdmin,
  findExport,
  findPending,
  finishExport,
  insertExport,
  listExports,
} from './school-export.queries.ts';

const KEPT_MS = 7 * DAY_MS;
/** How long an address works without a login: a large file takes hours. */
const ADDRESS_MS = DAY_MS;
/** More than the files of a school have. */
const MAX_BYTES = 20 * 1024 ** 4;
const MAC_LENGTH = 43;
const TOKEN = new RegExp(
  String.raw`^(?<id>\w{1,64})\.(?<adminId>[\w-]{1,64})\.(?<until>[0-9a-z]{1,12})\.(?<mac>[\w-]{${MAC_LENGTH}})$`,
);

const writeExport = defineJob({ name: 'school.export', lane: 'upkeep', payload: z.object({ exportId: z.string() }) });
const removeExports = defineJob({
  name: 'school.remove-exports',
  lane: 'upkeep',
  payload: z.object({}),
  everyMs: DAY_MS,
  waitsAfterJump: true,
});

export const schoolExportFiles = filesInColumn('school-exports', {
  table: 'school_exports',
  column: 'file_key',
  isDeletable: false,
  areTemporary: true,
});

const jobOf = (exportId: string): string => `school-export-${exportId}`;

const present = (row: SchoolExportRow, open: ReadonlySet<string>): SchoolExport => ({
  _id: row.id,
  hasFailed: row.ready_at === null && !open.has(jobOf(row.id)),
  requestedAt: toInstant(row.requested_at),
  ready:
    row.ready_at === null || row.expires_at === null
      ? null
      : { at: toInstant(row.ready_at), sizeBytes: row.size_bytes ?? 0, expiresAt: toInstant(row.expires_at) },
});

export interface MovingNeeds extends ArchivesNeeds {
  notify: NoticePort['notify'];
}

export type Moving = ReturnType<typeof createMoving>;

/** Addresses that name an export, the admin who asked for it, and their end, and are signed. They end with the admin's other addresses. */
const createAddresses = ({ secretKey, clock, database: { db } }: Platform) => {
  const key = secretKey.derive('school exports');
  /** Undefined for someone who is no admin, or no more. */
  const macOf = async (signed: string, adminId: string): Promise<string | undefined> => {
    const epoch = await findEpochOfAdmin(db, adminId);
    return epoch === undefined ? undefined : createHmac('sha256', key).update(`${signed}.${epoch}`).digest('base64url');
  };
  return {
    tokenOf: async (id: string, adminId: string): Promise<string> => {
      const signed = `${id}.${adminId}.${(clock.now() + ADDRESS_MS).toString(36)}`;
      return `${signed}.${(await macOf(signed, adminId)) ?? ''}`;
    },
    /** Undefined for one that has ended, or that nobody here signed. */
    idOf: async (token: string): Promise<string | undefined> => {
      const { id = '', adminId = '', until = '', mac = '' } = TOKEN.exec(token)?.groups ?? {};
      const right = await macOf(`${id}.${adminId}.${until}`, adminId);
      if (right?.length !== mac.length || !timingSafeEqual(Buffer.from(mac), Buffer.from(right))) return undefined;
      return Number.parseInt(until, 36) > clock.now() ? id : undefined;
    },
  };
};

/** Exports of the whole school: a job writes the ZIP, a notice says that it is ready. Never with secrets: only the command has them. */
export const createMoving = (platform: Platform, needs: MovingNeeds) => {
  const { database, jobs, clock, storage, files } = platform;
  const { db } = database;
  const archives = createArchives(platform, needs);
  const addresses = createAddresses(platform);

  /** Writes the archive where it will stay, without a copy elsewhere. */
  const receive = async (signal: AbortSignal): Promise<CompleteUpload> => {
    const stream = new PassThrough();
    const out = (bytes: Uint8Array): Promise<void> =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted();
        stream.write(bytes, (error) => (error ? reject(error) : resolve()));
      });
    const writing = archives.write(out, { hasSecrets: false }).then(
      () => void stream.end(),
      (error: unknown) => void stream.destroy(error instanceof Error ? error : new Error(String(error))),
    );
    const upload = await storage.receive(stream, { inspection: undefined, maxBytes: MAX_BYTES });
    await writing;
    return upload;
  };

  jobs.handle(writeExport, async ({ exportId }, { signal }) => {
    const row = await findExport(db, exportId);
    if (!row || row.ready_at !== null) return;
    const upload = await receive(signal);
    const key = `school-exports/${newId()}.zip`;
    try {
      const file = await upload.open();
      const { sizeBytes } = file;
      await file.close();
      await files.keepWith([{ key, from: upload }], async (tx) => {
        const now = clock.now();
        const expiresAt = now + KEPT_MS;
        const ready = { ready_at: now, file_key: key, size_bytes: sizeBytes, expires_at: expiresAt };
        if (!(await finishExport(tx, exportId, ready))) return files.removeLater(tx, [key]);
        const content = { kind: 'school_export_ready' as const, exportId, expiresAt: toInstant(expiresAt) };
        return needs.notify(tx, [{ userId: row.requested_by, dedupeKey: `school-export:${exportId}`, content }]);
      });
    } finally {
      await upload.remove();
    }
  });

  jobs.handle(removeExports, () =>
    database.transaction(async (tx) => files.removeLater(tx, await deleteExports(tx, { before: clock.now() }))),
  );

  /** Throws `export_not_found` for one that is not ready, and that is gone. */
  const findReady = async (id: string | undefined): Promise<SchoolExportRow & { file_key: string }> => {
    const row = id === undefined ? undefined : await findExport(db, id);
    if (!row || row.file_key === null || (row.expires_at ?? 0) <= clock.now()) throw fail('export_not_found');
    return { ...row, file_key: row.file_key };
  };

  return {
    archives,

    list: async (): Promise<SchoolExport[]> => {
      const rows = await listExports(db, clock.now());
      const open = await jobs.openAmong(
        db,
        rows.map(({ id }) => jobOf(id)),
      );
      return rows.map((row) => present(row, open));
    },

    /** While one is prepared, it is returned; one that failed is prepared again. */
    request: (adminId: string): Promise<SchoolExport> =>
      database.transaction(async (tx) => {
        const notReady = { ready_at: null, file_key: null, size_bytes: null, expires_at: null };
        const fresh = { id: newId(), requested_by: adminId, requested_at: clock.now(), ...notReady };
        const row = (await insertExport(tx, fresh)) ? fresh : ((await findPending(tx)) ?? fresh);
        await jobs.enqueue(tx, writeExport, { exportId: row.id }, { id: jobOf(row.id) });
        return present(row, new Set([jobOf(row.id)]));
      }),

    /** The path of an address that works without a login for a day. */
    addressOf: async (id: string, adminId: string): Promise<string> => {
      await findReady(id);
      return `/school-exports/${await addresses.tokenOf(id, adminId)}/school.zip`;
    },

    /** The key of the file of an address. */
    keyOf: async (token: string): Promise<string> => (await findReady(await addresses.idOf(token))).file_key,

    remove: (id: string): Promise<void> =>
      database.transaction(async (tx) => {
        if (!(await findExport(tx, id))) throw fail('export_not_found');
        // Its addresses end with the row.
        await files.removeLater(tx, await deleteExports(tx, { id }));
      }),
  };
};
