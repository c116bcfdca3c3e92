import { z } from 'zod';
import { CertificateCode } from '#contract/certificates/certificates.ts';
import { Id, IMAGE_MAX_BYTES, Instant, text } from '#contract/fields.ts';
import { NoteFields } from '#contract/classroom/notes.ts';
import { textOf } from '#server/archive/lines.ts';
import { openArchive, type OpenArchive } from '#server/archive/open-archive.ts';
import { joinPool } from '#server/processes/pool-program.ts';
import type { ForeignExportPart } from './foreign-export.ts';
import { FORMAT, VERSION } from './format.ts';

/**
 * The process that reads a person's export from another school. It unpacks and parses the bytes of a stranger, and can be
 * killed at any moment.
 */

const MIB = 1024 ** 2;
/** More than one person has. */
const MAX_FILES = 10_000;
const MAX_ROWS = 100_000;
/** Written one after the other in one request. */
const MAX_NOTES = 10_000;
const MAX_CERTIFICATES = 100;
const MAX_TITLE = 200;
const AVATARS = 'avatars/';

/** Each file that is read, with the most bytes that it may unpack to. */
const MAX_BYTES = {
  'person.json': MIB,
  'data/account.json': MIB,
  'data/titles.json': 8 * MIB,
  'data/notes.json': 16 * MIB,
  'data/certificates.json': 8 * MIB,
};

const title = z.string().transform((value) => value.slice(0, MAX_TITLE));
const Person = z.looseObject({ format: z.literal(FORMAT), version: z.literal(VERSION) });
const Accounts = z.tuple([z.looseObject({ full_name: text(100, '') })]);
const Titles = z.looseObject({ lectures: z.array(z.looseObject({ id: Id, title })).max(MAX_ROWS) });
const Notes = z
  .array(
    z
      .looseObject({ id: Id, lecture_id: Id, position_ms: z.int(), text: z.string(), created_at: Instant })
      .transform((row) => ({
        id: row.id,
        lectureId: row.lecture_id,
        fields: NoteFields.parse({ positionMs: row.position_ms, text: row.text }),
      })),
  )
  .max(MAX_NOTES);
const Certificates = z
  .array(
    z.looseObject({
      code: CertificateCode,
      issued_at: Instant,
      revoked_at: Instant.nullable(),
      snapshot: z.looseObject({ site: z.url().max(300), issuer: title, courseTitle: title }),
    }),
  )
  .max(MAX_ROWS);

const assertSmall = (archive: OpenArchive, name: string, maxBytes: number): void => {
  if ((archive.sizeOf(name) ?? 0) > maxBytes) throw new Error(`${name} is too large`);
};

const read = async (archive: OpenArchive, name: keyof typeof MAX_BYTES): Promise<unknown> => {
  assertSmall(archive, name, MAX_BYTES[name]);
  return JSON.parse(await textOf(archive.read(name)));
};

const list = async (archive: OpenArchive, name: keyof typeof MAX_BYTES): Promise<unknown> =>
  archive.has(name) ? read(archive, name) : [];

/** The first line has everything else, and each further line a note, so that a reader holds one at a time. */
const linesIn = async (archive: OpenArchive): Promise<Buffer> => {
  Person.parse(await read(archive, 'person.json'));
  const titles = archive.has('data/titles.json') ? Titles.parse(await read(archive, 'data/titles.json')).lectures : [];
  const titleOf = new Map(titles.map((lecture) => [lecture.id, lecture.title]));
  const certificates = Certificates.parse(await list(archive, 'data/certificates.json'))
    .filter(({ revoked_at }) => revoked_at === null)
    .slice(0, MAX_CERTIFICATES)
    .map(({ code, issued_at: issuedAt, snapshot: { site, issuer: school, courseTitle } }) => ({
      code,
      issuedAt,
      site,
      school,
      courseTitle,
    }));
  const account = Accounts.safeParse(await list(archive, 'data/account.json')).data;
  const notes = Notes.parse(await list(archive, 'data/notes.json'));
  const head = { fullName: account?.[0].full_name ?? null, certificates };
  const lines = [head, ...notes.map((note) => ({ ...note, title: titleOf.get(note.lectureId) ?? null }))];
  return Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n'));
};

/** Nothing without a picture. */
const pictureIn = async (archive: OpenArchive): Promise<Buffer> => {
  const [name] = [...archive.names()].filter((one) => one.startsWith(AVATARS));
  if (name === undefined) return Buffer.alloc(0);
  assertSmall(archive, name, IMAGE_MAX_BYTES);
  const chunks: Uint8Array[] = [];
  for await (const chunk of archive.read(name)) chunks.push(chunk);
  return Buffer.concat(chunks);
};

const readPart = async ({ path, part }: ForeignExportPart): Promise<Buffer> => {
  const archive = await openArchive(path, MAX_FILES);
  try {
    return await (part === 'picture' ? pictureIn(archive) : linesIn(archive));
  } finally {
    archive.close();
  }
};

joinPool(readPart);
