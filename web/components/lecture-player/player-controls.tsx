import { Captions, CaptionsOff, Maximize, Minimize, Pause, Play, RotateCcw, Volume2, VolumeX } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { formatDuration } from '#web/components/format.ts';
import type { PlayerActions } from '#web/components/lecture-player/player-actions.ts';
import { SPEEDS } from '#web/components/lecture-player/player-preferences.ts';
import { spokenTime } from '#web/components/lecture-player/spoken-time.ts';
import type { MediaState } from '#web/components/lecture-player/use-media-state.ts';

interface ControlsProps {
  state: MediaState;
  actions: PlayerActions;
  /** Known before the video itself says so. */
  durationSeconds: number;
}

interface ControlButtonProps {
  label: string;
  shortcut: string;
  onClick: () => void;
  children: ReactNode;
}

const ControlButton = ({ label, shortcut, onClick, children }: ControlButtonProps) => (
  <button
    type="button"
    className="player-button"
    aria-label={label}
    aria-keyshortcuts={shortcut}
    title={label}
    onClick={onClick}
  >
    {children}
  </button>
);

/** Whole seconds that have passed: the clock never runs ahead of the picture. */
const clockTime = (seconds: number) => formatDuration(Math.floor(seconds) * 1000);

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

const percentOf = (part: number, whole: number) => `${whole > 0 ? Math.min(100, (part / whole) * 100) : 0}%`;

const SeekBar = ({ state, actions, durationSeconds }: ControlsProps) => (
  <input
    type="range"
    className="player-range player-seek"
    aria-label="Seek"
    aria-valuetext={`${spokenTime(state.seconds)} of ${spokenTime(durationSeconds)}`}
    min={0}
    max={Math.max(durationSeconds, 0.1)}
    step={0.1}
    value={Math.min(state.seconds, durationSeconds)}
    onChange={(event) => actions.seekTo(event.currentTarget.valueAsNumber)}
    style={{
      '--played': percentOf(state.seconds, durationSeconds),
      '--buffered': percentOf(state.bufferedSeconds, durationSeconds),
    }}
  />
);

const Volume = ({ state, actions }: Omit<ControlsProps, 'durationSeconds'>) => {
  const audible = state.isMuted ? 0 : state.volume;
  return (
    <div className="player-volume">
      <ControlButton label={audible === 0 ? 'Unmute' : 'Mute'} shortcut="m" onClick={actions.toggleMute}>
        {audible === 0 ? <VolumeX {...icon} /> : <Volume2 {...icon} />}
      </ControlButton>
      <input
        type="range"
        className="player-range player-volume-bar"
        data-volume
        aria-label="Volume"
        aria-valuetext={`${Math.round(audible * 100)} %`}
        min={0}
        max={1}
        step={0.05}
        value={audible}
        onChange={(event) => actions.setVolume(event.currentTarget.valueAsNumber)}
        style={{ '--played': percentOf(audible, 1), '--buffered': '0%' }}
      />
    </div>
  );
};

const Speed = ({ state, actions }: Omit<ControlsProps, 'durationSeconds'>) => (
  <select
    className="player-speed num"
    aria-label="Speed"
    aria-keyshortcuts="< >"
    title="Speed"
    value={state.rate}
    onChange={(event) => actions.setRate(Number(event.currentTarget.value))}
  >
    {SPEEDS.map((speed) => (
      <option key={speed} value={speed}>
        {speed}×
      </option>
    ))}
  </select>
);

const useIsFullscreen = (): boolean => {
  const [isFullscreen, setIsFullscreen] = useState(false);
  useEffect(() => {
    const update = () => setIsFullscreen(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', update);
    return () => document.removeEventListener('fullscreenchange', update);
  }, []);
  return isFullscreen;
};

/** The bar under the picture: seek bar, and below it the buttons in the order of their use. */
export const PlayerControls = (props: ControlsProps) => {
  const { state, actions, durationSeconds } = props;
  const isFullscreen = useIsFullscreen();
  return (
    <div className="player-controls">
      <SeekBar {...props} />
      <div className="player-row">
        <ControlButton label={state.isPaused ? 'Play' : 'Pause'} shortcut="k" onClick={actions.togglePlay}>
          {state.isPaused ? <Play {...icon} /> : <Pause {...icon} />}
        </ControlButton>
        <ControlButton label="Back 10 seconds" shortcut="j" onClick={() => actions.seekBy(-10)}>
          <RotateCcw {...icon} />
        </ControlButton>
        <Volume state={state} actions={actions} />
        <span className="player-time num">
          {clockTime(state.seconds)} / {formatDuration(durationSeconds * 1000)}
        </span>
        <Speed state={state} actions={actions} />
        {state.hasCaptions && (
          <ControlButton
            label={state.showsCaptions ? 'Hide captions' : 'Show captions'}
            shortcut="c"
            onClick={actions.toggleCaptions}
          >
            {state.showsCaptions ? <Captions {...icon} /> : <CaptionsOff {...icon} />}
          </ControlButton>
        )}
        <ControlButton
          label={isFullscreen ? 'Leave full screen' : 'Full screen'}
          shortcut="f"
          onClick={actions.toggleFullscreen}
        >
          {isFullscreen ? <Minimize {...icon} /> : <Maximize {...icon} />}
        </ControlButton>
      </div>
    </div>
  );
};
