import { api } from '#contract/api.ts';
import type { BackupRun } from '#contract/school/backups.ts';
import type { BackupRunRow } from '#server/database/tables/server.ts';
import type { Bind } from '#server/http/endpoint/bind.ts';
import type { Backups } from './backups.ts';

const instantOf = (atMs: number | null | undefined): string | null =>
  atMs === null || atMs === undefined ? null : new Date(atMs).toISOString();

const present = (row: BackupRunRow): BackupRun => ({
  _id: row.id,
  state: row.state,
  startedAt: new Date(row.started_at).toISOString(),
  finishedAt: instantOf(row.finished_at),
  files: row.files,
  sizeBytes: row.size_bytes,
  addedBytes: row.added_bytes,
  problem: row.problem,
});

export const backupsRoutes = (bind: Bind, backups: Backups): void => {
  bind(api.backups, {
    list: async () => {
      const { place, isEncrypted, nextAtMs, lastVerifiedAtMs, runs } = await backups.state();
      return {
        place: place ?? null,
        isEncrypted,
        nextAt: instantOf(nextAtMs),
        lastVerifiedAt: instantOf(lastVerifiedAtMs),
        runs: runs.map(present),
      };
    },
    start: () => backups.start(),
  });
};
