import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { FastForward, Headphones, Rewind } from 'lucide-react';
import type { TouchHint } from '#web/features/classroom/player/controls/touch.ts';
import type { LecturePlayerProps, NextLecture, Player } from './use-player.ts';
import type { Course } from '#contract/catalog/catalog.ts';
import { Book } from '#web/ui/covers/cover.tsx';
import type { MediaFailure } from './stream/use-stream.ts';
import { mediumOf } from '#contract/classroom/kind-facts.ts';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';
import type { LectureKind } from '#contract/classroom/lecture-kinds.ts';

/** In front of the video. */
const COVER =
  'absolute inset-0 grid place-content-center justify-items-center gap-4 bg-neutral p-6 text-center text-neutral-content';
const HINT =
  'pointer-events-none absolute flex -translate-x-1/2 items-center gap-2 rounded-full bg-[rgb(8_16_18/0.76)] px-3.5 py-1.5 text-sm font-medium';

const COUNTDOWN_SECONDS = 5;

interface UpNextProps {
  next: NextLecture;
  onCancel: () => void;
}

/** A ring that empties; still where reduced motion is preferred. */
const Ring = ({ seconds }: { seconds: number }) => (
  <span
    className="grid size-16 text-lg font-semibold *:place-self-center *:[grid-area:1/1]"
    style={{ '--seconds': `${COUNTDOWN_SECONDS}s` }}
    aria-hidden="true"
  >
    <svg viewBox="0 0 64 64" className="size-full -rotate-90 fill-none stroke-white/30 stroke-4">
      <circle cx="32" cy="32" r="29" />
      <circle cx="32" cy="32" r="29" pathLength={100} className="player-ring" />
    </svg>
    <span className="num">{seconds}</span>
  </span>
);

/** Counts down to the next lecture, unless it is cancelled. */
const Countdown = ({ next }: { next: NextLecture }) => {
  const [seconds, setSeconds] = useState(COUNTDOWN_SECONDS);
  const follow = useEffectEvent(() => next.follow());
  useEffect(() => {
    const timer = setTimeout(() => {
      if (seconds > 1) setSeconds(seconds - 1);
      else follow();
    }, 1000);
    return () => clearTimeout(timer);
  }, [seconds]);
  return (
    <>
      <output className="sr-only">
        <Trans>
          The next lecture, {{ title: next.title }}, begins in {COUNTDOWN_SECONDS} seconds.
        </Trans>
      </output>
      <Ring seconds={seconds} />
    </>
  );
};

/** The next step after the end of a lecture. */
const UpNext = ({ next, onCancel }: UpNextProps) => {
  const { t } = useLingui();
  const notice = useRef<HTMLElement>(null);
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') onCancel();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [onCancel]);
  useEffect(() => {
    const player = notice.current?.closest('.lecture-player');
    // With the focus inside the player, keyboard users reach the cancel button first.
    if (player?.contains(document.activeElement)) notice.current?.querySelector('button')?.focus();
  }, []);
  return (
    <section ref={notice} className={COVER} aria-label={t`Next lecture`}>
      {!next.waits && <Countdown next={next} />}
      <div>
        <p className="text-sm">
          <Trans>Next lecture</Trans>
        </p>
        <p className="font-display text-title">{next.title}</p>
      </div>
      <div className="flex flex-wrap justify-center gap-3">
        <button type="button" className="btn border-white/50 bg-transparent text-inherit" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </button>
        <button type="button" className="btn border-0 bg-white text-(--player-ink)" onClick={next.play}>
          <Trans>Play now</Trans>
        </button>
      </div>
    </section>
  );
};

interface NoticeProps {
  children: string;
  action: string;
  onAction: () => void;
}

const Notice = ({ children, action, onAction }: NoticeProps) => (
  <div className={COVER} role="alert">
    <p>{children}</p>
    <button type="button" className="btn border-0 bg-white text-(--player-ink)" onClick={onAction}>
      {action}
    </button>
  </div>
);

