import { useState } from 'react';
import type { ManagedLecture } from '#contract/authoring.ts';
import { type DropEdge, landingOf, withDropped } from '#web/features/classroom/curriculum/moving/drop-edge.ts';
import type { OutlineItem } from './outline.ts';
import type { Curriculum } from './use-curriculum.ts';
import { useCurriculumUploads } from './use-curriculum-uploads.ts';
import { useFileDrop } from './use-file-drop.ts';
import { useKeyboardMove } from '#web/features/classroom/curriculum/moving/use-keyboard-move.ts';
import { usePointerMove } from '#web/features/classroom/curriculum/moving/use-pointer-move.ts';

interface TreeNeeds {
  curriculum: Curriculum;
  /** The lecture in the panel. */
  selectedId: string | undefined;
  onSelect: (lectureId: string) => void;
  onDelete: (lecture: ManagedLecture) => void;
}

/** What the rows of the tree share: what is closed, renamed, moved and selected. */
export const useCurriculumTree = ({ curriculum, selectedId, onSelect, onDelete }: TreeNeeds) => {
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
