import { ChevronLeft, PictureInPicture2, Play, RectangleHorizontal, SkipForward, Volume2, VolumeX } from 'lucide-react';
import { SPEEDS } from '#web/features/classroom/player/player-preferences.ts';
import type { LecturePlayerProps, Player } from '#web/features/classroom/player/use-player.ts';
import { SlowLine } from '#web/features/classroom/player/player-notice.tsx';
import type { PlayerActions } from '#web/features/classroom/player/player-actions.ts';
import { chapterAt } from '#web/features/classroom/player/stream/quality.ts';
import {
  CaptionsButton,
  ControlButton,
  controlIcon as icon,
  type ControlsProps,
  FullscreenButton,
  PlayButton,
  type PlayerPanelName,
  SettingsButton,
  SkipButton,
  Time,
  useIsFullscreen,
} from './control-parts.tsx';
import { percentOf, SeekBar } from './seek-bar.tsx';
import { ChaptersPanel, SettingsPanel } from './player-panels.tsx';

interface TouchControlsProps extends ControlsProps {
  title: string;
  /** Below the title, such as the course. */
  subtitle: string | undefined;
  playNext: (() => void) | undefined;
  isBusy: boolean;
}

const TopBand = ({ state, actions, title, subtitle, panel, onPanel }: TouchControlsProps) => {
  const isFullscreen = useIsFullscreen();
  return (
    <div className="player-top">
      {isFullscreen && (
        <>
          <ControlButton label="Back to the page" onClick={actions.leaveFullscreen}>
            <ChevronLeft {...icon} size={24} />
          </ControlButton>
          <div className="min-w-0 flex-1">
            <p className="truncate font-display leading-tight">{title}</p>
            {subtitle !== undefined && <p className="truncate text-xs">{subtitle}</p>}
          </div>
        </>
      )}
      <CaptionsButton state={state} actions={actions} />
      {state.rate !== 1 && (
        <button
          type="button"
          className="player-button num"
          aria-label={`Speed ${state.rate}×`}
          aria-haspopup="dialog"
          onClick={() => onPanel('settings')}
        >
          {state.rate}×
        </button>
      )}
      <SettingsButton panel={panel} onPanel={onPanel} />
    </div>
  );
};

/** For fingers: large buttons in the middle, the seek bar at the bottom edge. */
const TouchControls = (props: TouchControlsProps) => {
  const { state, actions, playNext, isBusy } = props;
  const isFullscreen = useIsFullscreen();
  return (
    <div className="player-controls player-touch">
      <TopBand {...props} />
      <div className="player-centre">
        <SkipButton actions={actions} direction={-1} size={30} />
        <PlayButton state={state} actions={actions} isBusy={isBusy} size={30} />
        <SkipButton actions={actions} direction={1} size={30} />
      </div>
      <div className="player-bottom">
        <div className="-mb-3 flex min-w-0 items-center gap-1">
          <Time {...props} />
          {playNext && isFullscreen && (
            <button
              type="button"
              className="flex min-h-11 items-center gap-2 px-2 text-sm font-medium"
              onClick={playNext}
            >
              Next
              <SkipForward {...icon} />
            </button>
          )}
          <FullscreenButton actions={actions} />
        </div>
        <SeekBar {...state} {...props} onSeek={actions.seekTo} />
      </div>
    </div>
  );
};

interface DesktopControlsProps extends ControlsProps {
  /** Theatre mode, where the page has it. */
  wide?: { isOn: boolean; toggle: () => void } | undefined;
}

type Part = Pick<ControlsProps, 'state' | 'actions'>;

const Volume = ({ state, actions }: Part) => {
  const audible = state.isMuted ? 0 : state.volume;
  return (
    <div className="player-volume flex items-center">
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
    className="num h-11 flex-none cursor-pointer appearance-none rounded-field bg-transparent px-2 text-center text-sm font-medium hover:bg-white/16 *:bg-neutral *:text-neutral-content"
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

const PictureButton = ({ state, actions }: Part) =>
  document.pictureInPictureEnabled && (
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
const DesktopControls = (props: DesktopControlsProps) => {
  const { state, actions, wide } = props;
  return (
    <>
      {state.isPaused && (
        <span
          className="pointer-events-none absolute inset-x-0 top-0 bottom-20 m-auto grid size-18 place-items-center rounded-full bg-white text-(--player-ink)"
          aria-hidden="true"
        >
          <Play size={32} fill="currentColor" />
        </span>
      )}
      <div className="player-controls">
        <SeekBar {...state} {...props} onSeek={actions.seekTo} />
        <div className="flex min-w-0 items-center gap-1">
          <PlayButton state={state} actions={actions} />
          <SkipButton actions={actions} direction={-1} />
          <SkipButton actions={actions} direction={1} />
          <Volume state={state} actions={actions} />
          <Time {...props} />
          <Speed state={state} actions={actions} />
          <CaptionsButton state={state} actions={actions} />
          <SettingsButton {...props} />
          <PictureButton state={state} actions={actions} />
          <TheatreButton wide={wide} />
          <FullscreenButton actions={actions} />
        </div>
      </div>
    </>
  );
};

interface ControlsOverlayProps {
  player: Player & { actions: PlayerActions };
  props: LecturePlayerProps;
  isTouch: boolean;
  panel: PlayerPanelName | null;
  onPanel: (panel: PlayerPanelName | null) => void;
}

/** The controls, and the panel that they opened. */
export const ControlsOverlay = ({ player, props, isTouch, panel, onPanel }: ControlsOverlayProps) => {
  const { state, actions, stream, durationSeconds, isBusy, setHasHelp } = player;
  const { course, next, wide } = props;
  const { title, chapters } = props.lecture;
  const close = () => onPanel(null);
  const { storyboard } = stream.lecture;
  const controls = { state, actions, durationSeconds, chapters, panel, onPanel, storyboard };
  return (
    <>
      {isTouch ? (
        <TouchControls {...controls} title={title} subtitle={course?.title} playNext={next?.play} isBusy={isBusy} />
      ) : (
        <DesktopControls {...controls} wide={wide} />
      )}
      <SlowLine slow={stream.quality.slow} />
      {panel === 'settings' && (
        <SettingsPanel
          {...{ state, actions, isTouch, quality: stream.quality }}
          onHelp={() => setHasHelp(true)}
          onClose={close}
        />
      )}
      {panel === 'chapters' && (
        <ChaptersPanel
          {...{ chapters, actions, isTouch }}
          current={chapterAt(chapters, state.seconds)}
          onClose={close}
        />
      )}
    </>
  );
};
