import { extname } from 'node:path';
import type { Db } from '#server/database/database.ts';
import { createNames, type Folders } from './folders.ts';

/** The name that people gave to a file, without what a disk may refuse. */
const safeName = (name: string): string =>
  name
    .replace(/[^\p{L}\p{M}\p{N}. ()_-]+/gu, '_')
    .replace(/^\.+/, '_')
    .slice(-100);

const ATTACHMENT = /^attachment-[^/]+\/(?<name>[^]+)$/;

/** Where an archive has files: those that people uploaded beside their course, all others in `files/` by their keys. */
export const nameFiles = async (
  db: Db,
  keys: ReadonlySet<string>,
  folders: Folders,
): Promise<[path: string, key: string][]> => {
  const paths = new Map<string, string>();
  const nameOf = createNames();
  const place = (key: string | null, path: string | undefined, ending: string): void => {
    if (key !== null && path !== undefined && keys.has(key) && !paths.has(key)) paths.set(key, nameOf(path, ending));
  };
  const courses = await db.selectFrom('courses').select(['id', 'thumbnail_key']).orderBy('id').execute();
  for (const { id, thumbnail_key: key } of courses)
    place(key, `${folders.courses.get(id)}/picture`, extname(key ?? ''));
  const lectures = await db.selectFrom('lectures').select(['id', 'video_key']).orderBy('id').execute();
  for (const { id, video_key: key } of lectures) place(key, `${folders.lectures.get(id)}/original`, extname(key));
  const captions = await db
    .selectFrom('captions')
    .select(['lecture_id', 'language', 'file_key'])
    .orderBy('file_key')
    .execute();
  for (const { lecture_id: id, language, file_key: key } of captions)
    place(key, `${folders.lectures.get(id)}/captions-${language}`, extname(key));
  const attachments = await db
    .selectFrom('media_files')
    .select(['lecture_id', 'name', 'key'])
    .where('name', 'like', 'attachment-%')
    .orderBy('key')
    .execute();
  for (const { lecture_id: id, name, key } of attachments) {
    const given = safeName(ATTACHMENT.exec(name)?.groups?.['name'] ?? 'file');
    const ending = extname(given);
    place(key, `${folders.lectures.get(id)}/attachments/${given.slice(0, given.length - ending.length)}`, ending);
  }
  for (const key of keys) if (!paths.has(key)) paths.set(key, `files/${key}`);
  return [...paths].map(([key, path]): [string, string] => [path, key]).toSorted(([a], [b]) => (a < b ? -1 : 1));
};
