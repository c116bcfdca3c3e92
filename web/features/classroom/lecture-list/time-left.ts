import { msg } from '@lingui/core/macro';
import type { Lecture } from '#contract/classroom/lectures.ts';
import { useVideoValue } from '#web/features/classroom/player/use-video-value.ts';
import { formatLength } from '#contract/format.ts';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

type Measured = Pick<Lecture, 'durationMs' | 'progress'>;

/** The unwatched time of a lecture; 0 for a done one. */
const leftMsOf = ({ durationMs, progress }: Measured): number => {
  if (durationMs === null || progress?.isDone) return 0;
  return durationMs * (1 - (progress?.watchedPercent ?? 0) / 100);
};

/** As in "2 h 52 min left"; undefined when nothing is left, or less than a minute of it. */
const sentenceOf = (leftMs: number, language: Language): string | undefined =>
  leftMs < 60_000 ? undefined : leftWords(leftMs, language);

const leftWords = (leftMs: number, { _, locale }: Language): string => {
  const length = formatLength(leftMs, locale);
  return _(msg`${length} left`);
};

/**
 * As in "9 min left" of a video that plays: in whole minutes, then in steps of ten seconds, so that rows change seldom,
 * and never more than its length.
 */
export const leftToPlay = (lengthSeconds: number, positionSeconds: number, language: Language): string => {
  const left = lengthSeconds - positionSeconds;
  const step = left >= 60 ? 60 : 10;
  return leftWords(Math.min(Math.ceil(left / step) * step, lengthSeconds) * 1000, language);
};

/** How much of a course is left. */
export const leftInCourse = (lectures: readonly Measured[], language: Language): string | undefined =>
  sentenceOf(
    lectures.reduce((sum, lecture) => sum + leftMsOf(lecture), 0),
    language,
  );

/** How much a lecture that was started and is not done will play, on every page as the player says it. */
export const leftInLecture = ({ durationMs, progress }: Measured, language: Language): string | undefined =>
  durationMs === null || !progress || progress.isDone || progress.positionMs === 0
    ? undefined
    : leftToPlay(durationMs / 1000, progress.resumeAtMs / 1000, language);

/** Whether half of a course, or all of it, was measured. */
export const isHalfWatched = (lectures: readonly Measured[]): boolean => {
  const totalMs = lectures.reduce((sum, { durationMs }) => sum + (durationMs ?? 0), 0);
  const watchedMs = lectures.reduce(
    (sum, { durationMs, progress }) => sum + ((durationMs ?? 0) * (progress?.watchedPercent ?? 0)) / 100,
    0,
  );
  return totalMs > 0 && watchedMs >= totalMs / 2;
};

const EVENTS = ['play', 'pause', 'ended', 'timeupdate', 'seeked', 'loadedmetadata', 'emptied'];

/** As in "Playing · 9 min left"; undefined when there is nothing to play. Until the video is loaded its known length counts. */
export const useTimeLeft = (
  video: HTMLVideoElement | undefined,
  { durationMs, isPlayable }: Pick<Lecture, 'durationMs' | 'isPlayable'>,
): string | undefined => {
  const language = useLanguage();
  const knownSeconds = durationMs === null || !isPlayable ? undefined : durationMs / 1000;
  return useVideoValue(video, EVENTS, (now) => {
    const lengthSeconds = now && Number.isFinite(now.duration) ? now.duration : knownSeconds;
    if (lengthSeconds === undefined || now?.ended) return undefined;
    const left = leftToPlay(lengthSeconds, now?.currentTime ?? 0, language);
    return !now || now.paused ? left : language._(msg`Playing · ${left}`);
  });
};
