import { ChevronDown, GripVertical, Trash2 } from 'lucide-react';
import type { ComponentProps, KeyboardEvent } from 'react';
import type { ManagedLecture } from '#contract/authoring.ts';
import { Badge } from '#web/components/badge.tsx';
import { countOf, formatDuration } from '#web/components/format.ts';
import { LectureEditor } from './lecture-editor.tsx';

interface LectureManagerRowProps {
  courseId: string;
  lecture: ManagedLecture;
  place: { index: number; count: number };
  isDragged: boolean;
  isOpen: boolean;
  isDeleting: boolean;
  /** The event handlers of the drag handle. */
  handle: Pick<ComponentProps<'button'>, 'onPointerDown'>;
  onMove: (to: number) => void;
  onToggle: () => void;
  onDelete: () => void;
}

const stateOf = ({ state, progressPercent, durationMs, captions, chapters }: ManagedLecture): string => {
  if (state === 'processing') return `Processing, ${progressPercent ?? 0}%`;
  if (state === 'needs_transcode') return 'Browsers cannot play this video';
  if (state === 'failed') return 'Video processing failed';
  const facts = [
    durationMs === null ? '' : formatDuration(durationMs),
    captions.length > 0 ? `captions: ${captions.map(({ label }) => label).join(', ')}` : '',
    chapters.length > 0 ? countOf(chapters.length, 'chapter') : '',
  ];
  return facts.filter(Boolean).join(' · ');
};

const Handle = ({
  lecture,
  place,
  handle,
  onMove,
}: Pick<LectureManagerRowProps, 'lecture' | 'place' | 'handle' | 'onMove'>) => {
  const byKey = (event: KeyboardEvent): void => {
    const targets: Record<string, number> = {
      ArrowUp: place.index - 1,
      ArrowDown: place.index + 1,
      Home: 0,
      End: place.count - 1,
    };
    const to = targets[event.key];
    if (to === undefined) return;
    event.preventDefault();
    onMove(to);
  };
  return (
    <button
      type="button"
      className="btn btn-ghost btn-square cursor-grab touch-none"
      aria-label={`Move ${lecture.title}, ${place.index + 1} of ${place.count}`}
      aria-describedby="how-to-order"
      onKeyDown={byKey}
      {...handle}
    >
      <GripVertical size={18} aria-hidden="true" />
    </button>
  );
};

export function LectureManagerRow(props: LectureManagerRowProps) {
  const { courseId, lecture, place, isDragged, isOpen, isDeleting, handle, onMove, onToggle, onDelete } = props;
  const isFailed = lecture.state === 'failed' || lecture.state === 'needs_transcode';
  return (
    <li className={isDragged ? 'bg-base-200' : undefined}>
      <div className="flex items-center gap-1 p-2 sm:gap-2 sm:px-3">
        <Handle {...{ lecture, place, handle, onMove }} />
        <button
          type="button"
          className="flex min-h-11 min-w-0 flex-1 cursor-pointer items-center gap-3 rounded-field px-1 text-start"
          aria-expanded={isOpen}
          onClick={onToggle}
        >
          <span className="min-w-0 flex-1">
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="font-semibold wrap-anywhere">{lecture.title}</span>
              {lecture.isDraft && <Badge>Draft</Badge>}
              {lecture.isFreePreview && <Badge isGood>Free preview</Badge>}
            </span>
            <span className={`meta num ${isFailed ? 'text-error' : ''}`}>{stateOf(lecture)}</span>
          </span>
          <ChevronDown size={18} className={`shrink-0 ${isOpen ? 'rotate-180' : ''}`} aria-hidden="true" />
        </button>
        <button
          type="button"
          className="btn btn-ghost btn-square text-error"
          aria-label={`Delete ${lecture.title}`}
          disabled={isDeleting}
          onClick={onDelete}
        >
          <Trash2 size={18} aria-hidden="true" />
        </button>
      </div>
      {isOpen && <LectureEditor courseId={courseId} lecture={lecture} />}
    </li>
  );
}
