import type { PlayerActions } from '#web/features/classroom/player/player-actions.ts';
import { PlayerPanel } from './player-panel.tsx';
import type { Chapter } from '#web/features/classroom/player/stream/player-source.ts';
import { clockTime } from './seek-bar.tsx';

interface ChaptersPanelProps {
  chapters: readonly Chapter[];
  /** Index of the chapter that plays. */
  current: number;
  actions: PlayerActions;
  isTouch: boolean;
  onClose: () => void;
}

export const ChaptersPanel = ({ chapters, current, actions, isTouch, onClose }: ChaptersPanelProps) => (
  <PlayerPanel title="Chapters" isSheet={isTouch} onClose={onClose}>
    <ol className="player-choices">
      {chapters.map(({ startSeconds, title }, index) => (
        <li key={startSeconds}>
          <button
            type="button"
            className="player-choice"
            aria-current={index === current ? 'true' : undefined}
            onClick={() => {
              actions.seekTo(startSeconds);
              onClose();
            }}
          >
            <span className="player-choice-detail num">{clockTime(startSeconds)}</span>
            <span className="player-choice-name">{title}</span>
          </button>
        </li>
      ))}
    </ol>
  </PlayerPanel>
);
