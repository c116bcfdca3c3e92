import { useEffect, useMemo, useState } from 'react';
import type { PointerEvent } from 'react';
import { createPlayerActions } from '#web/components/lecture-player/player-actions.ts';
import { PlayerControls } from '#web/components/lecture-player/player-controls.tsx';
import { keepPreferences } from '#web/components/lecture-player/player-preferences.ts';
import { useIdle } from '#web/components/lecture-player/use-idle.ts';
import { useMediaState } from '#web/components/lecture-player/use-media-state.ts';
import { usePlayerShortcuts } from '#web/components/lecture-player/use-player-shortcuts.ts';
import { useStream } from '#web/components/lecture-player/use-stream.ts';
import './lecture-player.css';

interface LecturePlayerProps {
  title: string;
  address: string;
  durationMs: number | null;
  /** Fetches a fresh address of the same lecture; rejects when there is none. */
  renewAddress: () => Promise<string>;
  startsPlaying: boolean;
}

const Failure = ({ onRetry }: { onRetry: () => void }) => (
  <div className="player-notice" role="alert">
    <p>The video does not load. Check your connection, then try again.</p>
    <button type="button" className="btn btn-primary" onClick={onRetry}>
      Try again
    </button>
  </div>
);

/**
 * Plays one lecture, with controls that work by pointer, touch and keyboard. Give it the lecture's id as `key`:
 * another lecture is another player, and the old stream ends.
 */
export const LecturePlayer = ({ title, address, durationMs, renewAddress, startsPlaying }: LecturePlayerProps) => {
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const isIdle = useIdle(frame);
  useEffect(() => (video ? keepPreferences(video) : undefined), [video]);
  const stream = useStream({ video, address, renewAddress, startsPlaying });
  const { rememberSeek } = stream;
  const { state, refresh } = useMediaState(video);
  const actions = useMemo(
    () => (video && frame ? createPlayerActions({ video, frame, onSeek: rememberSeek, onChange: refresh }) : null),
    [video, frame, rememberSeek, refresh],
  );
  usePlayerShortcuts(frame, actions);

  const isHidden = isIdle && !state.isPaused;
  const onPictureTap = (event: PointerEvent) => {
    if (event.button !== 0) return;
    // A finger's first tap on a hidden bar only shows it.
    if (event.pointerType === 'mouse' || !isHidden) actions?.togglePlay();
  };
  const isBusy = stream.status === 'renewing' || (stream.status === 'open' && state.isWaiting);

  return (
    <section
      ref={setFrame}
      className="lecture-player"
      aria-label={`Video: ${title}`}
      tabIndex={-1}
      data-hidden={isHidden}
    >
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- tracks inside the file get a captions button */}
      <video ref={setVideo} aria-label={title} playsInline preload="metadata" onPointerUp={onPictureTap} />
      {isBusy && <output className="player-busy loading loading-spinner" aria-label="Loading the video" />}
      {stream.status === 'failed' ? (
        <Failure onRetry={() => void stream.retry()} />
      ) : (
        actions && (
          <PlayerControls
            state={state}
            actions={actions}
            durationSeconds={state.durationSeconds ?? (durationMs ?? 0) / 1000}
          />
        )
      )}
    </section>
  );
};
