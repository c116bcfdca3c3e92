import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { messages } from '#contract/messages.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { Cover } from '#web/ui/covers/cover.tsx';
import { EmptyState } from '#web/ui/page/query-boundary.tsx';
import { formatSize } from '#contract/format.ts';
import { PageHeading } from '#web/ui/page/page-heading.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { useOnline } from '#web/api/connection.ts';
import { pathTo } from '#web/app/path-to.ts';
import { useSession } from '#web/app/session/use-session.ts';
import { downloads, type Offline, orSay, useOffline } from './offline-lectures.ts';
import type { OfflineLecture } from './offline-store.ts';
import { OfflineRow } from './offline-row.tsx';
import { schoolTime, stateOf } from './offline-media.ts';
import { loadedOf } from './download-lecture.ts';
import { chosenQuality, nameOfQuality, storeQuality } from './offline-quality.ts';
import { isInSafariTab, useDeviceName } from '#web/ui/use-media.ts';
import { groupBy } from '#contract/group-by.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

const bytesOf = (lectures: readonly OfflineLecture[]): number =>
  lectures.reduce((sum, download) => sum + loadedOf(download), 0);

const FreeSpace = ({ offline: { lectures, freeBytes } }: { offline: Offline }) => {
  const { t } = useLingui();
  const usedBytes = bytesOf(lectures);
  return (
    <div className="mt-4">
      <p className="flex justify-between gap-4">
        <span className="font-semibold">
          <Trans>{{ size: formatSize(usedBytes) }} downloaded</Trans>
        </span>
        {freeBytes !== undefined && (
          <span className="text-muted">
            <Trans>{{ size: formatSize(freeBytes) }} left for lectures</Trans>
          </span>
        )}
      </p>
      {freeBytes !== undefined && (
        <progress
          className="progress mt-2 block h-1.5 w-full text-primary"
          aria-label={t`Used for lectures`}
          value={usedBytes}
          max={usedBytes + freeBytes || 1}
        />
      )}
    </div>
  );
};

interface CourseProps {
  offline: Offline;
  lectures: readonly OfflineLecture[];
}

const CourseOfDownloads = ({ offline, lectures }: CourseProps) => {
  const language = useLanguage();
  const { _ } = language;
  const { timeZone } = useSite();
  const nowMs = schoolTime(offline.device, useNow(Date.now));
  const isOnline = useOnline();
  const [first] = lectures;
  if (!first) return null;
  const { course } = first;
  const qualities = [...new Set(lectures.map(({ quality }) => nameOfQuality(quality, language)))];
  const { length: total } = lectures;
  const count = _(msg({ message: plural(total, { one: '# lecture', other: '# lectures' }) }));
  const facts = [count, formatSize(bytesOf(lectures)), ...qualities];
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
          <OfflineRow
            key={lecture._id}
            download={lecture}
            state={stateOf(lecture, offline.device, { nowMs, isLoading: offline.loadingId === lecture._id })}
            nowMs={nowMs}
            timeZone={timeZone}
            freeBytes={offline.freeBytes}
            isOnline={isOnline}
          />
        ))}
      </ul>
    </section>
  );
};

const RemoveAll = ({ sizeBytes }: { sizeBytes: number }) => {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const removeAll = (): void => {
    setOpen(false);
    void orSay(downloads.removeAll());
  };
  return (
    <>
      <Button tone="quiet" className="mt-6 w-full" onClick={() => setOpen(true)}>
        <Trash2 size={18} aria-hidden="true" />
        <Trans>Remove all, {{ size: formatSize(sizeBytes) }}</Trans>
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title={t`Remove all downloads?`}
        confirmLabel={t`Remove all`}
        onConfirm={removeAll}
        onClose={() => setOpen(false)}
      >
        <Trans>You can download them again while you’re online and have access.</Trans>
      </ConfirmDialog>
    </>
  );
};

const QualityNote = () => {
  const language = useLanguage();
  const [quality, setQuality] = useState(chosenQuality);
  if (quality === undefined) return null;
  const askAgain = (): void => {
    storeQuality(undefined);
    setQuality(undefined);
  };
  const name = nameOfQuality(quality, language);
  return (
    <p className="mt-4 flex flex-wrap items-center gap-x-3 text-sm text-muted">
      {typeof quality === 'number' ? (
        <Trans>New downloads are in {name}.</Trans>
      ) : (
        <Trans>New downloads are {name}.</Trans>
      )}
      <button type="button" className="link min-h-11" onClick={askAgain}>
        <Trans>Ask me next time</Trans>
      </button>
    </p>
  );
};

const KEPT = {
  elsewhere: msg`Connect at least every 14 days to keep the lectures.`,
  inSafari: msg`Safari deletes downloads that you have not opened for 7 days. Add this site to the home screen, and they stay for 14 days.`,
};

const Lectures = ({ offline, device }: { offline: Offline; device: string }) => {
  const { _ } = useLanguage();
  const courses = groupBy(
    offline.lectures.toSorted((a, b) => a.position - b.position),
    ({ course }) => course._id,
  );
  return (
    <>
      <FreeSpace offline={offline} />
      {[...courses].map(([courseId, lectures]) => (
        <CourseOfDownloads key={courseId} offline={offline} lectures={lectures} />
      ))}
      <p className="mt-6 flex gap-4 text-muted">
        <RefreshCw size={20} className="mt-1 shrink-0" aria-hidden="true" />
        <Trans>Your place, notes and questions are saved here and sent when the {device} is back online.</Trans>{' '}
        {_(isInSafariTab() ? KEPT.inSafari : KEPT.elsewhere)}
      </p>
      <QualityNote />
      <RemoveAll sizeBytes={bytesOf(offline.lectures)} />
    </>
  );
};

const Nothing = ({ device }: { device: string }) => {
  const { _ } = useLanguage();
  const isOnline = useOnline();
  const isVisitor = useSession() === undefined;
  if (!isOnline) return <p className="measure mt-4 text-lg text-muted">{_(messages.notices.offline)}</p>;
  return (
    <EmptyState
      action={
        <LinkButton to={pathTo(isVisitor ? 'courses' : 'learning')}>
          {isVisitor ? <Trans>See all courses</Trans> : <Trans>My learning</Trans>}
        </LinkButton>
      }
    >
      <Trans>No lectures are downloaded to this {device}. Open one and choose “Download for offline”.</Trans>
    </EmptyState>
  );
};

/** The downloaded lectures, which open without a connection. */
export function Component() {
  const offline = useOffline();
  const device = useDeviceName();
  return (
    <div className="page max-w-3xl py-8 lg:py-14">
      <PageHeading>
        <Trans>On this {device}</Trans>
      </PageHeading>
      {offline &&
        (offline.lectures.length > 0 ? <Lectures offline={offline} device={device} /> : <Nothing device={device} />)}
    </div>
  );
}
