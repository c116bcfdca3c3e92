import type { Lecture } from '#contract/lectures.ts';
import type { Chapter, PlayerSource } from '#web/components/lecture-player/player-source.ts';

export const sourceOf = ({ lecture, hls, poster, storyboard, captions }: Lecture): PlayerSource => ({
  address: lecture[0]?.secure_url ?? '',
  hls,
  poster,
  storyboard,
  captions,
});

export const chaptersOf = ({ chapters }: Lecture): Chapter[] =>
  chapters.map(({ startMs, title }) => ({ startSeconds: startMs / 1000, title }));
