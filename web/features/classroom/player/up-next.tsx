import { useEffect, useRef, useState } from 'react';

const COUNTDOWN_SECONDS = 5;

export interface NextLecture {
  title: string;
  /** Somebody asks for it. */
  play: () => void;
  /** It begins by itself. */
  follow: () => void;
  /** It begins when it is asked for, not after a countdown: something on the page is unfinished. */
  waits?: boolean;
}

interface UpNextProps {
  next: NextLecture;
  onCancel: () => void;
}

/** A ring that empties; still where reduced motion is preferred. */
const Ring = ({ seconds }: { seconds: number }) => (
  <span className="player-ring" style={{ '--seconds': `${COUNTDOWN_SECONDS}s` }} aria-hidden="true">
    <svg viewBox="0 0 64 64">
      <circle cx="32" cy="32" r="29" />
      <circle cx="32" cy="32" r="29" pathLength={100} />
    </svg>
    <span className="num">{seconds}</span>
  </span>
);

/** Counts down to the next lecture, unless it is cancelled. */
const Countdown = ({ next }: { next: NextLecture }) => {
  const [seconds, setSeconds] = useState(COUNTDOWN_SECONDS);
  const latest = useRef(next);
  useEffect(() => {
    latest.current = next;
  }, [next]);
  useEffect(() => {
    const timer = setTimeout(() => {
      if (seconds > 1) setSeconds(seconds - 1);
      else latest.current.follow();
    }, 1000);
    return () => clearTimeout(timer);
  }, [seconds]);
  return (
    <>
      <output className="sr-only">
        The next lecture, {next.title}, begins in {COUNTDOWN_SECONDS} seconds.
      </output>
      <Ring seconds={seconds} />
    </>
  );
};

/** What comes after the end of a lecture. */
export const UpNext = ({ next, onCancel }: UpNextProps) => {
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
    <section ref={notice} className="player-notice" aria-label="Next lecture">
      {!next.waits && <Countdown next={next} />}
      <div>
        <p className="text-sm">Next lecture</p>
        <p className="font-display text-title">{next.title}</p>
      </div>
      <div className="flex flex-wrap justify-center gap-3">
        <button type="button" className="btn player-quiet" onClick={onCancel}>
          Cancel
        </button>
        <button type="button" className="btn player-go" onClick={next.play}>
          Play now
        </button>
      </div>
    </section>
  );
};
