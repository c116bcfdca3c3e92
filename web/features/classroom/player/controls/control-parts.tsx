import { Trans, useLingui } from '@lingui/react/macro';
import { type ComponentProps, useSyncExternalStore } from 'react';
import {
  Captions,
  CaptionsOff,
  ChevronRight,
  Maximize,
  Minimize,
  Pause,
  Play,
  RotateCcw,
  RotateCw,
  Settings,
} from 'lucide-react';
import { formatDuration, formatPosition } from '#contract/format.ts';
import { chapterAt } from '#web/features/classroom/player/stream/quality-menu.ts';
import { useControls } from '#web/features/classroom/player/use-player.ts';
import { type Direction, SKIP_SECONDS } from './touch.ts';

interface ControlButtonProps extends ComponentProps<'button'> {
  label: string;
  shortcut?: string | undefined;
}

export const controlIcon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** A button of the control bar: an icon with an accessible name. */
export const ControlButton = ({ label, shortcut, className = '', ...rest }: ControlButtonProps) => (
  <button
    {...rest}
    type="button"
    className={`player-button ${className}`}
    aria-label={label}
    aria-keyshortcuts={shortcut}
    title={label}
  />
);

/** While it waits, a ring takes the place of the icon. */
export const PlayButton = () => {
  const { t } = useLingui();
  const { state, actions, isTouch, isBusy } = useControls();
  const Icon = state.isPaused ? Play : Pause;
  return (
    <ControlButton
      className="player-play"
      label={state.isPaused ? t`Play` : t`Pause`}
      shortcut="k"
      onClick={actions.togglePlay}
    >
      {isTouch && isBusy ? (
        <span className="loading loading-spinner" aria-hidden="true" />
      ) : (
        <Icon {...controlIcon} size={isTouch ? 30 : 20} fill="currentColor" />
      )}
    </ControlButton>
  );
};

export const SkipButton = ({ direction }: { direction: Direction }) => {
  const { t } = useLingui();
  const { actions, isTouch } = useControls();
  const Icon = direction === -1 ? RotateCcw : RotateCw;
  return (
    <ControlButton
      label={direction === -1 ? t`Back ${SKIP_SECONDS} seconds` : t`Forward ${SKIP_SECONDS} seconds`}
      shortcut={direction === -1 ? 'j' : 'l'}
      onClick={() => actions.seekBy(direction * SKIP_SECONDS)}
    >
      <Icon {...controlIcon} size={isTouch ? 30 : 20} />
      <span
        className="num absolute inset-0 hidden place-items-center text-[0.625rem] font-semibold in-[.player-touch]:grid"
        aria-hidden="true"
      >
        {SKIP_SECONDS}
      </span>
    </ControlButton>
  );
};

export const CaptionsButton = () => {
  const { t } = useLingui();
  const { state, actions } = useControls();
  const isShown = state.shownCaption !== -1;
  if (state.captions.length === 0) return null;
  return (
    <ControlButton
      className="player-captions-button"
      label={isShown ? t`Hide captions` : t`Show captions`}
      shortcut="c"
      onClick={actions.toggleCaptions}
    >
      {isShown ? <Captions {...controlIcon} /> : <CaptionsOff {...controlIcon} />}
    </ControlButton>
  );
};

export const SettingsButton = () => {
  const { t } = useLingui();
  const { panel, onPanel } = useControls();
  return (
    <ControlButton
      label={t`Settings`}
      aria-haspopup="dialog"
      aria-expanded={panel === 'settings'}
      onClick={() => onPanel(panel === 'settings' ? null : 'settings')}
    >
      <Settings {...controlIcon} />
    </ControlButton>
  );
};

const subscribeToFullscreen = (onChange: () => void) => {
  document.addEventListener('fullscreenchange', onChange);
  return () => document.removeEventListener('fullscreenchange', onChange);
};

export const useIsFullscreen = (): boolean =>
  useSyncExternalStore(
    subscribeToFullscreen,
    () => Boolean(document.fullscreenElement),
    () => false,
  );

export const FullscreenButton = () => {
  const { t } = useLingui();
  const { actions } = useControls();
  const isFullscreen = useIsFullscreen();
  return (
    <ControlButton
      label={isFullscreen ? t`Exit full screen` : t`Full screen`}
      shortcut="f"
      onClick={actions.toggleFullscreen}
    >
      {isFullscreen ? <Minimize {...controlIcon} /> : <Maximize {...controlIcon} />}
    </ControlButton>
  );
};

/** The position, the length, and the chapter, which opens the list of chapters. */
export const Time = () => {
  const { state, durationSeconds, panel, onPanel, props } = useControls();
  const { chapters } = props.lecture;
  const chapter = chapters[chapterAt(chapters, state.seconds)];
  return (
    <div className="flex min-w-0 flex-1 items-center gap-3 px-2 text-sm whitespace-nowrap in-[.player-touch]:px-0">
      <span className="num">
        {formatPosition(state.seconds * 1000)}
        <span> / {formatDuration(durationSeconds * 1000)}</span>
      </span>
      {chapter && (
        <button
          type="button"
          className="flex min-h-11 min-w-0 cursor-pointer items-center gap-1 text-white/85 hover:underline"
          aria-haspopup="dialog"
          aria-expanded={panel === 'chapters'}
          onClick={() => onPanel(panel === 'chapters' ? null : 'chapters')}
        >
          <span className="sr-only">
            <Trans>Chapters:</Trans>{' '}
          </span>
          <span className="truncate">{chapter.title}</span>
          <ChevronRight size={16} aria-hidden="true" />
        </button>
      )}
    </div>
  );
};
