import { useQueryClient } from '@tanstack/react-query';
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { Link } from 'react-router';
import { messages } from '#contract/messages.ts';
import { countOf } from '#web/components/format.ts';
import { UploadActions } from '#web/uploads/upload-actions.tsx';
import { isMoving, type UploadItem } from '#web/uploads/upload-item.ts';
import { UploadStatus } from '#web/uploads/upload-status.tsx';
import { uploads } from '#web/uploads/uploads.ts';
import { useUploads } from '#web/uploads/use-uploads.ts';

/** Asks the server once for what was left behind, and goes on when the connection is back. */
const useReturns = (): void => {
  useEffect(() => {
    uploads.lookForLeft().catch(() => undefined);
    window.addEventListener('online', uploads.goOnAll);
    return () => window.removeEventListener('online', uploads.goOnAll);
  }, []);
};

/** The browser asks before a page with running uploads is closed. */
const useLeaveWarning = (items: readonly UploadItem[]): void => {
  const isBusy = items.some(isMoving);
  useEffect(() => {
    if (!isBusy) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isBusy]);
};

/** A lecture that was added is new to every list of this page. */
const useArrivals = (items: readonly UploadItem[]): void => {
  const queryClient = useQueryClient();
  const told = useRef(new Set<string>());
  useEffect(() => {
    for (const { key, courseId, isShown, replaces } of items.filter(({ phase }) => phase === 'done')) {
      if (told.current.has(key)) continue;
      told.current.add(key);
      // The page that waits for a new lecture says so itself.
      if (replaces) toast.success(messages.authoring.videoReplaced);
      else if (!isShown) toast.success(messages.lectures.addSuccess);
      void queryClient.invalidateQueries({ queryKey: ['courses'] });
      void queryClient.invalidateQueries({ queryKey: ['course', courseId] });
    }
  }, [items, queryClient]);
};

const Item = ({ item }: { item: UploadItem }) => {
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
        <Link to={`/course/addlecture?course=${courseId}&upload=${key}`} className="btn btn-quiet btn-sm">
          Give it a title
        </Link>
      )}
      {phase === 'done' && (
        <Link to={`/course/displaylectures?course=${courseId}`} className="btn btn-quiet btn-sm">
          See the course
        </Link>
      )}
      <UploadActions item={item} />
    </li>
  );
};

const summaryOf = (items: readonly UploadItem[]): string => {
  const moving = items.filter(isMoving);
  if (moving.length === 0) {
    const held = items.filter(({ phase }) => phase !== 'done').length;
    return held === 0 ? 'Uploads done' : `${countOf(held, 'upload')} ${held === 1 ? 'waits' : 'wait'} for you`;
  }
  const [sizeBytes, sentBytes] = moving.reduce(
    ([size, sent], item) => [size + item.sizeBytes, sent + item.sentBytes],
    [0, 0],
  );
  return `${countOf(moving.length, 'upload')}, ${Math.floor((sentBytes / Math.max(sizeBytes, 1)) * 100)} %`;
};

/**
 * The uploads, in a corner of every page, but for the one that the page itself shows. Whatever page is open, they go on.
 */
export default function UploadTray() {
  const items = useUploads();
  const [isOpen, setOpen] = useState(false);
  useReturns();
  useLeaveWarning(items);
  useArrivals(items);
  const shown = items.filter(({ isShown }) => !isShown);
  if (shown.length === 0) return null;
  return (
    <aside aria-label="Uploads" className="upload-tray">
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
        <ul className="max-h-[60dvh] divide-y divide-line overflow-y-auto border-t border-line">
          {shown.map((item) => (
            <Item key={item.key} item={item} />
          ))}
        </ul>
      )}
    </aside>
  );
}
