import type { CourseProgress, LectureProgress } from '#contract/progress.ts';

interface Watched {
  lectures: readonly { _id: string; progress: LectureProgress | null }[];
  progress: CourseProgress;
}

/** How much of a course is done, as the server counts it. */
export const doneOf = (lectures: Watched['lectures']): Pick<CourseProgress, 'doneLectures' | 'percent'> => {
  const doneLectures = lectures.filter(({ progress }) => progress?.isDone).length;
  return { doneLectures, percent: lectures.length === 0 ? 0 : Math.floor((doneLectures / lectures.length) * 100) };
};

/** A progress once its lecture is marked as watched, or not. */
export const markedAs = (isDone: boolean, progress: LectureProgress | null): LectureProgress => ({
  ...(progress ?? { positionMs: 0, resumeAtMs: 0, watchedPercent: 0 }),
  isDone,
});

/** Updates the progress of one lecture in a response, and that of the course with it. */
export const withProgress = <T extends Watched>(response: T, lectureId: string, progress: LectureProgress): T => {
  const lectures = response.lectures.map((lecture) => (lecture._id === lectureId ? { ...lecture, progress } : lecture));
  return { ...response, lectures, progress: { ...response.progress, ...doneOf(lectures) } };
};
