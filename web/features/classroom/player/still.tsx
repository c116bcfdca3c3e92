import type { Lecture } from '#contract/classroom/lectures.ts';
import { thumbnailAt, useThumbnails } from './stream/storyboard.ts';

interface StillProps {
  lecture: Pick<Lecture, 'poster' | 'storyboard'>;
  atMs: number;
  className: string;
}

/** The image of a video at a moment, of its storyboard; otherwise its poster, and nothing without one. */
export function Still({ lecture: { poster, storyboard }, atMs, className }: StillProps) {
  const thumbnail = thumbnailAt(useThumbnails(storyboard), atMs / 1000);
  if (!thumbnail) return poster && <img src={poster} alt="" className={`object-cover ${className}`} />;
  const { address, x, y, width, height } = thumbnail;
  return (
    <svg viewBox={`${x} ${y} ${width} ${height}`} aria-hidden="true" className={className}>
      <image href={address} />
    </svg>
  );
}
