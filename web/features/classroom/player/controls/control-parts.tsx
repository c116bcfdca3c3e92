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
import { formatDuration } from '#web/ui/text/format.ts';
import type { PlayerActions } from '#web/features/classroom/player/player-actions.ts';
import type { Chapter } from '#contract/chapters.ts';
import { chapterAt } from '#web/features/classroom/player/stream/quality.ts';
import type { MediaState } from '#web/features/classroom/player/use-media-state.ts';
import { clockTime } from './seek-bar.tsx';
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

/** The parts of both kinds of controls, for touch and for a mouse. */
export interface ControlsProps {
  state: MediaState;
  actions: PlayerActions;
  /** Known before the video has loaded. */
  durationSeconds: number;
  chapters: readonly Chapter[];
  storyboard: string | null;
  panel: PlayerPanelName | null;
  onPanel: (panel: PlayerPanelName | null) => void;
}

export type PlayerPanelName = 'settings' | 'chapters';

type Part = Pick<ControlsProps, 'state' | 'actions'>;
type Opener = Pick<ControlsProps, 'panel' | 'onPanel'>;

/** While it waits, a ring takes the place of the icon. */
export const PlayButton = ({
  state,
  actions,
  isBusy = false,
  size = 20,
}: Part & { isBusy?: boolean; size?: number }) => {
  const Icon = state.isPaused ? Play : Pause;
  return (
    <ControlButton
      className="player-play"
      label={state.isPaused ? 'Play' : 'Pause'}
      shortcut="k"
      onClick={actions.togglePlay}
    >
      {isBusy ? (
        <span className="loading loading-spinner" aria-hidden="true" />
      ) : (
        <Icon {...controlIcon} size={size} fill="currentColor" />
      )}
    </ControlButton>
  );
};

export const SkipButton = ({
  actions,
  direction,
  size = 20,
}: {
  actions: PlayerActions;
  direction: Direction;
  size?: number;
}) => {
  const Icon = direction === -1 ? RotateCcw : RotateCw;
  return (
    <ControlButton
      className="player-skip"
      label={`${direction === -1 ? 'Back' : 'Forward'} ${SKIP_SECONDS} seconds`}
      shortcut={direction === -1 ? 'j' : 'l'}
      onClick={() => actions.seekBy(direction * SKIP_SECONDS)}
    >
      <Icon {...controlIcon} size={size} />
      <span
        className="num absolute inset-0 hidden place-items-center text-[0.625rem] font-semibold in-[.player-touch]:grid"
        aria-hidden="true"
      >
        {SKIP_SECONDS}
      </span>
    </ControlButton>
  );
};

export const CaptionsButton = ({ state, actions }: Part) => {
  const isShown = state.shownCaption !== -1;
  if (state.captions.length === 0) return null;
  return (
    <ControlButton label={isShown ? 'Hide captions' : 'Show captions'} shortcut="c" onClick={actions.toggleCaptions}>
      {isShown ? <Captions {...controlIcon} /> : <CaptionsOff {...controlIcon} />}
    </ControlButton>
  );
};

export const SettingsButton = ({ panel, onPanel }: Opener) => (
  <ControlButton
    label="Settings"
    aria-haspopup="dialog"
    aria-expanded={panel === 'settings'}
    onClick={() => onPanel(panel === 'settings' ? null : 'settings')}
  >
    <Settings {...controlIcon} />
  </ControlButton>
);

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

export const FullscreenButton = ({ actions }: { actions: PlayerActions }) => {
  const isFullscreen = useIsFullscreen();
  return (
    <ControlButton
      label={isFullscreen ? 'Exit full screen' : 'Full screen'}
      shortcut="f"
      onClick={actions.toggleFullscreen}
    >
      {isFullscreen ? <Minimize {...controlIcon} /> : <Maximize {...controlIcon} />}
    </ControlButton>
  );
};

/** The position, the length, and the chapter, which opens the list of chapters. */
export const Time = ({ state, chapters, durationSeconds, panel, onPanel }: Omit<ControlsProps, 'actions'>) => {
  const chapter = chapters[chapterAt(chapters, state.seconds)];
  return (
    <div className="flex min-w-0 flex-1 items-center gap-3 px-2 text-sm whitespace-nowrap in-[.player-touch]:px-0">
      <span className="num">
        {clockTime(state.seconds)}
        <span className="player-duration"> / {formatDuration(durationSeconds * 1000)}</span>
      </span>
      {chapter && (
        <button
          type="button"
          className="flex min-h-11 min-w-0 cursor-pointer items-center gap-1 text-white/85 hover:underline"
          aria-haspopup="dialog"
          aria-expanded={panel === 'chapters'}
          onClick={() => onPanel(panel === 'chapters' ? null : 'chapters')}
        >
          <span className="sr-only">Chapters: </span>
          <span className="truncate">{chapter.title}</span>
          <ChevronRight size={16} aria-hidden="true" />
        </button>
      )}
    </div>
  );
};
