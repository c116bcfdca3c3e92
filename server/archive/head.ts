import { z } from 'zod';
import { integer, text } from '#server/database/table.ts';
import { archivedTables, leftOutTables } from './archived-table.ts';

export const FORMAT = 'lectern-school';
/** Raised when an earlier program could read an archive wrongly. */
export const VERSION = 1;

/** `school.json`: what an archive is. */
export const Head = z
  .strictObject({
    format: z.literal(FORMAT),
    version: z.literal(VERSION),
    /** The number of the last migration of the program that wrote it. */
    schema: z.int(),
    program: z.string(),
    exportedAt: z.iso.datetime(),
    school: z.strictObject({ name: z.string(), address: z.string(), timeZone: z.string() }),
    /** Whether it has passwords, second steps and keys of certificates. */
    hasSecrets: z.boolean(),
    /** How many accounts have access, and a digest of until when. */
    access: z.strictObject({ users: z.int(), digest: z.string() }),
    /** Files that rows name and that were missing when it was written. */
    missing: z.array(z.string()),
  })
  .meta({ title: 'school.json', description: 'What this archive is.' });
export type Head = z.output<typeof Head>;

/** `files.csv`: where each file is, and its key in the storage, by which rows name it. */
export const FileRow = z
  .strictObject({
    path: z.string().max(1000),
    key: z.string().max(200),
    size_bytes: z.int().min(0),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
  })
  .meta({ title: 'files.csv', description: 'The files, and the keys by which rows name them.' });
export type FileRow = z.output<typeof FileRow>;

/** The declaration of `files.csv`, as that of a table. */
export const FILES = {
  name: 'files',
  file: 'files.csv',
  title: 'The files, and the keys by which rows name them.',
  key: ['path'],
  columns: { path: text, key: text, size_bytes: integer, sha256: text },
} as const;

const tableLine = ({ file, title }: { file: string; title: string }): string => `- \`${file}\`: ${title}`;

/** Where the rows of a table are described. */
export const schemaFile = (name: string): string => `schema/${name}.schema.json`;

/** What people read first. */
export const readmeOf = ({ school, exportedAt, hasSecrets }: Head): string => `# ${school.name}

All of the school at ${school.address}, on ${exportedAt}, written by Lectern.

Courses are folders: Markdown for texts, with values between two lines of \`---\`, and the files as they were uploaded. The
rest is CSV and JSON. \`schema/\` describes each file as JSON Schema. Times are in UTC, amounts in paise, positions in milliseconds.

- \`.csv\`: the first line has the names. A cell without text is null; \`""\` is an empty text. A text that a spreadsheet would run
  as a formula begins with \`'\`.
- \`.jsonl\`: one JSON value per line.
- \`files.csv\`: where each file is. Rows name files by their key.

${
  hasSecrets
    ? '**This archive has password hashes, second steps and the private keys of certificates. Keep it as safe as the school.**'
    : 'Passwords, second steps and private keys are not in it: people choose a new password with "Forgot password".'
}

To import it into an empty school: \`npm run school -- import FILE\`.

## Files
${archivedTables
  .filter((table) => hasSecrets || table.isSecret !== true)
  .map(tableLine)
  .join('\n')}

## Not in it
${leftOutTables.map(({ name, why }) => `- ${name}: ${why}`).join('\n')}
`;
