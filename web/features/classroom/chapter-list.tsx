import { useEffect, useState } from 'react';
import { formatDuration } from '#web/ui/text/format.ts';
import type { PlayerHandle } from '#web/features/classroom/player/player-actions.ts';
import { type Chapter, chapterAt } from '#web/features/classroom/player/stream/player-source.ts';
import { LectureSection } from '#web/features/classroom/lecture-list/lecture-section.tsx';

/** The index of the current chapter; -1 for none. */
const useCurrentChapter = (video: HTMLVideoElement | undefined, chapters: readonly Chapter[]): number => {
  const [current, setCurrent] = useState(-1);
  useEffect(() => {
    if (!video) return undefined;
    const update = () => setCurrent(chapterAt(chapters, video.currentTime));
    update();
    video.addEventListener('timeupdate', update);
    return () => video.removeEventListener('timeupdate', update);
  }, [video, chapters]);
  return current;
};

interface ChapterListProps {
  player: PlayerHandle | null;
  chapters: readonly Chapter[];
  heading?: 'h2' | 'h3';
}

export const ChapterList = ({ player, chapters, heading }: ChapterListProps) => {
  const current = useCurrentChapter(player?.video, chapters);
  return (
    <LectureSection id="chapters" title="Chapters" heading={heading}>
      <ol className="divide-y divide-line text-sm">
        {chapters.map(({ startSeconds, title }, index) => (
          <li key={startSeconds}>
            <button
              type="button"
              className="lecture-row min-h-12 py-2"
              aria-current={index === current ? 'true' : undefined}
              onClick={() => {
                player?.actions.seekTo(startSeconds);
                player?.actions.play();
              }}
            >
              <span className="num text-muted">{formatDuration(startSeconds * 1000)}</span>
              <span className="lecture-name min-w-0 wrap-anywhere">{title}</span>
            </button>
          </li>
        ))}
      </ol>
    </LectureSection>
  );
};
