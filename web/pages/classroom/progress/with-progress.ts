import type { CourseProgress, LectureProgress } from '#contract/progress.ts';

interface Watched {
  lectures: readonly { _id: string; progress: LectureProgress | null }[];
  progress: CourseProgress;
}

/** Updates the progress of one lecture in a response, and that of the course with it. */
export const withProgress = <T extends Watched>(response: T, lectureId: string, progress: LectureProgress): T => {
  const lectures = response.lectures.map((lecture) => (lecture._id === lectureId ? { ...lecture, progress } : lecture));
  const doneLectures = lectures.filter((lecture) => lecture.progress?.isDone).length;
  const percent = lectures.length === 0 ? 0 : Math.floor((doneLectures / lectures.length) * 100);
  return { ...response, lectures, progress: { ...response.progress, doneLectures, percent } };
};
