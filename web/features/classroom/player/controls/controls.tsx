import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronLeft, PictureInPicture2, Play, RectangleHorizontal, SkipForward, Volume2, VolumeX } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { CaptionLines } from '#web/features/classroom/player/captions.tsx';
import { SPEEDS } from '#web/features/classroom/player/player-preferences.ts';
import { ControlsContext, type PlayerControls, useControls } from '#web/features/classroom/player/use-player.ts';
import { SlowLine } from '#web/features/classroom/player/player-notice.tsx';
import {
  CaptionsButton,
  ControlButton,
  controlIcon as icon,
  FullscreenButton,
  PlayButton,
  SettingsButton,
  SkipButton,
  Time,
  useIsFullscreen,
} from './control-parts.tsx';
import { percentOf, SeekBar } from './seek-bar.tsx';

const TopBand = () => {
  const { t } = useLingui();
  const { state, actions, onPanel, props } = useControls();
  const { lecture, course } = props;
  const isFullscreen = useIsFullscreen();
  return (
    <div className="player-top">
      {isFullscreen && (
        <>
          <ControlButton label={t`Back to the page`} onClick={actions.leaveFullscreen}>
            <ChevronLeft {...icon} size={24} />
          </ControlButton>
          <div className="min-w-0 flex-1">
            <p className="truncate font-display leading-tight">{lecture.title}</p>
            {course && <p className="truncate text-xs">{course.title}</p>}
          </div>
        </>
      )}
      <CaptionsButton />
      {state.rate !== 1 && (
        <button
          type="button"
          className="player-button player-speed num"
          aria-label={t`Speed ${{ rate: state.rate }}×`}
          aria-haspopup="dialog"
          onClick={() => onPanel('settings')}
        >
          {state.rate}×
        </button>
      )}
      <SettingsButton />
    </div>
  );
};

/** For fingers: large buttons in the middle, the seek bar at the bottom edge. */
const TouchControls = () => {
  const playNext = useControls().props.next?.play;
  const isFullscreen = useIsFullscreen();
  return (
    <div className="player-controls player-touch">
      <TopBand />
      <div className="player-centre">
        <SkipButton direction={-1} />
        <PlayButton />
        <SkipButton direction={1} />
      </div>
      <div className="player-bottom">
        <div className="-mb-3 flex min-w-0 items-center gap-1">
          <Time />
          {playNext && isFullscreen && (
            <button
              type="button"
              className="flex min-h-11 items-center gap-2 px-2 text-sm font-medium"
              onClick={playNext}
            >
              <Trans>Next</Trans>
              <SkipForward {...icon} />
            </button>
          )}
          <FullscreenButton />
        </div>
        <SeekBar />
      </div>
    </div>
  );
};

const Volume = () => {
  const { t } = useLingui();
  const { state, actions } = useControls();
  const audible = state.isMuted ? 0 : state.volume;
  return (
    <div className="player-volume flex items-center">
      <ControlButton label={audible === 0 ? t`Unmute` : t`Mute`} shortcut="m" onClick={actions.toggleMute}>
        {audible === 0 ? <VolumeX {...icon} /> : <Volume2 {...icon} />}
      </ControlButton>
      <input
        type="range"
        className="player-range player-volume-bar"
        data-volume
        aria-label={t`Volume`}
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

const Speed = () => {
  const { t } = useLingui();
  const { state, actions } = useControls();
  return (
    <select
      className="num h-11 flex-none cursor-pointer appearance-none rounded-field bg-transparent px-2 text-center text-sm font-medium hover:bg-white/16 *:bg-neutral *:text-neutral-content"
      aria-label={t`Speed`}
      aria-keyshortcuts="< >"
      title={t`Speed`}
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
};

const PictureButton = () => {
  const { t } = useLingui();
  const { state, actions, props } = useControls();
  return (
    document.pictureInPictureEnabled &&
    !props.watermark && (
      <ControlButton
        label={state.isInPicture ? t`Exit picture-in-picture` : t`Picture-in-picture`}
        shortcut="p"
        onClick={actions.togglePicture}
      >
        <PictureInPicture2 {...icon} />
      </ControlButton>
    )
  );
};

const TheatreButton = () => {
  const { t } = useLingui();
  const { wide } = useControls().props;
  const isFullscreen = useIsFullscreen();
  if (!wide || isFullscreen) return null;
  return (
    <ControlButton
      className="max-lg:hidden!"
      label={t`Theatre mode`}
      shortcut="t"
      aria-pressed={wide.isOn}
      onClick={wide.toggle}
    >
      <RectangleHorizontal {...icon} />
    </ControlButton>
  );
};

/** For a mouse: the seek bar, and below it the buttons. The video itself is the large button to play. */
const DesktopControls = () => {
  const { state } = useControls();
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
        <SeekBar />
        <div className="flex min-w-0 items-center gap-1">
          <PlayButton />
          <SkipButton direction={-1} />
          <SkipButton direction={1} />
          <Volume />
          <Time />
          <Speed />
          <CaptionsButton />
          <SettingsButton />
          <PictureButton />
          <TheatreButton />
          <FullscreenButton />
        </div>
      </div>
    </>
  );
};

const panels = () => import('./player-panels.tsx');
const SettingsPanel = lazy(async () => ({ default: (await panels()).SettingsPanel }));
const ChaptersPanel = lazy(async () => ({ default: (await panels()).ChaptersPanel }));

/** The controls with the captions, and the panel that was opened. */
export const ControlsOverlay = (player: PlayerControls) => {
  const { isTouch, panel, stream, video, state, captionLook } = player;
  return (
    <ControlsContext value={player}>
      {isTouch ? <TouchControls /> : <DesktopControls />}
      <CaptionLines video={video} shownCaption={state.shownCaption} look={captionLook} />
      <SlowLine slow={stream.quality.slow} />
      <Suspense>
        {panel === 'settings' && <SettingsPanel />}
        {panel === 'chapters' && <ChaptersPanel />}
      </Suspense>
    </ControlsContext>
  );
};
