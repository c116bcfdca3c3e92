import { z } from 'zod';

const Sum = z.string().regex(/^[0-9a-f]{64}$/);
const Digest = z.string().regex(/^[0-9a-f]{64}$/);

/** The content of a backup. Rows and the list of files are in chunks of lines, each line a JSON array. */
export const Manifest = z.object({
  format: z.literal(1),
  id: z.string(),
  /** When the rows were read. */
  atMs: z.int(),
  engine: z.enum(['sqlite', 'postgres']),
  /** The number of the last migration. */
  schema: z.int(),
  timeZone: z.string(),
  /** Each after the tables it refers to. */
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.int(),
      digest: Digest,
      chunks: z.array(Sum),
    }),
  ),
  files: z.object({ count: z.int(), sizeBytes: z.int(), chunks: z.array(Sum) }),
  /** Files that rows name and that were missing. */
  missing: z.array(z.string()),
  entitlements: z.object({ users: z.int(), digest: Digest }),
  /** The chunks and bytes that this backup added to the place. */
  added: z.object({ chunks: z.int(), sizeBytes: z.int() }),
});
export type Manifest = z.output<typeof Manifest>;

/** A file: of the storage by its key, or of the data folder by its path; its bytes are these chunks, one after the other. */
export const FileLine = z.tuple([z.enum(['storage', 'data']), z.string(), z.int(), z.array(Sum)]);
export type FileLine = z.output<typeof FileLine>;

export const RowLine = z.array(z.union([z.string(), z.number(), z.null()]));
