import { RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { messages } from '#contract/messages.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { Cover } from '#web/ui/covers/cover.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { countOf, formatSize } from '#web/ui/text/format.ts';
import { PageHeading } from '#web/ui/page/page-heading.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { useOnline } from '#web/ui/page/use-online.ts';
import { pathTo } from '#web/app/paths.ts';
import { useSession } from '#web/app/session/use-session.ts';
import { keeper, type Kept, useKept } from './offline-lectures.ts';
import type { KeptLecture } from './offline-store.ts';
import { KeptRow } from './offline-row.tsx';
import { schoolTime, stateOf } from './offline-media.ts';
import { loadedOf } from './download-lecture.ts';
import { chosenQuality, nameOfQuality, storeQuality } from './offline-quality.ts';
import { useDeviceName } from '#web/ui/use-media.ts';

const bytesOf = (lectures: readonly KeptLecture[]): number => lectures.reduce((sum, kept) => sum + loadedOf(kept), 0);

const Room = ({ kept }: { kept: Kept }) => {
  const usedBytes = bytesOf(kept.lectures);
  return (
    <div className="mt-4">
      <p className="flex justify-between gap-4">
        <span className="font-semibold">{formatSize(usedBytes)} kept</span>
        <span className="text-muted">{formatSize(kept.roomBytes)} left for lectures</span>
      </p>
      <progress
        className="progress mt-2 block h-1.5 w-full text-primary"
        aria-label="Used for lectures"
        value={usedBytes}
        max={usedBytes + kept.roomBytes || 1}
      />
    </div>
  );
};

interface CourseProps {
  kept: Kept;
  lectures: readonly KeptLecture[];
}

const CourseOfKept = ({ kept, lectures }: CourseProps) => {
  const { timeZone } = useSite();
  const nowMs = schoolTime(kept.device, useNow());
  const [first] = lectures;
  if (!first) return null;
  const { course } = first;
  const qualities = [...new Set(lectures.map(({ quality }) => nameOfQuality(quality)))];
  const facts = [countOf(lectures.length, 'lecture'), formatSize(bytesOf(lectures)), ...qualities];
  return (
    <section className="surface mt-5 overflow-hidden" aria-label={course.title}>
      <div className="flex items-center gap-4 p-5">
        <div className="w-24 shrink-0 overflow-hidden rounded-field">
          <Cover title={course.title} src={course.thumbnail.secure_url} />
        </div>
        <div className="min-w-0">
          <h2 className="course-title text-title">{course.title}</h2>
          <p className="mt-0.5 text-sm text-muted">{facts.join(' · ')}</p>
        </div>
      </div>
      <ul>
        {lectures.map((lecture) => (
          <KeptRow
            key={lecture._id}
            kept={lecture}
            state={stateOf(lecture, kept.device, { nowMs, isLoading: kept.loadingId === lecture._id })}
            nowMs={nowMs}
            timeZone={timeZone}
            roomBytes={kept.roomBytes}
          />
        ))}
      </ul>
    </section>
  );
};

const RemoveAll = ({ sizeBytes }: { sizeBytes: number }) => {
  const [isOpen, setOpen] = useState(false);
  const removeAll = (): void => {
    setOpen(false);
    void keeper.removeAll();
  };
  return (
    <>
      <Button tone="quiet" className="mt-6 w-full" onClick={() => setOpen(true)}>
        <Trash2 size={18} aria-hidden="true" />
        Remove all, {formatSize(sizeBytes)}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title="Remove all kept lectures?"
        confirmLabel="Remove all"
        cancelLabel="Keep them"
        onConfirm={removeAll}
        onClose={() => setOpen(false)}
      >
        You can keep them again while you are online and your access lasts.
      </ConfirmDialog>
    </>
  );
};

const QualityNote = () => {
  const [quality, setQuality] = useState(chosenQuality);
  if (quality === undefined) return null;
  const askAgain = (): void => {
    storeQuality(undefined);
    setQuality(undefined);
  };
  return (
    <p className="mt-4 flex flex-wrap items-center gap-x-3 text-sm text-muted">
      New lectures are kept {quality === 'audio' || quality === 'original' ? '' : 'in '}
      {nameOfQuality(quality)}.
      <button type="button" className="link min-h-11" onClick={askAgain}>
        Ask me next time
      </button>
    </p>
  );
};

const Lectures = ({ kept, device }: { kept: Kept; device: string }) => {
  const courses = Map.groupBy(
    kept.lectures.toSorted((a, b) => a.position - b.position),
    ({ course }) => course._id,
  );
  return (
    <>
      <Room kept={kept} />
      {[...courses].map(([courseId, lectures]) => (
        <CourseOfKept key={courseId} kept={kept} lectures={lectures} />
      ))}
      <p className="mt-6 flex gap-4 text-muted">
        <RefreshCw size={20} className="mt-1 shrink-0" aria-hidden="true" />
        Your place is saved here and sent when the {device} is back online. Go online once in 14 days and the lectures
        stay.
      </p>
      <QualityNote />
      <RemoveAll sizeBytes={bytesOf(kept.lectures)} />
    </>
  );
};

const Nothing = ({ device }: { device: string }) => {
  const isOnline = useOnline();
  const isVisitor = useSession() === undefined;
  if (!isOnline) return <p className="measure mt-4 text-lg text-muted">{messages.notices.offline}</p>;
  return (
    <EmptyState
      action={
        <LinkButton to={pathTo(isVisitor ? 'courses' : 'learning')}>
          {isVisitor ? 'See all courses' : 'My learning'}
        </LinkButton>
      }
    >
      No lectures are kept on this {device}. Open one and choose “Keep offline”.
    </EmptyState>
  );
};

/** The lectures that this device keeps: what can be opened without a connection. */
export function Component() {
  const kept = useKept();
  const device = useDeviceName();
  return (
    <div className="page max-w-3xl py-8 lg:py-14">
      <PageHeading>On this {device}</PageHeading>
      {kept && (kept.lectures.length > 0 ? <Lectures kept={kept} device={device} /> : <Nothing device={device} />)}
    </div>
  );
}
