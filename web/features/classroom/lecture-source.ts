import type { Lecture } from '#contract/lectures.ts';
import type { Chapter, PlayerSource } from '#web/features/classroom/player/stream/quality.ts';

export const sourceOf = ({ lecture, hls, poster, storyboard, captions }: Lecture): PlayerSource => ({
  address: lecture[0]?.secure_url ?? '',
  hls,
  poster,
  storyboard,
  captions,
});

/** Whether it can be opened: without a connection only what the device keeps has an address. */
export const isAvailable = ({ lecture }: Pick<Lecture, 'lecture'>): boolean => lecture.length > 0;

export const chaptersOf = ({ chapters }: Lecture): Chapter[] =>
  chapters.map(({ startMs, title }) => ({ startSeconds: startMs / 1000, title }));