const failureOf = (kind: LectureKind, failure: MediaFailure | undefined, { _ }: Language): string => {
  if (failure === 'decoding' && mediumOf(kind) === 'audio')
    return _(
      msg`The audio cannot be played on this device. Check that it has a sound output, such as speakers or headphones.`,
    );
  if (failure === 'decoding')
    return _(msg`This device cannot decode the video. Choose another quality, or use another browser.`);
  const medium = _(mediumOf(kind) ?? 'video');
  if (failure === 'unsupported')
    return _(msg`This browser cannot play the ${medium}. Use another browser, or update this one.`);
  return _(msg`The ${medium} could not be loaded. Check your connection and try again.`);
};
const CONNECTION_LOST = msg`Connection lost. Playback resumes when you’re back online.`;

/** Whether "up next" was cancelled; playing again resets it. */
const useUpNext = (video: HTMLVideoElement | null) => {
  const [isOff, setOff] = useState(false);
  useEffect(() => {
    if (!video) return undefined;
    const forget = () => setOff(false);
    video.addEventListener('play', forget);
    return () => video.removeEventListener('play', forget);
  }, [video]);
  return { isOff, cancel: () => setOff(true) };
};

/** The notice in front of the video instead of the controls; undefined if there is none. */
export const usePlayerNotice = (
  { stream, state, video }: Player,
  { lecture, interruption, next }: LecturePlayerProps,
) => {
  const { t } = useLingui();
  const language = useLanguage();
  const upNext = useUpNext(video);
  if (interruption)
    return (
      <Notice action={interruption.action} onAction={interruption.resume}>
        {language._(interruption.reason)}
      </Notice>
    );
  if (stream.status === 'failed' || stream.status === 'unreachable')
    return (
      <Notice action={t`Try again`} onAction={() => void stream.retry()}>
        {stream.status === 'failed' ? failureOf(lecture.kind, stream.failure, language) : language._(CONNECTION_LOST)}
      </Notice>
    );
  if (state.hasEnded && next && !upNext.isOff) return <UpNext next={next} onCancel={upNext.cancel} />;
  return undefined;
};

const SLOW_SHOWN_MS = 4000;

/** Shown for a while each time that a slow line makes the video smaller. */
export const SlowLine = ({ slow }: { slow: { height: number } | undefined }) => {
  const [passed, setPassed] = useState(slow);
  useEffect(() => {
    const timer = setTimeout(() => setPassed(slow), SLOW_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [slow]);
  if (!slow || slow === passed) return null;
  return (
    <output className={`${HINT} top-20 left-1/2 whitespace-nowrap`}>
      <Trans>The connection is slow. Playing {{ height: slow.height }}p.</Trans>
    </output>
  );
};

export const TouchHintCard = ({ hint }: { hint: TouchHint }) => {
  if (hint.kind === 'fast')
    return (
      <output className={`${HINT} top-3 left-1/2`}>
        <Trans>2× speed</Trans>
      </output>
    );
  if (hint.kind === 'fit')
    return (
      <output className={`${HINT} top-3 left-1/2`}>
        {hint.isFilled ? <Trans>Fills the screen</Trans> : <Trans>Whole picture</Trans>}
      </output>
    );
  const Icon = hint.direction === -1 ? Rewind : FastForward;
  return (
    <output
      className={`${HINT} num inset-y-0 my-auto h-fit ${hint.direction === -1 ? 'left-[16.7%]' : 'left-[83.3%]'}`}
    >
      <Icon size={20} fill="currentColor" aria-hidden="true" />
      <Trans>{{ totalSeconds: hint.totalSeconds }} seconds</Trans>
    </output>
  );
};

/** What keys did; screen readers hear it once, after the last of them. */
export const KeyHintCard = ({ hint, announcement }: Player['keyHint']) => (
  <>
    {hint && (
      <span className={`${HINT} num top-3 left-1/2 whitespace-nowrap in-data-[touch=true]:top-20`} aria-hidden="true">
        {hint}
      </span>
    )}
    <output className="sr-only">{announcement}</output>
  </>
);

/** In place of the video, while only its audio plays. */
export const AudioOnly = ({ title, course }: { title: string; course: Course | undefined }) => (
  <div className={`${COVER} pointer-events-none -z-1`} aria-hidden="true">
    {course === undefined ? (
      <Headphones size={28} />
    ) : (
      <Book title={course.title} src={course.thumbnail.secure_url} className="audio-cover text-xs" />
    )}
    {title}
  </div>
);
