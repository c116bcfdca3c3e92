import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { CircleAlert, Headphones, Hourglass, type LucideIcon, Play, RefreshCw, Trash2, Undo2, X } from 'lucide-react';
import { Link } from 'react-router';
import { Button } from '#web/ui/button.tsx';
import { formatDuration, formatShortMoment, formatSize } from '#contract/format.ts';
import { pathTo } from '#web/app/path-to.ts';
import { leftInLecture } from '#web/features/classroom/lecture-list/time-left.ts';
import { downloads, orSay, waitingWords } from './offline-lectures.ts';
import type { OfflineLecture } from './offline-store.ts';
import { daysLeft, type OfflineState } from './offline-media.ts';
import { loadedOf, percentOf, sizeOf } from './download-lecture.ts';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

interface OfflineRowProps {
  download: OfflineLecture;
  state: OfflineState;
  nowMs: number;
  timeZone: string;
  freeBytes: number | undefined;
  isOnline: boolean;
}

const icons: Record<OfflineState, LucideIcon> = {
  removed: Trash2,
  'no-space': CircleAlert,
  loading: RefreshCw,
  waiting: RefreshCw,
  ended: CircleAlert,
  ending: Play,
  downloaded: Play,
};

const lengthOf = ({ lecture }: OfflineLecture, language: Language): string[] => {
  const left = leftInLecture(lecture, language);
  if (left !== undefined) return [left];
  return lecture.durationMs === null ? [] : [formatDuration(lecture.durationMs)];
};

const untilOf = (
  { endsAtMs }: OfflineLecture,
  { nowMs, timeZone }: Pick<OfflineRowProps, 'nowMs' | 'timeZone'>,
  { _, locale }: Language,
): string => {
  const moment = formatShortMoment(new Date(endsAtMs).toISOString(), timeZone, new Date(nowMs), locale);
  return _(msg`until ${moment}`);
};

/** The line below the title of a row. */
export const factsOf = (props: OfflineRowProps, language: Language): string => {
  const { download, state, nowMs, freeBytes, isOnline } = props;
  const { _ } = language;
  const bytes = sizeOf(download);
  // Of a quiz or a text, there may be no file.
  const size = bytes === 0 ? [] : [formatSize(bytes)];
  const percent = percentOf(download);
  const loaded =
    percent === undefined
      ? []
      : [_(msg`${{ loaded: formatSize(loadedOf(download)) }} of ${{ size: formatSize(bytes) }}`)];
  const days = daysLeft(download, nowMs);
  const facts: Record<OfflineState, string[]> = {
    removed: [_(msg`Removed`)],
    'no-space': [
      freeBytes === undefined
        ? _(msg`Needs ${{ size: formatSize(download.neededBytes) }}`)
        : _(msg`Needs ${{ size: formatSize(download.neededBytes) }}, ${{ free: formatSize(freeBytes) }} free`),
    ],
    loading: [percent === undefined ? _(msg`Loading`) : `${percent}%`, ...loaded],
    waiting: [waitingWords(isOnline, language), ...loaded],
    ended: [_(msg`Go online to renew it`), ...size],
    ending: [
      _(msg({ message: plural(days, { one: '# day left', other: '# days left' }) })),
      ...size,
      untilOf(download, props, language),
    ],
    downloaded: [...lengthOf(download, language), ...size, untilOf(download, props, language)],
  };
  return facts[state].join(' · ');
};

const Meter = ({ download, state }: Pick<OfflineRowProps, 'download' | 'state'>) => {
  const { t } = useLingui();
  const { title, progress } = download.lecture;
  if (state === 'loading' || state === 'waiting')
    return (
      <progress
        className="progress mt-2 block h-1.5 w-full text-muted"
        aria-label={t`Loaded of ${title}`}
        value={loadedOf(download)}
        max={sizeOf(download) || 1}
      />
    );
  const percent = progress?.isDone ? 0 : (progress?.watchedPercent ?? 0);
  if (percent === 0) return null;
  return (
    <progress
      className="progress mt-2 block h-1.5 w-full text-primary"
      aria-label={t`Watched of ${title}`}
      value={percent}
      max={100}
    />
  );
};

const Removal = ({ download, state }: Pick<OfflineRowProps, 'download' | 'state'>) => {
  const { t } = useLingui();
  const { title } = download.lecture;
  if (state === 'removed')
    return (
      <Button
        tone="quiet"
        size="small"
        aria-label={t`Undo removing ${title}`}
        onClick={() => void orSay(downloads.undo(download._id))}
      >
        <Undo2 size={16} aria-hidden="true" />
        <Trans>Undo</Trans>
      </Button>
    );
  const isLoading = state === 'loading' || state === 'waiting';
  const Icon = isLoading ? X : Trash2;
  return (
    <Button
      tone="ghost"
      className="btn-square"
      aria-label={isLoading ? t`Cancel ${title}` : t`Remove ${title}`}
      onClick={() => void orSay(downloads.remove(download._id))}
    >
      <Icon size={20} aria-hidden="true" />
    </Button>
  );
};

/** A downloaded lecture: its state, its actions, and how long it plays. */
export const OfflineRow = (props: OfflineRowProps) => {
  const { download, state } = props;
  const { course, lecture } = download;
  const isPlayable = state === 'downloaded' || state === 'ending';
  const Icon = isPlayable && download.quality === 'audio' ? Headphones : icons[state];
  return (
    <li className="relative flex min-h-17 items-center gap-5 border-t border-line py-2.5 ps-5 pe-3 has-[a]:hover:bg-base-200">
      <Icon size={22} className={isPlayable ? 'text-primary' : 'text-muted'} aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <h3 className="font-sans text-base font-medium wrap-anywhere">
          {isPlayable ? (
            <Link
              to={pathTo('classroom', { course: course._id, lecture: lecture._id })}
              className="after:absolute after:inset-y-0 after:start-0 after:end-16"
            >
              {lecture.title}
            </Link>
          ) : (
            lecture.title
          )}
        </h3>
        <p
          className={`flex items-center gap-1.5 text-sm ${state === 'ending' ? 'font-medium text-warning' : 'text-muted'}`}
        >
          {state === 'ending' && <Hourglass size={14} className="shrink-0" aria-hidden="true" />}
          {factsOf(props, useLanguage())}
        </p>
        {state !== 'removed' && <Meter download={download} state={state} />}
      </div>
      <Removal download={download} state={state} />
    </li>
  );
};
