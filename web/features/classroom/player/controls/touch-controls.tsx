import { ChevronLeft, SkipForward } from 'lucide-react';
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
import { SeekBar } from './seek-bar.tsx';

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
export const TouchControls = (props: TouchControlsProps) => {
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
        <div className="player-row">
          <Time {...props} />
          {playNext && isFullscreen && (
            <button type="button" className="player-next" onClick={playNext}>
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
