import { onTestFinished, expect, test } from 'vitest';
import { z } from 'zod';
import { type AnyTable, archivedTables } from '#server/archive/archived-table.ts';
import { checkArchive } from '#server/archive/check-archive.ts';
import { formatOf } from '#server/archive/formats.ts';
import { openArchive } from '#server/archive/open-archive.ts';
import { jsonReaders } from '#server/json-readers.ts';
import { schoolData } from '#server/school-data.ts';
import { anArchive, filesIn, zipped } from '#test/archives.ts';
import { aPlace } from '#test/backup/schools.ts';
import { call } from '#test/call.ts';
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
const changed = async (table: AnyTable, bytes: Uint8Array, name: string, odd: unknown = ODD): Promise<string> => {
  const rows = async function* rows() {
    let isFirst = true;
    for await (const values of formatOf(table).read(table, bytesOf(bytes))) {
      const row = z.record(z.string(), z.unknown()).parse(values);
      yield isFirst ? { ...row, [name]: odd } : row;
      isFirst = false;
    }
  };
  const parts = [];
  for await (const part of formatOf(table).write(table, rows(), secrets)) parts.push(part);
  return parts.join('');
};

/** The file in an archive that has rows of a table. */
const fileOf = (files: ReadonlyMap<string, unknown>, { file }: AnyTable): string => {
  const pattern = new RegExp(`^${file.replace('.', String.raw`\.`).replace(/\{\w+\}/g, '[^/]+')}$`);
  return [...files.keys()].find((one) => pattern.test(one)) ?? '';
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
      "courses.watermark",
      "course_people.role",
      "translations.kind",
      "batches.after_end",
      "batch_members.source",
      "batch_members.moved_by",
      "batch_members.left_because",
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
      "announcements.learners",
      "announcements.access",
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
      "payments.parts_end",
      "refunds.status",
      "refunds.settled_by",
      "disputes.status",
      "receipts.kind",
      "receipts.mode",
      "part_dues.mode",
      "payment_requests.mode",
      "payment_requests.way",
      "payment_requests.state",
      "access_changes.kind",
      "access_changes.source",
      "audit_entries.actor_kind",
      "jobs.state",
    ]
  `);
  for (const { table, name } of columns) {
    const file = fileOf(files, table);
    const bytes = Buffer.from(files.get(file) ?? '');
    const path = await zipped(new Map(files).set(file, await changed(table, bytes, name)));
    await expect(there.archives.importFrom(path), `${table.name}.${name}`).rejects.toThrow(
      new RegExp(`^The archive cannot be imported: a row of ${file}: .*Invalid option.*→ at ${name}$`, 's'),
    );
  }
});

const ofJson = archivedTables.flatMap((table) =>
  Object.entries(table.columns).flatMap(([name, { kind }]) => (kind === 'json' ? [{ table, name }] : [])),
);

test('each column of JSON has the schema that it is read with', () => {
  const read = Object.entries(jsonReaders).flatMap(([table, columns]) =>
    Object.keys(columns).map((name) => `${table}.${name}`),
  );
  expect(read.toSorted()).toEqual(ofJson.map(({ table, name }) => `${table.name}.${name}`).toSorted());
});

/** Others than the text of a lecture, which is Markdown, and the payloads that any job may have. */
const isTried = ({ table }: (typeof ofJson)[number]): boolean =>
  !table.isSecret && !table.body && table.name !== 'jobs';

test('JSON that the school cannot read is left out, and the report names its row', async () => {
  await using app = await startApp();
  await aWholeSchool(app);
  const files = new Map<string, Uint8Array | string>(await filesIn(await anArchive(app)));
  const found: string[] = [];
  // Each round has another column of the tables that have several.
  for (let rest = ofJson.filter(isTried); rest.length > 0;) {
    const round = [...new Map(rest.map((one) => [one.table, one])).values()];
    const odd = new Map(files);
    const expected = [];
    for (const { table, name } of round) {
      const file = fileOf(files, table);
      odd.set(file, await changed(table, Buffer.from(files.get(file) ?? ''), name, [{ kind: '<script>' }]));
      const { isNullable = false } = table.columns[name] ?? {};
      expected.push(isNullable ? `${name} in row 1 of ${file}` : `row 1 of ${file} (${name})`);
      found.push(`${table.name}.${name}`);
    }
    const archive = await openArchive(await zipped(odd));
    const { leftOut } = await checkArchive(archive, { secrets, data: schoolData, readers: jsonReaders });
    archive.close();
    expect(leftOut.toSorted()).toEqual(expected.toSorted());
    rest = rest.filter((one) => !round.includes(one));
  }
  expect(found.toSorted()).toMatchInlineSnapshot(`
    [
      "account_deletions.removed",
      "audit_entries.after_values",
      "audit_entries.before_values",
      "audit_entries.detail",
      "audit_entries.source",
      "batches.timetable",
      "certificate_designs.look",
      "certificate_requests.evidence",
      "certificate_rules.lecture_ids",
      "certificate_rules.quiz_ids",
      "certificates.snapshot",
      "lecture_progress.watched",
      "media_files.facts",
      "notices.content",
      "page_blocks.blocks",
      "payment_attempts.deducts",
      "payment_attempts.in_parts",
      "payments.paid_parts",
      "plan_versions.parts",
      "quiz_attempt_items.answer",
      "quiz_attempt_items.late_answer",
      "quiz_attempt_items.option_order",
      "quiz_attempts.settings",
      "quiz_question_versions.content",
      "quiz_regrades.changes",
      "quizzes.settings",
      "receipts.document",
      "school_keys.public_jwk",
      "waiting_rights.detail",
    ]
  `);
});

test('a school without what was left out works, and its owner reads what that was', async () => {
  await using app = await startApp();
  const { lectureId } = await aWholeSchool(app);
  const { db } = app.database;
  const blocks = JSON.stringify([{ kind: 'text', heading: { toString: 'x' } }]);
  await db.deleteFrom('page_blocks').execute();
  await db.insertInto('page_blocks').values({ page: 'home', version: 1, blocks, updated_at: 1 }).execute();
  const setting = { name: 'email_text.welcome', value: '{"subject":7}', updated_at: 1 };
  await db.insertInto('settings').values(setting).execute();
  await db.updateTable('lecture_progress').set({ watched: '{}' }).where('lecture_id', '=', lectureId).execute();
  const there = await startAppIn(await aPlace(), app.clock.now());
  onTestFinished(there.close);
  expect(await there.archives.importFrom(await anArchive(app))).toContain(
    'Left out, because this version cannot read it: row 1 of courses/page-blocks.jsonl (blocks); ',
  );
  expect((await call(there, 'GET', '/blocks/home')).status).toBe(200);
  expect(await there.database.db.selectFrom('page_blocks').selectAll().execute()).toEqual([]);
  const texts = await there.database.db
    .selectFrom('settings')
    .select('name')
    .where('name', 'like', 'email_text.%')
    .execute();
  expect(texts).toEqual([]);
});
