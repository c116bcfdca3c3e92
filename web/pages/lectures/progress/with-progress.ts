import type { CourseProgress, LectureProgress } from '#contract/progress.ts';

interface Watched {
  lectures: readonly { _id: string; progress: LectureProgress | null }[];
  progress: CourseProgress;
}

/** The same answer with what became known of one lecture since; the course counts along. */
export const withProgress = <T extends Watched>(answer: T, lectureId: string, progress: LectureProgress): T => {
  const lectures = answer.lectures.map((lecture) => (lecture._id === lectureId ? { ...lecture, progress } : lecture));
  const doneLectures = lectures.filter((lecture) => lecture.progress?.isDone).length;
  const percent = lectures.length === 0 ? 0 : Math.floor((doneLectures / lectures.length) * 100);
  return { ...answer, lectures, progress: { ...answer.progress, doneLectures, percent } };
};
