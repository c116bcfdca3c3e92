import {
  Captions,
  CaptionsOff,
  Maximize,
  Minimize,
  Pause,
  PictureInPicture2,
  Play,
  RectangleHorizontal,
  RotateCcw,
  Settings,
  Volume2,
  VolumeX,
} from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatDuration } from '#web/components/format.ts';
import { ControlButton, controlIcon as icon } from '#web/components/lecture-player/control-button.tsx';
import type { PlayerActions } from '#web/components/lecture-player/player-actions.ts';
import { SPEEDS } from '#web/components/lecture-player/player-preferences.ts';
import { type Chapter, chapterAt, type Quality } from '#web/components/lecture-player/player-source.ts';
import { clockTime, percentOf, SeekBar } from '#web/components/lecture-player/seek-bar.tsx';
import { SettingsPanel } from '#web/components/lecture-player/settings-panel.tsx';
import type { MediaState } from '#web/components/lecture-player/use-media-state.ts';
import { useStoryboard } from '#web/components/lecture-player/use-storyboard.ts';
import type { QualityState } from '#web/components/lecture-player/use-stream.ts';

interface ControlsProps {
  state: MediaState;
  actions: PlayerActions;
  /** Known before the video has loaded. */
  durationSeconds: number;
  chapters: readonly Chapter[];
  storyboard: string | null;
  quality: QualityState;
  onQuality: (quality: Quality) => void;
  onHelp: () => void;
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

const CaptionsButton = ({ state, actions }: Part) => {
  const isShown = state.shownCaption !== -1;
  return (
    <ControlButton label={isShown ? 'Hide captions' : 'Show captions'} shortcut="c" onClick={actions.toggleCaptions}>
      {isShown ? <Captions {...icon} /> : <CaptionsOff {...icon} />}
    </ControlButton>
  );
};

const useIsFullscreen = (): boolean => {
  const [isFullscreen, setIsFullscreen] = useState(false);
  useEffect(() => {
    const update = () => setIsFullscreen(document.fullscreenElement !== null);
    update();
    document.addEventListener('fullscreenchange', update);
    return () => document.removeEventListener('fullscreenchange', update);
  }, []);
  return isFullscreen;
};

/** Picture-in-picture, theatre mode and fullscreen. */
const Views = ({ state, actions, wide }: Part & Pick<ControlsProps, 'wide'>) => {
  const isFullscreen = useIsFullscreen();
  return (
    <>
      {document.pictureInPictureEnabled && (
        <ControlButton
          className="max-sm:hidden!"
          label={state.isInPicture ? 'Exit picture-in-picture' : 'Picture-in-picture'}
          shortcut="p"
          onClick={actions.togglePicture}
        >
          <PictureInPicture2 {...icon} />
        </ControlButton>
      )}
      {wide && !isFullscreen && (
        <ControlButton
          className="max-lg:hidden!"
          label="Theatre mode"
          aria-pressed={wide.isOn}
          shortcut="t"
          onClick={wide.toggle}
        >
          <RectangleHorizontal {...icon} />
        </ControlButton>
      )}
      <ControlButton
        label={isFullscreen ? 'Exit full screen' : 'Full screen'}
        shortcut="f"
        onClick={actions.toggleFullscreen}
      >
        {isFullscreen ? <Minimize {...icon} /> : <Maximize {...icon} />}
      </ControlButton>
    </>
  );
};

const Time = ({ state, chapters, durationSeconds }: Pick<ControlsProps, 'state' | 'chapters' | 'durationSeconds'>) => {
  const chapter = chapters[chapterAt(chapters, state.seconds)];
  return (
    <span className="player-time num">
      {clockTime(state.seconds)}
      <span className="player-duration"> / {formatDuration(durationSeconds * 1000)}</span>
      {chapter && <span className="player-chapter">{chapter.title}</span>}
    </span>
  );
};

/** The seek bar, and below it the buttons. */
export const PlayerControls = (props: ControlsProps) => {
  const { state, actions, durationSeconds, chapters, storyboard, onHelp } = props;
  const [hasSettings, setHasSettings] = useState(false);
  const { thumbnails, wanted } = useStoryboard(storyboard);
  return (
    <>
      {hasSettings && <SettingsPanel {...props} onClose={() => setHasSettings(false)} onHelp={onHelp} />}
      <div className="player-controls">
        <SeekBar
          {...state}
          durationSeconds={durationSeconds}
          chapters={chapters}
          thumbnails={thumbnails}
          onPointed={wanted}
          onSeek={actions.seekTo}
        />
        <div className="player-row">
          <ControlButton label={state.isPaused ? 'Play' : 'Pause'} shortcut="k" onClick={actions.togglePlay}>
            {state.isPaused ? <Play {...icon} /> : <Pause {...icon} />}
          </ControlButton>
          <ControlButton label="Back 10 seconds" shortcut="j" onClick={() => actions.seekBy(-10)}>
            <RotateCcw {...icon} />
          </ControlButton>
          <Volume state={state} actions={actions} />
          <Time state={state} chapters={chapters} durationSeconds={durationSeconds} />
          <Speed state={state} actions={actions} />
          {state.captions.length > 0 && <CaptionsButton state={state} actions={actions} />}
          <ControlButton
            label="Settings"
            aria-haspopup="dialog"
            aria-expanded={hasSettings}
            onClick={() => setHasSettings(!hasSettings)}
          >
            <Settings {...icon} />
          </ControlButton>
          <Views state={state} actions={actions} wide={props.wide} />
        </div>
      </div>
    </>
  );
};
