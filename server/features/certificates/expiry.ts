import { z } from 'zod';
import { DAY_MS, toInstant } from '#server/clock.ts';
import type { CertificateRow } from '#server/database/tables/certificates.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import type { NewNotice, NoticePort } from '#server/notice-port.ts';
import type { Platform } from '#server/platform.ts';
import { listExpiring } from './certificates.queries.ts';
import { subjectOf } from './issue.ts';
import { snapshotOf } from './snapshot.ts';

/** Before the last day. The one nearest to it is sent. */
const REMINDERS_DAYS = [7, 30];
const LONGEST_MS = Math.max(...REMINDERS_DAYS) * DAY_MS;

const remind = defineJob({
  name: 'certificates.remind',
  lane: 'upkeep',
  payload: z.object({}),
  everyMs: DAY_MS,
  waitsAfterJump: true,
  maxAttempts: 3,
});

const noticeOf = (row: CertificateRow, validUntil: number, now: number): NewNotice => {
  const days = REMINDERS_DAYS.find((before) => validUntil - before * DAY_MS <= now);
  return {
    userId: row.user_id,
    dedupeKey: `certificate_ending:${row.id}:${days}`,
    subject: subjectOf(row.id),
    content: {
      kind: 'certificate_ending',
      courseId: row.course_id,
      courseTitle: snapshotOf(row).courseTitle,
      code: row.code,
      validUntil: toInstant(validUntil),
    },
  };
};

/** Notices before certificates expire, once a day; each is written once. */
export const remindOfEnds = (
  { database, jobs, clock }: Pick<Platform, 'database' | 'jobs' | 'clock'>,
  { notify }: Pick<NoticePort, 'notify'>,
): void => {
  jobs.handle(remind, async () => {
    const now = clock.now();
    for (let after = ''; ;) {
      const rows = await listExpiring(database.db, { from: now, until: now + LONGEST_MS, after });
      const last = rows.at(-1);
      if (!last) return;
      const notices = rows.flatMap((row) => (row.valid_until === null ? [] : [noticeOf(row, row.valid_until, now)]));
      await database.transaction((tx) => notify(tx, notices));
      after = last.id;
    }
  });
};
