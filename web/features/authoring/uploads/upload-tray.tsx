import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { ChevronDown, ChevronUp, Trash2, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { Link } from 'react-router';
import { messages } from '#contract/messages.ts';
import { invalidate } from '#web/api/query.ts';
import { useCoursePages } from '#web/app/session/course-pages.ts';
import { onReconnect } from '#web/api/connection.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { useLeaveWarning } from '#web/ui/forms/leave-guard.tsx';
import { pathTo } from '#web/app/path-to.ts';
import { UploadActions, UploadStatus } from './upload-status.tsx';
import { isMoving, isWaiting, needsPage, type UploadItem } from './upload-items.ts';
import { uploads, useUploads } from './uploads.ts';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

/** Restores unfinished uploads, and resumes uploads when the connection is back. */
const useResume = (): void => {
  useEffect(() => {
    const restore = (): void => void uploads.restoreUnfinished().catch(() => undefined);
    restore();
    return onReconnect(() => {
      restore();
      uploads.resumeAll();
    });
  }, []);
};

/** Announces finished uploads, and invalidates the queries that show their course. */
const useAnnounceFinished = (items: readonly UploadItem[]): void => {
  const queryClient = useQueryClient();
  const announced = useRef(new Set<string>());
  useEffect(() => {
    for (const { key, courseId, isShown, text, replaces } of items.filter(({ phase }) => phase === 'done')) {
      if (announced.current.has(key)) continue;
      announced.current.add(key);
      // The page of the upload shows its own toast; many that were added together have a line for all.
      if (replaces) toast.success(replaces.done ?? messages.authoring.videoReplaced);
      else if (!isShown && !text?.batch) toast.success(messages.lectures.addSuccess);
      void invalidate(queryClient, ['course-lists', ['courses', courseId]]);
    }
  }, [items, queryClient]);
};

const Item = ({ item }: { item: UploadItem }) => {
  const { edit, addLecture } = useCoursePages();
  const { key, courseId, phase, fileName, text, replaces } = item;
  return (
    <li className="space-y-2 px-4 py-3">
      <p className="flex items-start justify-between gap-2 font-medium">
        <span className="min-w-0 wrap-anywhere">{replaces?.title ?? text?.title ?? fileName}</span>
        {phase === 'done' && (
          <button type="button" className="btn btn-ghost btn-sm btn-square" onClick={() => uploads.remove(key)}>
            <X size={16} aria-hidden="true" />
            <span className="sr-only">
              <Trans>Hide {fileName}</Trans>
            </span>
          </button>
        )}
      </p>
      <UploadStatus item={item} />
      {phase === 'untitled' && (
        <Link to={addLecture({ course: courseId, upload: key })} className="btn btn-quiet btn-sm">
          <Trans>Add a title</Trans>
        </Link>
      )}
      {phase === 'done' && (
        <Link
          to={text?.isDraft ? edit({ course: courseId }) : pathTo('classroom', { course: courseId })}
          className="btn btn-quiet btn-sm"
        >
          <Trans>View course</Trans>
        </Link>
      )}
      <UploadActions item={item} />
    </li>
  );
};

const percentOf = (items: readonly UploadItem[]): number => {
  const [sizeBytes, sentBytes] = items.reduce(
    ([size, sent], item) => [size + item.sizeBytes, sent + item.sentBytes],
    [0, 0],
  );
  return Math.floor((sentBytes / Math.max(sizeBytes, 1)) * 100);
};

const stuckWords = (count: number, isTitle: boolean, isFirst: boolean): MessageDescriptor => {
  if (isFirst)
    return isTitle
      ? msg({ message: plural(count, { one: '# upload needs a title', other: '# uploads need a title' }) })
      : msg({ message: plural(count, { one: '# upload needs attention', other: '# uploads need attention' }) });
  return isTitle
    ? msg({ message: plural(count, { one: '# needs a title', other: '# need a title' }) })
    : msg({ message: plural(count, { one: '# needs attention', other: '# need attention' }) });
};

/** One line for all uploads, which names those that are sent first. */
const summaryOf = (items: readonly UploadItem[], { _ }: Language): string => {
  const moving = items.filter(isMoving);
  const paused = items.filter(({ phase }) => phase === 'paused').length;
  const stuck = items.filter((item) => isWaiting(item) && item.phase !== 'paused');
  const isTitle = stuck.every(({ phase }) => phase === 'untitled');
  const parts = [
    moving.length > 0 &&
      msg`${plural(moving.length, { one: '# upload', other: '# uploads' })}, ${{ percent: percentOf(moving) }}%`,
    paused > 0 &&
      (moving.length === 0
        ? msg({ message: plural(paused, { one: '# upload paused', other: '# uploads paused' }) })
        : msg`${paused} paused`),
    stuck.length > 0 && stuckWords(stuck.length, isTitle, moving.length + paused === 0),
  ].filter((part) => part !== false);
  return parts.length === 0 ? _(msg`Uploads complete`) : parts.map((part) => _(part)).join(', ');
};

/** Cancels the uploads that wait for an action: those of earlier visits may be many. */
function CancelAll({ items }: { items: readonly UploadItem[] }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const waiting = items.filter(isWaiting);
  if (waiting.length < 2) return null;
  const cancel = (): void => {
    setOpen(false);
    for (const { key } of waiting) uploads.remove(key);
  };
  return (
    <>
      <button type="button" className="btn btn-ghost btn-sm" onClick={() => setOpen(true)}>
        <Trash2 size={16} aria-hidden="true" />
        <Trans>Cancel all</Trans>
      </button>
      <ConfirmDialog
        isOpen={isOpen}
        title={t`Cancel ${plural(waiting.length, { one: '# upload', other: '# uploads' })}?`}
        confirmLabel={t`Cancel all`}
        cancelLabel={t`Keep them`}
        onConfirm={cancel}
        onClose={() => setOpen(false)}
      >
        {items.some(isMoving)
          ? t`The uploaded parts of these files are deleted. Uploads that are being sent continue.`
          : t`The uploaded parts of these files are deleted.`}
      </ConfirmDialog>
    </>
  );
}

/** Files that are still being sent would have to be chosen again. `load-again.ts` waits for them too. */
const useStay = (isNeeded: boolean): void => {
  useLeaveWarning(isNeeded);
  useEffect(() => {
    document.documentElement.toggleAttribute('data-uploading', isNeeded);
  }, [isNeeded]);
};

/** How long the line about finished uploads stays over the page. */
const FINISHED_SHOWN_MS = 10_000;

/** Closes by itself once all uploads are finished and the list is closed. */
const useHideFinished = (isFinished: boolean): void => {
  useEffect(() => {
    if (!isFinished) return undefined;
    const timer = setTimeout(uploads.removeDone, FINISHED_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isFinished]);
};

/** The uploads in a corner of every page, except for one that the page shows itself. */
export default function UploadTray() {
  const language = useLanguage();
  const { t } = useLingui();
  const items = useUploads();
  const [isOpen, setOpen] = useState(false);
  useResume();
  useStay(items.some(needsPage));
  useAnnounceFinished(items);
  const shown = items.filter(({ isShown }) => !isShown);
  useHideFinished(!isOpen && shown.length > 0 && shown.every(({ phase }) => phase === 'done'));
  if (shown.length === 0) return null;
  return (
    // Below dialogs.
    <aside
      aria-label={t`Uploads`}
      className="upload-tray fixed z-40 w-[min(24rem,100vw-2rem)] overflow-hidden rounded-box border border-line bg-base-100 shadow-lift"
    >
      <button
        type="button"
        className="flex min-h-12 w-full items-center justify-between gap-4 px-4 font-semibold"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <span className="num">{summaryOf(shown, language)}</span>
        {isOpen ? <ChevronDown size={20} aria-hidden="true" /> : <ChevronUp size={20} aria-hidden="true" />}
      </button>
      {isOpen && (
        <>
          <div className="flex flex-wrap gap-2 px-4 pb-2 empty:hidden">
            {shown.some(({ phase }) => phase === 'done') && (
              <button type="button" className="btn btn-ghost btn-sm" onClick={uploads.removeDone}>
                <Trans>Hide finished</Trans>
              </button>
            )}
            <CancelAll items={shown} />
          </div>
          <ul className="max-h-[60dvh] divide-y divide-line overflow-y-auto border-t border-line">
            {shown.map((item) => (
              <Item key={item.key} item={item} />
            ))}
          </ul>
        </>
      )}
    </aside>
  );
}
