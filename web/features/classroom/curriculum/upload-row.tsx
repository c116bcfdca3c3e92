import { ArrowUp, CircleAlert, CircleCheck, Clock, Pause, Play, RotateCcw, Trash2 } from 'lucide-react';
import { RowMenu } from '#web/ui/row-menu.tsx';
import type { UploadItem } from '#web/features/classroom/uploads/upload-item.ts';
import { percentOf, timeLeftOf } from '#web/features/classroom/uploads/upload-status.tsx';
import { uploads } from '#web/features/classroom/uploads/uploads.ts';

const icons = {
  checking: Clock,
  waiting: Clock,
  sending: ArrowUp,
  paused: Pause,
  'signed-out': CircleAlert,
  stopped: CircleAlert,
  'needs-file': CircleAlert,
  untitled: CircleAlert,
  finishing: ArrowUp,
  done: CircleCheck,
} as const;

const labelOf = (item: UploadItem): string => {
  const { phase, problem } = item;
  const percent = `${percentOf(item)}%`;
  if (phase === 'sending') return problem ?? `${percent}, ${timeLeftOf(item).toLowerCase()}`;
  if (phase === 'paused') return `Paused at ${percent}`;
  if (phase === 'stopped' || phase === 'signed-out') return problem ?? `Stopped at ${percent}`;
  if (phase === 'finishing') return 'Checking the video';
  if (phase === 'done') return 'Added';
  return phase === 'checking' ? 'Checking' : 'Waiting';
};

const actionsOf = ({ key, phase, canRetry }: UploadItem) => [
  ...(phase === 'sending' || phase === 'waiting'
    ? [{ label: 'Pause', icon: Pause, onSelect: () => uploads.pause(key) }]
    : []),
  ...(phase === 'paused' ? [{ label: 'Resume', icon: Play, onSelect: () => uploads.resume(key) }] : []),
  ...(phase === 'stopped' && canRetry
    ? [{ label: 'Try again', icon: RotateCcw, onSelect: () => uploads.resume(key) }]
    : []),
  { label: 'Cancel upload', icon: Trash2, isDestructive: true, onSelect: () => uploads.remove(key) },
];

/** A file that becomes a lecture. */
export function UploadRow({ item }: { item: UploadItem }) {
  const { phase, problem, fileName } = item;
  const title = item.text?.title ?? fileName;
  const Icon = icons[phase];
  const isWrong = problem !== undefined;
  const isFinished = phase === 'finishing' || phase === 'done';
  return (
    <li className="curriculum-row curriculum-upload" data-wrong={isWrong || undefined}>
      <Icon size={18} aria-hidden="true" className="curriculum-upload-icon" />
      <span className="curriculum-upload-name">
        <span>{title}</span>
        <span className="meta">{fileName}</span>
      </span>
      {(!isWrong || item.sentBytes > 0) && (
        <progress
          className="progress h-1.5 w-full text-primary md:w-24 md:shrink-0 lg:w-32"
          aria-label={`Upload of ${title}`}
          {...(phase === 'finishing' ? {} : { value: percentOf(item) })}
          max={100}
        />
      )}
      <span className="curriculum-upload-state num" role={phase === 'stopped' ? 'alert' : undefined}>
        {labelOf(item)}
      </span>
      {!isFinished && <RowMenu label={`Actions for the upload of ${title}`} items={actionsOf(item)} />}
    </li>
  );
}
