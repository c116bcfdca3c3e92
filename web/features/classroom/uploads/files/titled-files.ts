import { randomId } from '#web/ui/text/random-id.ts';
import type { TitledFile } from '#web/features/classroom/uploads/upload-queue.ts';

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
  return short.isWellFormed() ? short : short.slice(0, -1);
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
