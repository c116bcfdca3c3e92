import { ChaptersPanel } from './chapters-panel.tsx';
import type { PlayerPanelName } from './control-parts.tsx';
import { DesktopControls } from './desktop-controls.tsx';
import type { LecturePlayerProps, Player } from '#web/features/classroom/player/use-player.ts';
import { SlowLine } from '#web/features/classroom/player/player-notice.tsx';
import type { PlayerActions } from '#web/features/classroom/player/player-actions.ts';
import { type Chapter, chapterAt } from '#web/features/classroom/player/stream/player-source.ts';
import { SettingsPanel } from './settings-panel.tsx';
import { TouchControls } from './touch-controls.tsx';

const noChapters: readonly Chapter[] = [];

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
  const { title, course, chapters = noChapters, next, wide } = props;
  const close = () => onPanel(null);
  const hasPicture = document.pictureInPictureEnabled;
  const shared = { state, actions, durationSeconds, chapters, panel, onPanel, hasPicture };
  const controls = { ...shared, storyboard: stream.source.storyboard };
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
          {...{ state, actions, isTouch, hasPicture, quality: stream.quality }}
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
