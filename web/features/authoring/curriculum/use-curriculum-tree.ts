import { useLingui } from '@lingui/react/macro';
import type { ManagedLecture } from '#contract/classroom/lectures.ts';
import { useFileCheck } from '#web/features/authoring/uploads/check-file.ts';
import { droppedFiles, titledFiles } from '#web/features/authoring/uploads/picked-files.ts';
import type { UploadItem } from '#web/features/authoring/uploads/upload-items.ts';
import { uploads, useShowUploads, useUploads } from '#web/features/authoring/uploads/uploads.ts';
import { type DragEvent, useEffect, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { type DropEdge, isRowName, keyOf, landingOf, useKeyboardMove, usePointerMove, withDropped } from './reorder.ts';
import { type CourseOutline, type OutlineItem, type OutlinePart, placeForNew } from './outline.ts';
import type { Release } from './release/use-release.ts';
import type { Curriculum } from './use-curriculum.ts';

interface FileDropNeeds {
  outline: CourseOutline;
  onDrop: (part: OutlinePart, files: readonly File[]) => void;
}

const hasFiles = ({ dataTransfer }: Pick<DragEvent, 'dataTransfer'>): boolean => dataTransfer.types.includes('Files');

/** A file that misses its target would replace the page. */
const keepPage = (event: globalThis.DragEvent): void => {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
  if (event.target instanceof HTMLInputElement) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'none';
};

/** Lets files be dropped on any row of the tree; below all rows they belong to its last part. */
const useFileDrop = ({ outline, onDrop }: FileDropNeeds) => {
  const { t } = useLingui();
  /** Where files would be dropped, and how many. */
  const [over, setOver] = useState<{ key: string; count: number }>();
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
      else toast.error(t`There is no video, audio or PDF in this folder.`);
    } catch {
      toast.error(t`This folder cannot be read.`);
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

/** The part that an upload becomes a lecture of; that of a section which is gone is the last, as on the server. */
const partOf = (outline: CourseOutline, { text }: UploadItem): OutlinePart | undefined =>
  outline.find(({ key, id }) => text?.sectionId !== undefined && (id ?? key) === text.sectionId) ?? outline.at(-1);

/** The files that were added to a course together, until they are lectures. */
const useCurriculumUploads = ({ courseId, outline, lectures }: Curriculum) => {
  const check = useFileCheck();
  const items = useUploads().filter((item) => item.courseId === courseId && item.text?.batch);
  const rows = items.filter(
    ({ phase, lectureId }) => phase !== 'done' || (lectureId !== undefined && !lectures.has(lectureId)),
  );
  useShowUploads(items.map(({ key }) => key));
  return {
    items,
    rowsOf: ({ key }: OutlinePart): readonly UploadItem[] => rows.filter((item) => partOf(outline, item)?.key === key),
    add: (part: OutlinePart, files: readonly File[]): void =>
      uploads.addAll(courseId, titledFiles(files, placeForNew(part)), check),
  };
};

interface TreeNeeds {
  curriculum: Curriculum;
  release: Release;
  /** The lecture in the panel. */
  selectedId: string | undefined;
  onSelect: (lectureId: string) => void;
  onDelete: (lecture: ManagedLecture) => void;
}

/** The shared state of the rows of the tree: closed, renamed, moved and selected ones. */
export const useCurriculumTree = ({ curriculum, release, selectedId, onSelect, onDelete }: TreeNeeds) => {
  const { outline, arrange } = curriculum;
  const [closedKeys, setClosedKeys] = useState<ReadonlySet<string>>(new Set());
  const [renamingId, rename] = useState<string>();
  const [focusedKey, focusSection] = useState<string>();
  const isClosed = (key: string): boolean => closedKeys.has(key);
  const setClosed = (key: string, isNowClosed: boolean): void =>
    setClosedKeys((before) => {
      const next = new Set(before);
      if (isNowClosed) next.add(key);
      else next.delete(key);
      return next;
    });
  const keyboard = useKeyboardMove(curriculum);
  const landing = (item: OutlineItem, edge: DropEdge): DropEdge => landingOf(outline, item, edge, isClosed);
  const pointer = usePointerMove({
    onDrop: (item, edge) => arrange(withDropped(outline, item, landing(item, edge), isClosed)),
    onRest: (row) => row.startsWith('section:') && setClosed(row.slice('section:'.length), false),
  });
  const files = useCurriculumUploads(curriculum);
  const fileDrop = useFileDrop({ outline, onDrop: files.add });
  const { dragged, edge } = pointer;
  const line = dragged && edge && landing(dragged, edge);
  return {
    curriculum,
    release,
    keyboard,
    /** The files that become lectures, and where others would be dropped. */
    files,
    fileDrop,
    pointer,
    selectedId,
    select: (lectureId: string): void => {
      focusSection(undefined);
      onSelect(lectureId);
    },
    focusedKey,
    focusSection,
    renamingId,
    rename,
    isClosed,
    toggle: (key: string) => setClosed(key, !isClosed(key)),
    remove: onDelete,
    /** The attributes of a row that show how it is moved, or what would be dropped beside it. */
    rowAttributes: (row: DropEdge['row'], id?: string) => ({
      'data-row': row,
      'data-lifted': (id !== undefined && (id === dragged?.id || id === keyboard.pickedId)) || undefined,
      'data-line': line?.row === row ? line.edge : undefined,
    }),
  };
};

export type CurriculumTree = ReturnType<typeof useCurriculumTree>;
