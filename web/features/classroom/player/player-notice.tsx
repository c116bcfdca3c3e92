import { FastForward, Headphones, Rewind } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { LecturePlayerProps, Player } from './use-player.ts';
import { UpNext } from './up-next.tsx';
import type { TouchHint } from '#web/features/classroom/player/controls/use-touch.ts';

interface NoticeProps {
  children: string;
  action: string;
  onAction: () => void;
}

const Notice = ({ children, action, onAction }: NoticeProps) => (
  <div className="player-notice" role="alert">
    <p>{children}</p>
    <button type="button" className="btn player-go" onClick={onAction}>
      {action}
    </button>
  </div>
);

const DOES_NOT_LOAD = 'The video could not be loaded. Check your connection and try again.';
const CONNECTION_LOST = 'Connection lost. Playback resumes when you’re back online.';

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

/** What is in front of the video instead of the controls; undefined while nothing is. */
export const usePlayerNotice = ({ stream, state, video }: Player, { interruption, next }: LecturePlayerProps) => {
  const upNext = useUpNext(video);
  if (interruption)
    return (
      <Notice action={interruption.action} onAction={interruption.resume}>
        {interruption.reason}
      </Notice>
    );
  if (stream.status === 'failed' || stream.status === 'unreachable')
    return (
      <Notice action="Try again" onAction={() => void stream.retry()}>
        {stream.status === 'failed' ? DOES_NOT_LOAD : CONNECTION_LOST}
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
  return <output className="player-hint player-slow">The connection is slow. Playing {slow.height}p.</output>;
};

export const TouchHintCard = ({ hint }: { hint: TouchHint }) => {
  if (hint.kind === 'fast') return <output className="player-hint">2× speed</output>;
  if (hint.kind === 'fit')
    return <output className="player-hint">{hint.isFilled ? 'Fills the screen' : 'Whole picture'}</output>;
  const Icon = hint.direction === -1 ? Rewind : FastForward;
  return (
    <output className="player-hint num" data-direction={hint.direction}>
      <Icon size={20} fill="currentColor" aria-hidden="true" />
      {hint.totalSeconds} seconds
    </output>
  );
};

/** In place of the video, while only its audio plays. */
export const AudioOnly = ({ title }: { title: string }) => (
  <div className="player-audio" aria-hidden="true">
    <Headphones size={28} />
    {title}
  </div>
);
