import type { Lecture } from '#contract/classroom/lectures.ts';

/** A lecture that has minutes, with its place in the course. */
export interface MomentLecture extends Pick<
  Lecture,
  '_id' | 'title' | 'captions' | 'durationMs' | 'poster' | 'storyboard'
> {
  number: number;
}
