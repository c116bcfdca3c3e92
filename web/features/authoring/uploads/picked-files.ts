import { randomId } from '#web/ui/text/random-id.ts';
import { mayBeLecture } from './file-kinds.ts';
import type { TitledFile } from './upload-queue.ts';
import { deferred } from '#web/api/deferred.ts';

const TITLE_MAX = 200;

/** 2 comes before 10. */
const byName = new Intl.Collator('en', { numeric: true });

/** "01 - what_is-rain.mp4" is "What is rain"; a name that is only a number or an ending keeps it. */
export const titleOf = (fileName: string): string => {
  const name = fileName.normalize('NFC').replace(/\.[a-z0-9]{1,5}$/i, '');
  const words = name
    .replace(/^[\s._-]*\d+(?:\.\d+)*(?:[\s._)-]+|$)/u, '')
    .replaceAll(/[\s_-]+/g, ' ')
    .trim();
  const title = words || name.trim() || fileName.trim();
  const short = (title.charAt(0).toUpperCase() + title.slice(1)).slice(0, TITLE_MAX);
  // Half of an emoji is no character.
  return /[\uD800-\uDBFF]$/.test(short) ? short.slice(0, -1) : short;
};

/** Files that become draft lectures of a section: in the order of their names, which also give the titles. */
export const titledFiles = (files: readonly File[], sectionId: string | undefined): readonly TitledFile[] => {
  const _id = randomId();
  return files
    .toSorted((one, other) => byName.compare(one.name, other.name))
    .map((file, index) => ({
      file,
      text: { title: titleOf(file.name), description: '', isDraft: true, sectionId, batch: { _id, index } },
    }));
};

// Browsers do not have the classes of both as globals.
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;

const entriesOf = async (folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> => {
  const reader = folder.createReader();
  const entries: FileSystemEntry[] = [];
  for (;;) {
    const { promise, resolve, reject } = deferred<FileSystemEntry[]>();
    reader.readEntries(resolve, reject);
    const some = await promise;
    // Browsers return up to 100 at a time, and none at the end.
    if (some.length === 0) return entries;
    entries.push(...some);
  }
};

/** The files in a folder and its folders that may be lectures. */
const filesIn = async (entry: FileSystemEntry): Promise<File[]> => {
  if (isFolder(entry)) return (await Promise.all((await entriesOf(entry)).map(filesIn))).flat();
  if (!isFile(entry)) return [];
  const { promise, resolve, reject } = deferred<File>();
  entry.file(resolve, reject);
  return [await promise].filter(mayBeLecture);
};

/** The files that were chosen, or those in a chosen folder that may be lectures. */
export const pickedFiles = (files: Iterable<File>): File[] =>
  [...files].filter((file) => file.webkitRelativePath === '' || mayBeLecture(file));

/** The files that were dropped, and those in the folders among them that may be lectures. */
export const droppedFiles = async ({ items }: DataTransfer): Promise<File[]> => {
  // Both can be read only during the drop event.
  const dropped = [...items].map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  const found = dropped.map(async ({ entry, file }) => (entry?.isDirectory ? filesIn(entry) : file ? [file] : []));
  return (await Promise.all(found)).flat();
};
