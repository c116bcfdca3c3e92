import type { ManagedLecture } from '#contract/authoring.ts';
import { readChapters } from '#contract/chapters.ts';
import type { Lecture } from '#contract/lectures.ts';
import type { CourseProgress, LectureProgress } from '#contract/progress.ts';
import { messages } from '#contract/messages.ts';
import type { Db } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import { captionsName } from './captions.ts';
import { listCaptions, type ListedCaptions } from './captions.queries.ts';
import { findFreeLecture, type ListedLecture, listLectures } from './lectures.queries.ts';
import { listNames } from './media-files.queries.ts';
import type { AddressOf, Playback, Viewer } from './playback.ts';
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
    viewer: Viewer,
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

/** What the answer says of a lecture's video; `names` are the files that have an address of their own. */
const presentVideo = (row: ListedLecture, names: readonly string[], addressOf: AddressOf) => {
  const find = (isIt: (name: string) => boolean): string | null => {
    const name = names.find(isIt);
    return name === undefined ? null : addressOf(row, name);
  };
  const { state, failure } = row;
  const sentence = state === 'needs_transcode' ? messages.video.needsTranscode : failure && messages.video[failure];
  return {
    lecture: [{ secure_url: find((name) => name.startsWith('video.')) ?? '' }],
    state,
    isPlayable: row.is_playable === 1,
    progressPercent: row.progress_percent,
    failure: sentence,
    hls: find((name) => name === 'master.m3u8'),
    poster: find((name) => name.startsWith('poster.')),
    storyboard: find((name) => name === 'storyboard.vtt'),
  };
};

const presentTexts = (row: ListedLecture) => ({
  _id: row.id,
  title: row.title,
  description: row.description,
  durationMs: row.duration_ms,
  isDraft: row.published_at === null,
  isFreePreview: row.is_free_preview === 1,
  chapters: readChapters(row.chapters),
  chaptersText: row.chapters,
});

const presentCaptions = (row: ListedLecture, captions: readonly ListedCaptions[], addressOf: AddressOf) =>
  captions.map(({ language, label }) => ({ language, label, address: addressOf(row, captionsName(language)) }));

export const createLectureAnswers = ({ db, playback, progressIn }: LectureAnswersNeeds): LectureAnswers => {
  /** Answers the function that presents any of these lectures. */
  const presenter = async (rows: readonly ListedLecture[], viewer: Viewer, origin: string) => {
    const ids = rows.map(({ id }) => id);
    const { addressOf, expiresAtMs } = await playback.addressesFor(viewer, origin);
    const names = Map.groupBy(await listNames(db, ids), ({ lecture_id: lectureId }) => lectureId);
    const captions = Map.groupBy(await listCaptions(db, ids), ({ lecture_id: lectureId }) => lectureId);
    return (row: ListedLecture, progress: LectureProgress | null): ManagedLecture => {
      const own = (names.get(row.id) ?? []).map(({ name }) => name);
      const video = presentVideo(row, own, addressOf);
      return {
        ...presentTexts(row),
        ...video,
        captions: presentCaptions(row, captions.get(row.id) ?? [], addressOf),
        progress,
        expiresAtMs,
      };
    };
  };

  return {
    ofCourse: async (viewer, courseId, { origin, withDrafts }) => {
      const rows = await listLectures(db, courseId, { withDrafts });
      const present = await presenter(rows, viewer, origin);
      const measured = rows.map(({ id, duration_ms: durationMs }) => ({ id, durationMs }));
      const { course, ofLecture } = await progressIn(viewer.id, courseId, measured);
      const lectures = rows.map((row) => present(row, ofLecture({ id: row.id, durationMs: row.duration_ms })));
      return { lectures, progress: course };
    },

    free: async (courseId, lectureId, origin) => {
      const row = await findFreeLecture(db, { courseId, lectureId });
      if (!row) throw fail('lecture_not_found');
      const present = await presenter([row], VISITOR, origin);
      return present(row, null);
    },
  };
};
