import { type DragEvent, useEffect, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { droppedFiles } from '#web/features/classroom/uploads/files/dropped-files.ts';
import { isRowName, keyOf } from '#web/features/classroom/curriculum/moving/drop-edge.ts';
import type { CourseOutline, OutlinePart } from './outline.ts';

interface FileDropNeeds {
  outline: CourseOutline;
  onDrop: (part: OutlinePart, files: readonly File[]) => void;
}

/** Where files would be dropped, and how many. */
interface Over {
  key: string;
  count: number;
}

const NO_VIDEO = 'There is no video in this folder.';
const UNREADABLE = 'This folder cannot be read.';

const hasFiles = ({ dataTransfer }: Pick<DragEvent, 'dataTransfer'>): boolean => dataTransfer.types.includes('Files');

/** A file that misses its target would replace the page. */
const keepPage = (event: globalThis.DragEvent): void => {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
  if (event.target instanceof HTMLInputElement) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'none';
};

/** Lets files be dropped on any row of the tree; below all rows they belong to its last part. */
export const useFileDrop = ({ outline, onDrop }: FileDropNeeds) => {
  const [over, setOver] = useState<Over>();
  useEffect(() => {
    const leaving = new AbortController();
    for (const name of ['dragover', 'drop'] as const)
      window.addEventListener(name, keepPage, { signal: leaving.signal });
    return () => leaving.abort();
  }, []);

  /** The upper half of the first section's head is before the first section, where no lecture may be yet. */
  const partUnder = ({ target, clientY }: DragEvent): OutlinePart | undefined => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
    const name = row?.dataset['row'];
    if (!row || name === undefined || !isRowName(name)) return outline.at(-1);
    const [first, firstSection] = outline;
    const { top, height } = row.getBoundingClientRect();
    if (name === `section:${firstSection?.key}` && clientY < top + height / 2) return first;
    return outline.find(({ key }) => key === keyOf(outline, name));
  };

  const drop = async (part: OutlinePart, transfer: DataTransfer): Promise<void> => {
    try {
      const files = await droppedFiles(transfer);
      if (files.length > 0) onDrop(part, files);
      else toast.error(NO_VIDEO);
    } catch {
      toast.error(UNREADABLE);
    }
  };

  return {
    over,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        const part = partUnder(event);
        const count = [...event.dataTransfer.items].filter(({ kind }) => kind === 'file').length;
        if (part) event.preventDefault();
        if (part?.key !== over?.key || count !== over?.count) setOver(part && { key: part.key, count });
      },
      onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(undefined);
      },
      onDrop: (event: DragEvent) => {
        setOver(undefined);
        const part = hasFiles(event) ? partUnder(event) : undefined;
        if (!part) return;
        event.preventDefault();
        void drop(part, event.dataTransfer);
      },
    },
  };
};
