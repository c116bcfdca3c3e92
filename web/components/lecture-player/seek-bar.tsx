import { type PointerEvent, useState } from 'react';
import { formatDuration } from '#web/components/format.ts';
import { type Chapter, chapterAt } from '#web/components/lecture-player/player-source.ts';
import { spokenTime } from '#web/components/lecture-player/spoken-time.ts';
import { type Thumbnail, thumbnailAt } from '#web/components/lecture-player/storyboard.ts';

interface SeekBarProps {
  seconds: number;
  bufferedSeconds: number;
  durationSeconds: number;
  chapters: readonly Chapter[];
  thumbnails: readonly Thumbnail[];
  /** The pointer is on the bar, so its storyboard is needed. */
  onPointed: () => void;
  onSeek: (seconds: number) => void;
}

/** Rounded down, so that the clock is never ahead of the video. */
export const clockTime = (seconds: number) => formatDuration(Math.floor(seconds) * 1000);

export const percentOf = (part: number, whole: number) => `${whole > 0 ? Math.min(100, (part / whole) * 100) : 0}%`;

const StoryboardImage = ({ thumbnail }: { thumbnail: Thumbnail }) => {
  const { address, x, y, width, height } = thumbnail;
  return (
    <span
      className="player-thumbnail"
      style={{ width, height, backgroundImage: `url("${address}")`, backgroundPosition: `-${x}px -${y}px` }}
    />
  );
};

/** The image, chapter and time under the pointer. */
const Preview = ({ at, props }: { at: number; props: SeekBarProps }) => {
  const { chapters, thumbnails, durationSeconds } = props;
  const thumbnail = thumbnailAt(thumbnails, at);
  const chapter = chapters[chapterAt(chapters, at)];
  return (
    <div className="player-preview" style={{ '--at': percentOf(at, durationSeconds) }} aria-hidden="true">
      {thumbnail && <StoryboardImage thumbnail={thumbnail} />}
      {chapter && <span className="player-preview-title">{chapter.title}</span>}
      <span className="num">{clockTime(at)}</span>
    </div>
  );
};

const Marks = ({ chapters, durationSeconds }: Pick<SeekBarProps, 'chapters' | 'durationSeconds'>) => (
  <div className="player-marks" aria-hidden="true">
    {chapters
      .filter(({ startSeconds }) => startSeconds > 0 && startSeconds < durationSeconds)
      .map(({ startSeconds }) => (
        <span key={startSeconds} style={{ '--at': percentOf(startSeconds, durationSeconds) }} />
      ))}
  </div>
);

/** Shows what is played and loaded, where chapters start, and a preview under the pointer. */
export const SeekBar = (props: SeekBarProps) => {
  const { seconds, bufferedSeconds, durationSeconds, chapters, onPointed, onSeek } = props;
  const [at, setAt] = useState<number>();
  const chapter = chapters[chapterAt(chapters, seconds)];
  const point = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const fraction = Math.min(1, Math.max(0, (event.clientX - left) / Math.max(width, 1)));
    onPointed();
    setAt(fraction * durationSeconds);
  };
  const leave = () => setAt(undefined);
  return (
    <div
      className="player-seek"
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={leave}
      onPointerCancel={leave}
      onPointerUp={(event) => event.pointerType !== 'mouse' && leave()}
    >
      <input
        type="range"
        className="player-range"
        aria-label="Seek"
        aria-valuetext={`${spokenTime(seconds)} of ${spokenTime(durationSeconds)}${chapter ? `, ${chapter.title}` : ''}`}
        min={0}
        max={Math.max(durationSeconds, 0.1)}
        step={0.1}
        value={Math.min(seconds, durationSeconds)}
        onChange={(event) => onSeek(event.currentTarget.valueAsNumber)}
        style={{
          '--played': percentOf(seconds, durationSeconds),
          '--buffered': percentOf(bufferedSeconds, durationSeconds),
        }}
      />
      <Marks chapters={chapters} durationSeconds={durationSeconds} />
      {at !== undefined && durationSeconds > 0 && <Preview at={at} props={props} />}
    </div>
  );
};
