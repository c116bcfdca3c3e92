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
import { countOf } from '#contract/format.ts';
import { useLeaveWarning } from '#web/ui/forms/leave-guard.tsx';
import { pathTo } from '#web/app/path-to.ts';
import { UploadActions, UploadStatus } from './upload-status.tsx';
import { isMoving, isWaiting, needsPage, type UploadItem } from './upload-items.ts';
import { uploads, useUploads } from './uploads.ts';

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
            <span className="sr-only">Hide {fileName}</span>
          </button>
        )}
      </p>
      <UploadStatus item={item} />
      {phase === 'untitled' && (
        <Link to={addLecture({ course: courseId, upload: key })} className="btn btn-quiet btn-sm">
          Add a title
        </Link>
      )}
      {phase === 'done' && (
        <Link
          to={text?.isDraft ? edit({ course: courseId }) : pathTo('classroom', { course: courseId })}
          className="btn btn-quiet btn-sm"
        >
          View course
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

/** One line for all uploads, which names those that are sent first. */
const summaryOf = (items: readonly UploadItem[]): string => {
  const moving = items.filter(isMoving);
  const paused = items.filter(({ phase }) => phase === 'paused');
  const stuck = items.filter((item) => isWaiting(item) && item.phase !== 'paused');
  const need = stuck.every(({ phase }) => phase === 'untitled') ? 'a title' : 'attention';
  const parts = [
    { count: moving.length, says: `, ${percentOf(moving)}%` },
    { count: paused.length, says: ' paused' },
    { count: stuck.length, says: ` ${stuck.length === 1 ? 'needs' : 'need'} ${need}` },
  ].filter(({ count }) => count > 0);
  if (parts.length === 0) return 'Uploads complete';
  return parts.map(({ count, says }, index) => `${index === 0 ? countOf(count, 'upload') : count}${says}`).join(', ');
};

/** Cancels the uploads that wait for an action: those of earlier visits may be many. */
function CancelAll({ items }: { items: readonly UploadItem[] }) {
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
        Cancel all
      </button>
      <ConfirmDialog
        isOpen={isOpen}
        title={`Cancel ${countOf(waiting.length, 'upload')}?`}
        confirmLabel="Cancel all"
        cancelLabel="Keep them"
        onConfirm={cancel}
        onClose={() => setOpen(false)}
      >
        What has arrived of these files is deleted.
        {items.some(isMoving) && ' Uploads that are being sent continue.'}
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
      aria-label="Uploads"
      className="upload-tray fixed z-40 w-[min(24rem,100vw-2rem)] overflow-hidden rounded-box border border-line bg-base-100 shadow-lift"
    >
      <button
        type="button"
        className="flex min-h-12 w-full items-center justify-between gap-4 px-4 font-semibold"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <span className="num">{summaryOf(shown)}</span>
        {isOpen ? <ChevronDown size={20} aria-hidden="true" /> : <ChevronUp size={20} aria-hidden="true" />}
      </button>
      {isOpen && (
        <>
          <div className="flex flex-wrap gap-2 px-4 pb-2 empty:hidden">
            {shown.some(({ phase }) => phase === 'done') && (
              <button type="button" className="btn btn-ghost btn-sm" onClick={uploads.removeDone}>
                Hide finished
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
