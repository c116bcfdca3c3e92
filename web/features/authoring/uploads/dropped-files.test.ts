import { expect, test } from 'vitest';
import { droppedFiles } from './picked-files.ts';

/** What jsdom lacks: the files and folders of a drop. */
class FileEntry {
  readonly isDirectory = false;
  readonly isFile = true;
  readonly #file: File;
  constructor(name: string, type: string) {
    this.#file = new File(['x'], name, { type });
  }
  file(found: (file: File) => void): void {
    found(this.#file);
  }
}

class FolderEntry {
  readonly isDirectory = true;
  readonly isFile = false;
  readonly #entries: readonly (FileEntry | FolderEntry)[];
  constructor(...entries: (FileEntry | FolderEntry)[]) {
    this.#entries = entries;
  }
  createReader() {
    const left = [...this.#entries];
    return { readEntries: (found: (entries: object[]) => void) => found(left.splice(0, 100)) };
  }
}

const aVideo = (name: string) => new FileEntry(name, 'video/mp4');

const drop = (...items: { entry: object | null; file: File | null }[]) => {
  const transfer = {
    items: items.map(({ entry, file }) => ({ webkitGetAsEntry: () => entry, getAsFile: () => file })),
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- jsdom has no DataTransfer
  return droppedFiles(transfer as unknown as DataTransfer);
};

test('a folder gives its videos, sounds and PDFs and those of its folders, more than browsers list at a time', async () => {
  const many = Array.from({ length: 150 }, (_, index) => aVideo(`${index + 1}.mp4`));
  const rest = [new FileEntry('.DS_Store', ''), new FileEntry('notes.txt', 'text/plain'), new FileEntry('201.mkv', '')];
  const others = [new FileEntry('202.mp3', 'audio/mpeg'), new FileEntry('203.pdf', 'application/pdf')];
  const folder = new FolderEntry(...many, ...rest, ...others, new FolderEntry(aVideo('200.mp4')));
  const names = (await drop({ entry: folder, file: null })).map(({ name }) => name);
  expect([names.length, names.at(0), names.at(149), ...names.slice(150)]).toEqual([
    154,
    '1.mp4',
    '150.mp4',
    '201.mkv',
    '202.mp3',
    '203.pdf',
    '200.mp4',
  ]);
});

test('a file that is dropped by itself is taken whatever it is, so that the reason can be said', async () => {
  const notes = new File(['x'], 'notes.txt', { type: 'text/plain' });
  expect(await drop({ entry: null, file: notes }, { entry: new FolderEntry(), file: null })).toEqual([notes]);
});
