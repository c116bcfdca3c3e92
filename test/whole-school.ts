import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { z } from 'zod';
import { archivedTables, type Row } from '#server/archive/archived-table.ts';
import type { Cell } from '#server/database/snapshot.ts';
import { wholeTables } from '#server/database/whole-tables.ts';
import { aWholeLife } from './whole-life.ts';
import type { TestApp } from './start-app.ts';

/** Texts that a format could break: an empty one, a formula, quotes, lines, other scripts. */
const TEXTS = ['', '=1+1', `She said "yes",\r\nand: '---\n\n`, 'सारथी 🪔', "'quoted"];

const EVIDENCE = {
  lectures: 2,
  doneLectures: 2,
  watchedPercent: 95,
  totalMs: 1000,
  quizzes: 0,
  passedQuizzes: 0,
  bestPercents: [],
};

/** Values of rows that the school reads while it exports or imports. */
const fixed: Record<string, Row> = {
  access_changes: {
    kind: 'grant',
    scope: 'everything',
    source: 'admin',
    payment_id: null,
    added_ms: null,
    undone_at: null,
  },
  batches: { timetable: JSON.stringify({ weekdays: [1, 3], time: '18:30', minutes: 60, holidays: [] }) },
  block_pictures: { picture_key: 'thumbnails/block.webp' },
  captions: { file_key: 'captions/english.vtt' },
  certificate_requests: { evidence: JSON.stringify(EVIDENCE) },
  access_extensions: { undone_at: null },
  plan_versions: { term_until: null },
  account_deletions: { removed: '{"sessions":2}' },
  page_blocks: { blocks: '[]' },
  quiz_regrades: { changes: '[]' },
  waiting_rights: {
    kind: 'course_role',
    detail: JSON.stringify({ kind: 'course_role', courseId: 'monsoon', role: 'teacher' }),
  },
  lecture_contents: { content: JSON.stringify({ markdown: '# Rain\n\nIt *falls*.\n', blocks: [] }) },
  lecture_questions: { standing: 'shown' },
  quiz_answer_files: { key: 'answers/file.pdf' },
  teachers: { picture_key: 'thumbnails/teacher.webp' },
};

type Reference = { source: string; target: string; column: string; key: string };

const referencesOf = async ({ database: { db, engine } }: TestApp): Promise<Reference[]> => {
  const { rows } = await (
    engine === 'sqlite'
      ? sql<Reference>`
          SELECT one.name AS source, other."table" AS target, other."from" AS "column", coalesce(other."to", 'id') AS key
          FROM sqlite_schema one, pragma_foreign_key_list(one.name) other WHERE one.type = 'table'`
      : sql<Reference>`
          SELECT source.relname AS source, target.relname AS target, a.attname AS "column", b.attname AS key
          FROM pg_constraint JOIN pg_class source ON source.oid = conrelid JOIN pg_class target ON target.oid = confrelid
          JOIN pg_attribute a ON a.attrelid = conrelid AND a.attnum = conkey[1]
          JOIN pg_attribute b ON b.attrelid = confrelid AND b.attnum = confkey[1]
          WHERE contype = 'f' AND connamespace = current_schema()::regnamespace`
  ).execute(db);
  return rows;
};

/** The table that a column names, where no foreign key says so. */
const NAMED: Record<string, string> = {
  user_id: 'users',
  course_id: 'courses',
  lecture_id: 'lectures',
  attempt_id: 'payment_attempts',
  question_id: 'quiz_questions',
};

/** The first word of a column that has some alone. */
const firstOf = (words: unknown): string | undefined =>
  words instanceof z.ZodEnum ? z.array(z.string()).parse(words.options)[0] : undefined;

/** Gives every table of an export that is empty a row with every value, and one with nulls. */
const fillTables = async (app: TestApp, userId: string): Promise<void> => {
  const { db, engine } = app.database;
  const references = await referencesOf(app);
  const oneOf = async (table: string, key: string): Promise<Cell> => {
    if (table === 'users') return userId;
    const { rows } = await sql<{ value: Cell }>`
      SELECT ${sql.ref(key)} AS value FROM ${sql.table(table)} ORDER BY 1 LIMIT 1`.execute(db);
    return rows[0]?.value ?? null;
  };
  let number = 0;
  for (const { name } of await wholeTables(db, engine)) {
    const table = archivedTables.find((one) => one.name === name);
    if (!table || (await sql`SELECT 1 FROM ${sql.table(name)} LIMIT 1`.execute(db)).rows.length > 0) continue;
    for (const hasNulls of [false, true]) {
      const row: Row = {};
      for (const [column, described] of Object.entries(table.columns)) {
        number += 1;
        const { kind, isNullable = false, schema } = described;
        const reference = references.find((one) => one.source === name && one.column === column);
        const target = reference?.target ?? NAMED[column];
        const isKey = table.key.includes(column);
        if (schema instanceof z.ZodEnum) row[column] = isNullable && hasNulls ? null : (firstOf(schema) ?? null);
        else if (target !== undefined) row[column] = await oneOf(target, reference?.key ?? 'id');
        else if (isNullable && hasNulls && column !== 'sealed_key') row[column] = null;
        else if (schema?.safeParse('').success === false) row[column] = '2027-04-30';
        else if (kind === 'text') row[column] = isKey ? `key-${number}` : (TEXTS[number % TEXTS.length] ?? '');
        else if (kind === 'json') row[column] = JSON.stringify({ 2: 'b', a: TEXTS, nested: [null, 1.5, true] });
        else if (kind === 'time') row[column] = 1_780_000_000_000 + number;
        else row[column] = kind === 'flag' ? number % 2 : number;
      }
      const values = Object.entries({ ...row, ...fixed[name] });
      await sql`INSERT INTO ${sql.table(name)} (${sql.join(values.map(([column]) => sql.ref(column)))})
        VALUES (${sql.join(values.map(([, value]) => value))}) ON CONFLICT DO NOTHING`.execute(db);
    }
  }
};

/** More than the parts that files are copied in. */
const VIDEO = Buffer.alloc(3 * 1024 * 1024 + 17, 'A video of the monsoon. ');

/** A school with something of everything, and files with bytes. */
export const aWholeSchool = async (app: TestApp) => {
  const life = await aWholeLife(app);
  const value = JSON.stringify({ values: { host: 'mail.school.example' }, secrets: { password: 'v1.sealed' } });
  const setting = { name: 'settings.email', value, updated_at: app.clock.now() };
  await app.database.db.insertInto('settings').values(setting).execute();
  // Not those of the learner, who logs in.
  await fillTables(app, life.admin.id);
  await app.database.db
    .updateTable('courses')
    .set({ release_rules: JSON.stringify([{ lectureId: life.lectureId, afterDays: 0 }]) })
    .where('id', 'in', (query) => query.selectFrom('lectures').select('course_id').where('id', '=', life.lectureId))
    .execute();
  // Rows beside the API change projections.
  await app.recompute();
  const { video_key: videoKey } = await app.database.db
    .selectFrom('lectures')
    .select('video_key')
    .where('id', '=', life.lectureId)
    .executeTakeFirstOrThrow();
  const files = {
    [videoKey]: VIDEO,
    'captions/english.vtt': 'WEBVTT\n',
    'answers/file.pdf': '%PDF-',
    'thumbnails/block.webp': 'RIFF',
  };
  for (const [key, bytes] of Object.entries(files)) {
    const path = join(app.config.dataDir, 'files', key);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, bytes);
  }
  return { ...life, videoKey, video: VIDEO };
};
