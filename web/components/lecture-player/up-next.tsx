import { useEffect, useRef, useState } from 'react';

const COUNTDOWN_SECONDS = 8;

export interface NextLecture {
  title: string;
  play: () => void;
}

/** Counts down to the next lecture, unless it is cancelled. Not animated when reduced motion is preferred. */
export const UpNext = ({ next, onCancel }: { next: NextLecture; onCancel: () => void }) => {
  const [seconds, setSeconds] = useState(COUNTDOWN_SECONDS);
  const notice = useRef<HTMLElement>(null);
  const latest = useRef(next);
  useEffect(() => {
    latest.current = next;
  }, [next]);
  useEffect(() => {
    const timer = setTimeout(() => {
      if (seconds > 1) setSeconds(seconds - 1);
      else latest.current.play();
    }, 1000);
    return () => clearTimeout(timer);
  }, [seconds]);
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
      <output className="sr-only">
        The next lecture, {next.title}, begins in {COUNTDOWN_SECONDS} seconds.
      </output>
      <p aria-hidden="true" className="text-sm">
        Next lecture in <span className="num">{seconds}</span> s
      </p>
      <p className="font-display text-title">{next.title}</p>
      <div className="player-countdown" style={{ '--seconds': `${COUNTDOWN_SECONDS}s` }} aria-hidden="true" />
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
