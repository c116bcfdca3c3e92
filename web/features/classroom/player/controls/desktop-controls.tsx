import { PictureInPicture2, Play, RectangleHorizontal, Volume2, VolumeX } from 'lucide-react';
import { ControlButton, controlIcon as icon } from './control-button.tsx';
import {
  CaptionsButton,
  type ControlsProps,
  FullscreenButton,
  PlayButton,
  SettingsButton,
  SkipButton,
  Time,
  useIsFullscreen,
} from './control-parts.tsx';
import { SPEEDS } from '#web/features/classroom/player/player-preferences.ts';
import { percentOf, SeekBar } from './seek-bar.tsx';

interface DesktopControlsProps extends ControlsProps {
  /** Theatre mode, where the page has it. */
  wide?: { isOn: boolean; toggle: () => void } | undefined;
}

type Part = Pick<ControlsProps, 'state' | 'actions'>;

const Volume = ({ state, actions }: Part) => {
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
        aria-valuetext={`${Math.round(audible * 100)}%`}
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

const Speed = ({ state, actions }: Part) => (
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

const PictureButton = ({ state, actions }: Part) => (
  <ControlButton
    label={state.isInPicture ? 'Exit picture-in-picture' : 'Picture-in-picture'}
    shortcut="p"
    onClick={actions.togglePicture}
  >
    <PictureInPicture2 {...icon} />
  </ControlButton>
);

const TheatreButton = ({ wide }: Pick<DesktopControlsProps, 'wide'>) => {
  const isFullscreen = useIsFullscreen();
  if (!wide || isFullscreen) return null;
  return (
    <ControlButton
      className="max-lg:hidden!"
      label="Theatre mode"
      shortcut="t"
      aria-pressed={wide.isOn}
      onClick={wide.toggle}
    >
      <RectangleHorizontal {...icon} />
    </ControlButton>
  );
};

/** For a mouse: the seek bar, and below it the buttons. The video itself is the large button to play. */
export const DesktopControls = (props: DesktopControlsProps) => {
  const { state, actions, hasPicture, wide } = props;
  return (
    <>
      {state.isPaused && (
        <span className="player-centre-play" aria-hidden="true">
          <Play size={32} fill="currentColor" />
        </span>
      )}
      <div className="player-controls">
        <SeekBar {...state} {...props} onSeek={actions.seekTo} />
        <div className="player-row">
          <PlayButton state={state} actions={actions} />
          <SkipButton actions={actions} direction={-1} />
          <SkipButton actions={actions} direction={1} />
          <Volume state={state} actions={actions} />
          <Time {...props} />
          <Speed state={state} actions={actions} />
          <CaptionsButton state={state} actions={actions} />
          <SettingsButton {...props} />
          {hasPicture && <PictureButton state={state} actions={actions} />}
          <TheatreButton wide={wide} />
          <FullscreenButton actions={actions} />
        </div>
      </div>
    </>
  );
};
