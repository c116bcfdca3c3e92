import { GripVertical } from 'lucide-react';
import type { CurriculumTree } from '#web/features/classroom/curriculum/use-curriculum-tree.ts';
import type { NamedItem } from './use-keyboard-move.ts';
import { positionOf } from '#web/features/classroom/curriculum/outline.ts';

/** Drags a row, or moves it with keys. */
export function MoveHandle({ tree, item }: { tree: CurriculumTree; item: NamedItem }) {
  const { curriculum, keyboard, pointer } = tree;
  return (
    <button
      type="button"
      className="curriculum-handle"
      aria-label={`Move ${item.title}, ${positionOf(curriculum.outline, item)}`}
      aria-describedby="how-to-move"
      aria-pressed={keyboard.pickedId === item.id}
      {...keyboard.handlersOf(item)}
      {...pointer.handlersOf(item)}
    >
      <GripVertical size={18} aria-hidden="true" />
    </button>
  );
}
