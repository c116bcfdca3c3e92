import { Check, Lock, Play } from 'lucide-react';
import { formatDuration } from '#web/components/format.ts';

interface LectureRowProps {
  /** From 1. */
  number: number;
  title: string;
  durationMs: number | null;
  state?: 'open' | 'locked' | 'watched';
  isCurrent?: boolean;
  /** Makes the row a button. */
  onSelect?: () => void;
}

const marks = { open: null, locked: [Lock, 'Locked'], watched: [Check, 'Watched'] } as const;

/** Number, title, length, lock or tick. Put rows in a list (<ol>/<li>) inside a `.surface`. */
export function LectureRow({
  number,
  title,
  durationMs,
  state = 'open',
  isCurrent = false,
  onSelect,
}: LectureRowProps) {
  const mark = marks[state];
  const [Icon, word] = mark ?? [];
  const content = (
    <>
      <span className="num grid place-items-center text-sm text-muted">
        {isCurrent ? <Play size={20} className="text-accent-ink" aria-hidden="true" /> : number}
      </span>
      <span className="lecture-name min-w-0 wrap-anywhere">{title}</span>
      <span className="num flex items-center gap-2 text-sm text-muted">
        {durationMs !== null && formatDuration(durationMs)}
        {Icon && <Icon size={16} aria-hidden="true" />}
        {word && <span className="sr-only">{word}</span>}
      </span>
    </>
  );
  if (!onSelect) return <div className="lecture-row">{content}</div>;
  return (
    <button type="button" className="lecture-row" aria-current={isCurrent ? 'true' : undefined} onClick={onSelect}>
      {content}
    </button>
  );
}
