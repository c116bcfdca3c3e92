import type { Db } from '#server/database/database.ts';
import { Failure } from '#server/errors.ts';
import { FORMAT, VERSION } from './format.ts';
import { personalTables, readRows, type Subject } from './rows.ts';

/** A file of an export. */
export interface ExportedFile {
  name: string;
  input: string | Uint8Array;
}

/** The parts of an export beside its tables. */
export interface ExportSources {
  /** The key of the avatar. */
  avatarOf(userId: string): Promise<string | undefined>;
  fileOf(key: string): Promise<Uint8Array | undefined>;
  receiptPdf(number: string, userId: string): Promise<Uint8Array>;
  /** Throws for one that was revoked or reissued. */
  certificatePdf(code: string): Promise<Uint8Array>;
}

/** Nothing for a document that cannot be drawn: what it says is in the data too. */
const drawn = async (pdf: Promise<Uint8Array>): Promise<Uint8Array | undefined> => {
  try {
    return await pdf;
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
};

const TIME = /(?:^at|^until|_at|_until|^access_from)$/;

/** Times as ISO 8601, and JSON as what it says. */
const readable = (column: string, value: unknown): unknown => {
  if (typeof value === 'number' && TIME.test(column)) return new Date(value).toISOString();
  if (typeof value !== 'string' || !/^[[{]/.test(value)) return value;
  try {
    const parsed: unknown = JSON.parse(value);
    return parsed;
  } catch {
    return value;
  }
};

const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

type Row = Record<string, unknown>;

const idsIn = (rows: readonly Row[], column: string): string[] => [
  ...new Set(rows.map((row) => row[column]).filter((id) => typeof id === 'string')),
];

const BATCH = 500;

/** The titles of what the ids lead to. */
const titlesOf = async (db: Db, table: 'courses' | 'lectures', ids: readonly string[]): Promise<Row[]> => {
  const titles: Row[] = [];
  for (let start = 0; start < ids.length; start += BATCH)
    titles.push(
      ...(await db
        .selectFrom(table)
        .select(['id', 'title'])
        .where('id', 'in', ids.slice(start, start + BATCH))
        .orderBy('id')
        .execute()),
    );
  return titles;
};

const readme = (school: string, at: string, names: readonly string[]): string => `What ${school} knows of you, on ${at}.

person.json says which school and which version of this format wrote the file. Each other file in data/ is a list of rows.
Times are in UTC (ISO 8601), amounts in paise, positions in milliseconds. lecture_id and course_id lead to titles.json.

${names.map((name) => `- ${name}`).join('\n')}
`;

/** The documents and files that rows name. */
async function* filesOf(
  sources: ExportSources,
  { name, rows, userId }: { name: string; rows: readonly Row[]; userId: string },
): AsyncGenerator<ExportedFile> {
  if (name === 'receipts')
    for (const number of idsIn(rows, 'number')) {
      const pdf = await drawn(sources.receiptPdf(number, userId));
      if (pdf) yield { name: `receipts/${number.replaceAll(/[^\w-]/g, '-')}.pdf`, input: pdf };
    }
  if (name === 'quiz_answer_files')
    for (const key of idsIn(rows, 'key')) {
      const bytes = await sources.fileOf(key);
      if (bytes) yield { name: key, input: bytes };
    }
  if (name === 'certificates')
    for (const { code, jws } of rows) {
      if (typeof code !== 'string' || typeof jws !== 'string') continue;
      yield { name: `certificates/${code}.jwt`, input: jws };
      const pdf = await drawn(sources.certificatePdf(code));
      if (pdf) yield { name: `certificates/${code}.pdf`, input: pdf };
    }
}

/** Everything about a person, file by file, so that one of them is in memory at a time. */
export async function* contentsOf(
  db: Db,
  sources: ExportSources,
  { subject, school, address, now }: { subject: Subject; school: string; address: string; now: number },
): AsyncGenerator<ExportedFile> {
  const at = new Date(now).toISOString();
  const names: string[] = [];
  const all: Row[] = [];
  const named = (file: ExportedFile): ExportedFile => {
    names.push(file.name);
    return file;
  };
  yield named({
    name: 'person.json',
    input: json({ format: FORMAT, version: VERSION, school: { name: school, address }, exportedAt: at }),
  });
  for (const table of personalTables) {
    const { name } = table;
    const { title, exported: columns = [] } = table.person;
    if (title === undefined) continue;
    const rows = await readRows(db, table, { columns, subject });
    if (rows.length === 0) continue;
    all.push(...rows);
    const shown = rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([column, value]) => [column, readable(column, value)])),
    );
    yield named({ name: `data/${title}.json`, input: json(shown) });
    for await (const file of filesOf(sources, { name, rows, userId: subject.userId })) yield named(file);
  }
  const titles = {
    courses: await titlesOf(db, 'courses', idsIn(all, 'course_id')),
    lectures: await titlesOf(db, 'lectures', idsIn(all, 'lecture_id')),
  };
  yield named({ name: 'data/titles.json', input: json(titles) });
  const avatarKey = await sources.avatarOf(subject.userId);
  const avatar = avatarKey === undefined ? undefined : await sources.fileOf(avatarKey);
  if (avatarKey !== undefined && avatar) yield named({ name: avatarKey, input: avatar });
  yield { name: 'README.txt', input: readme(school, at, names) };
}
