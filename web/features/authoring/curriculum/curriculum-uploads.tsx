import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { ArrowUp, CircleAlert, CircleCheck, Clock, Pause, Play, Send, X } from 'lucide-react';
import { kindName } from '#web/features/kinds/kinds.ts';
import { isMoving, mayPause, mayResume, type UploadItem } from '#web/features/authoring/uploads/upload-items.ts';
import { uploads } from '#web/features/authoring/uploads/uploads.ts';
import { RowMenu } from '#web/ui/row-menu.tsx';
import { actionsOf, percentOf, timeLeftOf } from '#web/features/authoring/uploads/upload-status.tsx';
import { Button } from '#web/ui/button.tsx';
import type { CurriculumTree } from './use-curriculum-tree.ts';
import { useLanguage } from '#web/ui/language/language.tsx';
import type { Language } from '#contract/languages/language.ts';

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

const labelOf = (item: UploadItem, language: Language): string => {
  const { _ } = language;
  const { phase } = item;
  const problem = item.problem && _(item.problem);
  const percent = `${percentOf(item)}%`;
  if (phase === 'sending') return problem ?? `${percent}, ${timeLeftOf(item, language).toLowerCase()}`;
  if (phase === 'paused') return _(msg`Paused at ${percent}`);
  if (phase === 'stopped' || phase === 'signed-out') return problem ?? _(msg`Stopped at ${percent}`);
  if (phase === 'finishing') return _(msg`Checking the file`);
  if (phase === 'done') return _(msg`Added`);
  return phase === 'checking' ? _(msg`Checking`) : _(msg`Waiting`);
};

/** A file that becomes a lecture. */
export function UploadRow({ item }: { item: UploadItem }) {
  const { t } = useLingui();
  const { phase, problem, fileName } = item;
  const title = item.text?.title ?? fileName;
  const Icon = icons[phase];
  const isWrong = problem !== undefined;
  const language = useLanguage();
  const actions = actionsOf(item, language);
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
          aria-label={t`Upload of ${title}`}
          {...(phase === 'finishing' ? {} : { value: percentOf(item) })}
          max={100}
        />
      )}
      <span
        className={`num text-[0.875rem] max-md:col-start-2 max-md:mx-1 max-md:my-0.5 ${isWrong ? 'text-error md:flex-1 md:py-2' : 'text-muted md:w-36 md:shrink-0'}`}
        role={phase === 'stopped' ? 'alert' : undefined}
      >
        {labelOf(item, language)}
      </span>
      {actions.length > 0 && <RowMenu label={t`Actions for the upload of ${title}`} items={actions} />}
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
          <Trans>Pause all</Trans>
        </Button>
      )}
      {waiting.length > 0 && (
        <Button tone="quiet" size="small" onClick={() => waiting.forEach(({ key }) => uploads.resume(key))}>
          <Play size={16} aria-hidden="true" />
          <Trans>Resume all</Trans>
        </Button>
      )}
    </>
  );
}

const Sent = ({ items, done, isBusy }: { items: readonly UploadItem[]; done: number; isBusy: boolean }) => {
  const stoppedCount = items.filter(({ phase }) => phase === 'stopped' || phase === 'signed-out').length;
  return (
    <output className="num me-auto py-2">
      {stoppedCount === 0 ? (
        <strong className="font-semibold">
          <Trans>
            {done} of <Plural value={items.length} one="# file" other="# files" /> uploaded
          </Trans>
        </strong>
      ) : (
        <Trans>
          <strong className="font-semibold">
            {done} of <Plural value={items.length} one="# file" other="# files" /> uploaded
          </strong>
          , <Plural value={stoppedCount} one="# needs attention" other="# need attention" />
        </Trans>
      )}
      {isBusy && (
        <span className="block text-muted">
          <Trans>You can keep working; leave this tab open.</Trans>
        </span>
      )}
    </output>
  );
};

/** The progress of files that were added together, and the actions on their lectures. */
export function UploadSummary({ tree: { curriculum, files } }: { tree: CurriculumTree }) {
  const { t } = useLingui();
  const { items } = files;
  const { lectures, publish } = curriculum;
  if (items.length === 0) return null;
  const done = items.filter(({ phase }) => phase === 'done');
  const isBusy = items.some(isMoving);
  const drafts = done.flatMap(({ lectureId = '' }) => (lectures.get(lectureId)?.isDraft ? [lectureId] : []));
  return (
    <section aria-label={t`Uploads`} className="surface flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 text-sm">
      <Sent items={items} done={done.length} isBusy={isBusy} />
      <div className="flex flex-wrap items-center gap-2">
        {items.length > 1 && <PauseAll items={items} />}
        {!isBusy && drafts.length > 0 && (
          <Button tone="quiet" size="small" onClick={() => publish(drafts)}>
            <Send size={16} aria-hidden="true" />
            <Trans>
              Publish <Plural value={drafts.length} one="# new lecture" other="# new lectures" />
            </Trans>
          </Button>
        )}
        {!isBusy && done.length > 0 && (
          <button
            type="button"
            className="btn btn-ghost btn-square"
            aria-label={t`Hide finished uploads`}
            onClick={uploads.removeDone}
          >
            <X size={18} aria-hidden="true" />
          </button>
        )}
      </div>
    </section>
  );
}
