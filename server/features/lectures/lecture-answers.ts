import type { ManagedLecture } from '#contract/authoring.ts';
import { readChapters } from '#contract/chapters.ts';
import type { Lecture } from '#contract/lectures.ts';
import type { CourseProgress, LectureProgress } from '#contract/progress.ts';
import type { Db } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import { findFreeLecture, type ListedLecture, listLectures } from './lectures.queries.ts';
import type { MediaAddress, Playback } from './playback.ts';
import { VISITOR } from './watch-access.ts';

interface Measured {
  id: string;
  durationMs: number | null;
}

/** How far a person is in a course, whose lectures are named in their order. */
export type ProgressIn = (
  userId: string,
  courseId: string,
  lectures: readonly Measured[],
) => Promise<{ course: CourseProgress; ofLecture: (lecture: Measured) => LectureProgress }>;

/** Lectures as the API shows them. */
export interface LectureAnswers {
  /** With addresses for this person. */
  ofCourse(
    userId: string,
    courseId: string,
    options: { origin: string; withDrafts: boolean },
  ): Promise<{ lectures: ManagedLecture[]; progress: CourseProgress }>;
  /** With an address for anyone. Throws `lecture_not_found` unless the lecture is free. */
  free(courseId: string, lectureId: string, origin: string): Promise<Lecture>;
}

export interface LectureAnswersNeeds {
  db: Db;
  playback: Playback;
  progressIn: ProgressIn;
}

const present = (row: ListedLecture, media: MediaAddress, progress: LectureProgress | null): ManagedLecture => ({
  _id: row.id,
  title: row.title,
  description: row.description,
  durationMs: row.duration_ms,
  isDraft: row.published_at === null,
  isFreePreview: row.is_free_preview === 1,
  chapters: readChapters(row.chapters) ?? [],
  chaptersText: row.chapters,
  captions: [],
  progress,
  lecture: [{ secure_url: media.url }],
  expiresAtMs: media.expiresAtMs,
});

export const createLectureAnswers = ({ db, playback, progressIn }: LectureAnswersNeeds): LectureAnswers => ({
  ofCourse: async (userId, courseId, { origin, withDrafts }) => {
    const rows = await listLectures(db, courseId, { withDrafts });
    const addressOf = await playback.addressesFor(userId, origin);
    const measured = rows.map(({ id, duration_ms: durationMs }) => ({ id, durationMs }));
    const { course, ofLecture } = await progressIn(userId, courseId, measured);
    const lectures = rows.map((row) =>
      present(row, addressOf(row), ofLecture({ id: row.id, durationMs: row.duration_ms })),
    );
    return { lectures, progress: course };
  },

  free: async (courseId, lectureId, origin) => {
    const row = await findFreeLecture(db, { courseId, lectureId });
    if (!row) throw fail('lecture_not_found');
    const addressOf = await playback.addressesFor(VISITOR, origin);
    return present(row, addressOf(row), null);
  },
});
