import type { CertificateDesign } from '#contract/certificates/certificate-fields.ts';
import { messages } from '#contract/messages.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import type { ReceivedFile } from '#server/http/endpoint/received-file.ts';
import { newId } from '#server/ids.ts';
import type { Platform } from '#server/platform.ts';
import { filesInColumn } from '#server/storage/files-in-column.ts';
import { readWhole } from '#server/storage/read-whole.ts';

const FOLDER = 'certificates';
/** Of a course, or of the school. */
const MAX_PICTURES = 100;

export const certificatePictureFiles = filesInColumn(FOLDER, {
  table: 'certificate_pictures',
  column: 'picture_key',
  isDeletable: false,
});

const isOf = (db: Db, courseId: string | null) =>
  db
    .selectFrom('certificate_pictures')
    .where((where) => (courseId === null ? where('course_id', 'is', null) : where('course_id', '=', courseId)));

type Looks = Pick<CertificateDesign, 'picture' | 'signature'>;

/** Throws `validation_failed` for a picture that is neither of this course nor of the school; `path` is that of the design. */
export const assertPictures = async (
  tx: Db,
  { courseId, path }: { courseId: string | null; path: '' | 'design.' },
  design: Looks,
): Promise<void> => {
  const fields = (['picture', 'signature'] as const).filter((field) => design[field] !== '');
  if (fields.length === 0) return;
  const rows = await tx
    .selectFrom('certificate_pictures')
    .select(['picture_key', 'course_id'])
    .where(
      'picture_key',
      'in',
      fields.map((field) => design[field]),
    )
    .execute();
  const known = new Set(
    rows.filter((row) => row.course_id === null || row.course_id === courseId).map((row) => row.picture_key),
  );
  const details = fields
    .filter((field) => !known.has(design[field]))
    .map((field) => ({ path: `${path}${field}`, message: messages.certificates.pictureMissing }));
  if (details.length > 0) throw fail('validation_failed', { details });
};

/** The pictures of designs. Those of issued certificates stay, whatever becomes of their course. */
export const createPictures = ({ database, clock, files, images, storage }: Platform) => ({
  /** Throws `too_many_pictures`, and the reason why a picture cannot be drawn. */
  add: async (courseId: string | null, kind: 'paper' | 'signature', file: ReceivedFile): Promise<string> => {
    const { count } = await isOf(database.db, courseId)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    if (count >= MAX_PICTURES) throw fail('too_many_pictures');
    const from = kind === 'paper' ? await images.toPaper(file) : await images.toSignature(file);
    const key = `${FOLDER}/${newId()}.${kind === 'paper' ? 'jpg' : 'png'}`;
    const row = { picture_key: key, course_id: courseId, created_at: clock.now() };
    await files.keepWith([{ key, from }], (tx: Tx) => tx.insertInto('certificate_pictures').values(row).execute());
    return key;
  },

  /** A missing file is left out. */
  read: async ({ picture, signature }: Looks) => ({
    picture: picture === '' ? undefined : await readWhole(storage, picture),
    signature: signature === '' ? undefined : await readWhole(storage, signature),
  }),
});
