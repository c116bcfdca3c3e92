import { ArrowUp, CircleAlert, CircleCheck, Clock, Pause, Play, Send, X } from 'lucide-react';
import { kindName } from '#web/features/kinds/kinds.ts';
import { isMoving, mayPause, mayResume, type UploadItem } from '#web/features/authoring/uploads/upload-items.ts';
import { uploads } from '#web/features/authoring/uploads/uploads.ts';
import { RowMenu } from '#web/ui/row-menu.tsx';
import { actionsOf, percentOf, timeLeftOf } from '#web/features/authoring/uploads/upload-status.tsx';
import { Button } from '#web/ui/button.tsx';
import { countOf } from '#contract/format.ts';
import type { CurriculumTree } from './use-curriculum-tree.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

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
  if (phase === 'finishing') return 'Checking the file';
  if (phase === 'done') return 'Added';
  return phase === 'checking' ? 'Checking' : 'Waiting';
};

/** A file that becomes a lecture. */
export function UploadRow({ item }: { item: UploadItem }) {
  const { phase, problem, fileName } = item;
  const title = item.text?.title ?? fileName;
  const Icon = icons[phase];
  const isWrong = problem !== undefined;
  const language = useLanguage();
  const actions = actionsOf(item);
  return (
    <li className="curriculum-row min-h-13 ps-8.5 max-md:grid-cols-[2.75rem_minmax(0,1fr)_2.75rem] max-md:pt-1 max-md:pb-2.5">
      <Icon
        size={18}
        aria-hidden="true"
        className={`max-md:justify-self-center ${isWrong ? 'text-error' : 'text-muted'}`}
      />
      <span className="flex min-w-0 flex-1 flex-col px-1 py-1.5 wrap-anywhere">
        <span>{title}</span>
        <span className="meta">
          {item.kind && `${kindName(item.kind, language)}, `}
          {fileName}
        </span>
      </span>
      {(!isWrong || item.sentBytes > 0) && (
        <progress
          className="progress h-1.5 w-full text-primary max-md:col-start-2 max-md:mx-1 max-md:my-0.5 md:w-24 md:shrink-0 lg:w-32"
          aria-label={`Upload of ${title}`}
          {...(phase === 'finishing' ? {} : { value: percentOf(item) })}
          max={100}
        />
      )}
      <span
        className={`num text-[0.875rem] max-md:col-start-2 max-md:mx-1 max-md:my-0.5 ${isWrong ? 'text-error md:flex-1 md:py-2' : 'text-muted md:w-36 md:shrink-0'}`}
        role={phase === 'stopped' ? 'alert' : undefined}
      >
        {labelOf(item)}
      </span>
      {actions.length > 0 && <RowMenu label={`Actions for the upload of ${title}`} items={actions} />}
    </li>
  );
}

/** Pauses or resumes all uploads of the course together. */
function PauseAll({ items }: { items: readonly UploadItem[] }) {
  const moving = items.filter(mayPause);
  const waiting = items.filter(mayResume);
  return (
    <>
      {moving.length > 0 && (
        <Button tone="quiet" size="small" onClick={() => uploads.pause(moving.map(({ key }) => key))}>
          <Pause size={16} aria-hidden="true" />
          Pause all
        </Button>
      )}
      {waiting.length > 0 && (
        <Button tone="quiet" size="small" onClick={() => waiting.forEach(({ key }) => uploads.resume(key))}>
          <Play size={16} aria-hidden="true" />
          Resume all
        </Button>
      )}
    </>
  );
}

/** The progress of files that were added together, and the actions on their lectures. */
export function UploadSummary({ tree: { curriculum, files } }: { tree: CurriculumTree }) {
  const { items } = files;
  const { lectures, publish } = curriculum;
  if (items.length === 0) return null;
  const done = items.filter(({ phase }) => phase === 'done');
  const stoppedCount = items.filter(({ phase }) => phase === 'stopped' || phase === 'signed-out').length;
  const isBusy = items.some(isMoving);
  const drafts = done.flatMap(({ lectureId = '' }) => (lectures.get(lectureId)?.isDraft ? [lectureId] : []));
  return (
    <section aria-label="Uploads" className="surface flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 text-sm">
      <output className="num me-auto py-2">
        <strong className="font-semibold">
          {done.length} of {countOf(items.length, 'file')} uploaded
        </strong>
        {stoppedCount > 0 && `, ${stoppedCount} ${stoppedCount === 1 ? 'needs' : 'need'} attention`}
        {isBusy && <span className="text-muted">. You can keep working; leave this tab open.</span>}
      </output>
      <div className="flex flex-wrap items-center gap-2">
        {items.length > 1 && <PauseAll items={items} />}
        {!isBusy && drafts.length > 0 && (
          <Button tone="quiet" size="small" onClick={() => publish(drafts)}>
            <Send size={16} aria-hidden="true" />
            Publish {countOf(drafts.length, 'new lecture')}
          </Button>
        )}
        {!isBusy && done.length > 0 && (
          <button
            type="button"
            className="btn btn-ghost btn-square"
            aria-label="Hide finished uploads"
            onClick={uploads.removeDone}
          >
            <X size={18} aria-hidden="true" />
          </button>
        )}
      </div>
    </section>
  );
}
