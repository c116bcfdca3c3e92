import { ArrowDown, ArrowUp, Eye, EyeOff, Gift, PanelRight, Pencil, Send, Trash2 } from 'lucide-react';
import type { ManagedLecture } from '#contract/authoring.ts';
import { formatDuration } from '#web/ui/text/format.ts';
import { RowMenu } from '#web/ui/row-menu.tsx';
import { LectureState } from './lecture-state.tsx';
import { MoveHandle } from '#web/features/classroom/curriculum/moving/move-handle.tsx';
import { stepped } from './outline.ts';
import { RowName } from './row-name.tsx';
import type { CurriculumTree } from './use-curriculum-tree.ts';

interface CurriculumLectureProps {
  tree: CurriculumTree;
  lecture: ManagedLecture;
  /** From 1, in the whole course. */
  number: number;
}

function LectureMenu({ tree, lecture }: Omit<CurriculumLectureProps, 'number'>) {
  const { _id, title, isDraft, isFreePreview } = lecture;
  const { curriculum, select, rename, remove } = tree;
  const item = { kind: 'lecture', id: _id } as const;
  const move = (step: 1 | -1): void => curriculum.arrange(stepped(curriculum.outline, item, step));
  return (
    <RowMenu
      label={`Actions for ${title}`}
      items={[
        { label: 'Edit', icon: PanelRight, onSelect: () => select(_id) },
        { label: 'Rename', icon: Pencil, onSelect: () => rename(_id) },
        {
          label: isDraft ? 'Publish' : 'Unpublish',
          icon: isDraft ? Send : EyeOff,
          onSelect: () => void curriculum.changeLecture(lecture, { isDraft: !isDraft }),
        },
        {
          label: isFreePreview ? 'Remove free preview' : 'Offer as free preview',
          icon: isFreePreview ? Eye : Gift,
          onSelect: () => void curriculum.changeLecture(lecture, { isFreePreview: !isFreePreview }),
        },
        { label: 'Move up', icon: ArrowUp, onSelect: () => move(-1) },
        { label: 'Move down', icon: ArrowDown, onSelect: () => move(1) },
        { label: 'Delete', icon: Trash2, isDestructive: true, onSelect: () => remove(lecture) },
      ]}
    />
  );
}

export function CurriculumLecture({ tree, lecture, number }: CurriculumLectureProps) {
  const { curriculum, selectedId, select, renamingId, rename } = tree;
  const { _id: id, title, durationMs } = lecture;
  const isRenaming = renamingId === id;
  return (
    <li
      className="curriculum-row"
      data-selected={id === selectedId || undefined}
      {...tree.rowAttributes(`lecture:${id}`, id)}
    >
      <MoveHandle tree={tree} item={{ kind: 'lecture', id, title }} />
      <span className="curriculum-number num">{number}</span>
      <RowName
        label={`Title of ${title}`}
        title={title}
        maxLength={200}
        isSelected={id === selectedId}
        isRenaming={isRenaming}
        onSelect={() => select(id)}
        onRename={() => rename(id)}
        onRenamed={(next) => {
          rename(undefined);
          if (next !== undefined) void curriculum.changeLecture(lecture, { title: next });
        }}
      />
      {!isRenaming && (
        <>
          <LectureState courseId={curriculum.courseId} lecture={lecture} />
          <span className="curriculum-length num">{durationMs === null ? '–' : formatDuration(durationMs)}</span>
          <LectureMenu tree={tree} lecture={lecture} />
        </>
      )}
    </li>
  );
}
