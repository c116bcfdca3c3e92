// Browsers do not have the classes of both as globals.
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;

const entriesOf = async (folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> => {
  const reader = folder.createReader();
  const entries: FileSystemEntry[] = [];
  for (;;) {
    const { promise, resolve, reject } = Promise.withResolvers<FileSystemEntry[]>();
    reader.readEntries(resolve, reject);
    const some = await promise;
    // Browsers return up to 100 at a time, and none at the end.
    if (some.length === 0) return entries;
    entries.push(...some);
  }
};

/** What the system hides, and what is of another kind, was not meant. */
const mayBeVideo = ({ name, type }: File): boolean =>
  !name.startsWith('.') && (type === '' || type.startsWith('video/'));

/** The videos in a folder and its folders. */
const videosIn = async (entry: FileSystemEntry): Promise<File[]> => {
  if (isFolder(entry)) return (await Promise.all((await entriesOf(entry)).map(videosIn))).flat();
  if (!isFile(entry)) return [];
  const { promise, resolve, reject } = Promise.withResolvers<File>();
  entry.file(resolve, reject);
  return [await promise].filter(mayBeVideo);
};

/** The files that were dropped, and the videos in the folders among them. */
export const droppedFiles = async ({ items }: DataTransfer): Promise<File[]> => {
  // Both can be asked for only while the drop is handled.
  const dropped = [...items].map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  const found = dropped.map(async ({ entry, file }) => (entry?.isDirectory ? videosIn(entry) : file ? [file] : []));
  return (await Promise.all(found)).flat();
};
