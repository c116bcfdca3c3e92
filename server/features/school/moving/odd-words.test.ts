import { onTestFinished, expect, test } from 'vitest';
import { z } from 'zod';
import { type AnyTable, archivedTables } from '#server/archive/archived-table.ts';
import { formatOf } from '#server/archive/formats.ts';
import { anArchive, filesIn, zipped } from '#test/archives.ts';
import { aPlace } from '#test/backup/schools.ts';
import { startApp, startAppIn } from '#test/start-app.ts';
import { aWholeSchool } from '#test/whole-school.ts';

const ODD = 'SUPER';
const secrets = { areIncluded: false, seal: String, open: String, noPassword: String };

/** Every column that has some words alone. */
const columns = archivedTables.flatMap((table) =>
  table.isSecret
    ? []
    : Object.entries(table.columns).flatMap(([name, { schema }]) =>
        schema instanceof z.ZodEnum ? [{ table, name }] : [],
      ),
);

const bytesOf = async function* bytesOf(bytes: Uint8Array) {
  yield bytes;
};

/** A file of a table with another value in its first row. */
const changed = async (table: AnyTable, bytes: Uint8Array, name: string): Promise<string> => {
  const rows = async function* rows() {
    let isFirst = true;
    for await (const values of formatOf(table).read(table, bytesOf(bytes))) {
      const row = z.record(z.string(), z.unknown()).parse(values);
      yield isFirst ? { ...row, [name]: ODD } : row;
      isFirst = false;
    }
  };
  const parts = [];
  for await (const part of formatOf(table).write(table, rows(), secrets)) parts.push(part);
  return parts.join('');
};

test('a word that a column of an archive does not have is refused in a sentence that names both', async () => {
  await using app = await startApp();
  await aWholeSchool(app);
  const files = new Map<string, Uint8Array | string>(await filesIn(await anArchive(app)));
  const there = await startAppIn(await aPlace(), app.clock.now());
  onTestFinished(there.close);
  expect(columns.map(({ table, name }) => `${table.name}.${name}`)).toMatchInlineSnapshot(`
    [
      "users.role",
      "waiting_rights.kind",
      "course_people.role",
      "lectures.kind",
      "video_work.state",
      "video_work.failure",
      "lecture_questions.standing",
      "lecture_answers.as_role",
      "lecture_answers.standing",
      "quiz_attempts.state",
      "quiz_regrades.policy",
      "reviews.hidden_reason",
      "review_requests.moment",
      "certificate_requests.state",
      "notices.kind",
      "notice_choices.kind",
      "notice_choices.channel",
      "notice_choices.cadence",
      "announcements.state",
      "plan_versions.term_unit",
      "plan_versions.opens",
      "payment_attempts.mode",
      "payment_attempts.state",
      "payment_attempts.cancel_when",
      "payment_attempts.mended",
      "payments.mode",
      "payments.status",
      "payments.problem",
      "payments.standing",
      "payments.coupon_excess",
      "refunds.status",
      "disputes.status",
      "receipts.kind",
      "receipts.mode",
      "access_changes.kind",
      "access_changes.source",
      "audit_entries.actor_kind",
      "jobs.state",
    ]
  `);
  for (const { table, name } of columns) {
    const pattern = new RegExp(`^${table.file.replace('.', String.raw`\.`).replace(/\{\w+\}/g, '[^/]+')}$`);
    const file = [...files.keys()].find((one) => pattern.test(one)) ?? '';
    const bytes = Buffer.from(files.get(file) ?? '');
    const path = await zipped(new Map(files).set(file, await changed(table, bytes, name)));
    await expect(there.archives.importFrom(path), `${table.name}.${name}`).rejects.toThrow(
      new RegExp(`^The archive cannot be imported: a row of ${file}: .*Invalid option.*→ at ${name}$`, 's'),
    );
  }
});
