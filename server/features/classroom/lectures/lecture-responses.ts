import { readChapters } from '#contract/classroom/chapters.ts';
import type { Attachment, Lecture, ManagedLecture } from '#contract/classroom/lectures.ts';
import type { CourseProgress, LectureProgress } from '#contract/classroom/progress.ts';
import { messages } from '#contract/messages.ts';
import type { Section } from '#contract/classroom/sections.ts';
import { toInstantOrNull } from '#server/clock.ts';
import { sectionsOf } from '#server/database/sections.ts';
import { type ReaderLanguage, type ReaderTexts, sectionsFor } from '#server/database/translations.ts';
import { fail } from '#server/errors.ts';
import type { CoursePolicy, LectureLock, PolicyActor } from '#server/http/endpoint/course-policy.ts';
import type { Platform } from '#server/platform.ts';
import type { Attachments, ListedAttachment } from '../attachments/attachments.ts';
import type { Captions, ListedCaptions } from '../captions/captions.ts';
import { type Kinds, NO_FIELDS, type TextVisibility } from '../kinds/kinds.ts';
import type { AddressOf, Playback, Viewer } from '../playback/playback.ts';
import type { Progress } from '../progress/progress.ts';
import { CHOSEN_THUMBNAIL, type LecturePlace, type Video } from '../video/video.ts';
import { findLecture, type ListedLecture, listLectures } from './lectures.queries.ts';

export interface PartsBelow {
  video: Video;
  playback: Playback;
  progress: Progress;
  captions: Captions;
  attachments: Attachments;
  kinds: Kinds;
}

/** The part of a response about a lecture's files; `names` are the files that have an address of their own. */
const presentVideo = (row: ListedLecture, names: readonly string[], addressOf: AddressOf) => {
  const find = (isIt: (name: string) => boolean): string | null => {
    const name = names.find(isIt);
    return name === undefined ? null : addressOf(row, name);
  };
  const { state, failure } = row;
  const sentence = state === 'needs_transcode' ? messages.video.needsTranscode : failure && messages.video[failure];
  return {
    state: state ?? 'ready',
    isPlayable: (row.is_playable ?? 1) === 1 && row.questions !== 0,
    progressPercent: row.progress_percent,
    failure: sentence,
    hls: find((name) => name === 'master.m3u8'),
    poster: find((name) => name === CHOSEN_THUMBNAIL) ?? find((name) => name.startsWith('poster.')),
    hasChosenThumbnail: names.includes(CHOSEN_THUMBNAIL),
    storyboard: find((name) => name === 'storyboard.vtt'),
  };
};

const presentTexts = (row: ListedLecture, inLanguage: ReaderTexts) => ({
  _id: row.id,
  kind: row.kind,
  title: inLanguage.of(row.id, 'title', row.title),
  description: inLanguage.of(row.id, 'description', row.description),
  durationMs: row.duration_ms,
  sectionId: row.section_id,
  isDraft: row.published_at === null,
  isFreePreview: row.is_free_preview === 1,
  chapters: readChapters(row.chapters),
  chaptersText: row.chapters,
  questions: row.questions,
});

/** Those in the language of the reader come first: players begin with them. */
const presentCaptions = (
  row: ListedLecture,
  captions: readonly ListedCaptions[],
  { addressOf, language: own }: { addressOf: AddressOf; language: ReaderLanguage },
) => {
  const isOwn = ({ language }: ListedCaptions): boolean => language.split('-', 1)[0] === own;
  return [...captions.filter(isOwn), ...captions.filter((one) => !isOwn(one))].map(({ language, label, fileName }) => ({
    language,
    label,
    address: addressOf(row, fileName),
  }));
};

const presentAttachments = (
  row: ListedLecture,
  attachments: readonly ListedAttachment[],
  addressOf: AddressOf,
): Attachment[] =>
  attachments.map(({ id: _id, name, sizeBytes, fileName }) => ({
    _id,
    name,
    sizeBytes,
    address: addressOf(row, fileName),
  }));

/** What may be known of a lecture that is not open to its viewer. */
const locked = (
  lecture: ManagedLecture,
  { lockedBy, opensAt }: LectureLock,
  inLanguage: ReaderTexts,
): ManagedLecture => ({
  ...lecture,
  ...NO_FIELDS,
  lecture: [],
  isPlayable: false,
  hls: null,
  poster: null,
  storyboard: null,
  captions: [],
  attachments: [],
  chapters: [],
  chaptersText: '',
  lockedBy:
    'title' in lockedBy ? { ...lockedBy, title: inLanguage.of(lockedBy.lectureId, 'title', lockedBy.title) } : lockedBy,
  opensAt: toInstantOrNull(opensAt),
});

interface CourseView {
  origin: string;
  withDrafts: boolean;
  texts: Exclude<TextVisibility, 'all'>;
  /** For the people of a course: locked as for one who begins today. */
  as?: 'learner' | undefined;
  inLanguage: ReaderTexts;
}

/** Lectures as the API shows them. */
export const createLectureResponses = (
  { database: { db }, clock }: Platform,
  {
    policy,
    video,
    playback,
    progress,
    captions,
    attachments,
    kinds,
  }: PartsBelow & { policy: Pick<CoursePolicy, 'playRefusal' | 'locksIn'> },
) => {
  /** Returns the function that presents any of these lectures. */
  const presenter = async (
    rows: readonly ListedLecture[],
    viewer: Viewer | undefined,
    { origin, texts, inLanguage }: { origin: string; texts: TextVisibility; inLanguage: ReaderTexts },
  ) => {
    const ids = rows.map(({ id }) => id);
    const { addressOf, expiresAtMs } = await playback.addressesFor(viewer, origin);
    const names = await video.namesOf(ids);
    const presentKind = await kinds.presenter(db, rows, { texts, userId: viewer?.id });
    const shownTo = { now: clock.now(), isVisitor: viewer === undefined };
    const captionsOf = Map.groupBy(await captions.list(ids), ({ lectureId }) => lectureId);
    const attachmentsOf = Map.groupBy(await attachments.list(ids), ({ lectureId }) => lectureId);
    const ofKind = (row: ListedLecture) =>
      presentKind(row, {
        ...shownTo,
        names: names.get(row.id) ?? [],
        addressOf: (name) => addressOf(row, name),
        read: (original) => inLanguage.of(row.id, 'text', original),
      });
    return (row: ListedLecture, lectureProgress: LectureProgress | null): ManagedLecture => ({
      ...presentTexts(row, inLanguage),
      ...ofKind(row),
      ...presentVideo(row, names.get(row.id) ?? [], addressOf),
      captions: presentCaptions(row, captionsOf.get(row.id) ?? [], { addressOf, language: inLanguage.language }),
      attachments: presentAttachments(row, attachmentsOf.get(row.id) ?? [], addressOf),
      lockedBy: null,
      opensAt: null,
      progress: lectureProgress,
      expiresAtMs,
    });
  };

  return {
    /** With addresses for this person. */
    ofCourse: async (
      viewer: Viewer & PolicyActor,
      courseId: string,
      { withDrafts, as, ...shown }: CourseView,
    ): Promise<{ lectures: ManagedLecture[]; sections: Section[]; progress: CourseProgress }> => {
      const rows = await listLectures(db, courseId, { withDrafts });
      const present = await presenter(rows, viewer, shown);
      const measured = rows.map(({ id, duration_ms: durationMs }) => ({ id, durationMs }));
      const lockOf = withDrafts && !as ? undefined : await policy.locksIn(viewer, courseId, as);
      const isOpen = (id: string): boolean => !lockOf?.(id);
      const { course, ofLecture } = await progress.inCourse(viewer.id, courseId, measured, isOpen);
      const lectures = rows.map((row) => {
        const lecture = present(row, ofLecture({ id: row.id, durationMs: row.duration_ms }));
        const lock = lockOf?.(row.id);
        return lock ? locked(lecture, lock, shown.inLanguage) : lecture;
      });
      return { lectures, sections: sectionsFor(shown.inLanguage, sectionsOf(rows)), progress: course };
    },

    /** Undefined when the course has no such lecture. */
    one: async (
      viewer: Viewer,
      place: LecturePlace,
      shown: { origin: string; inLanguage: ReaderTexts },
    ): Promise<ManagedLecture | undefined> => {
      const row = await findLecture(db, place);
      if (!row) return undefined;
      const present = await presenter([row], viewer, { ...shown, texts: 'all' });
      return present(row, null);
    },

    /** With an address for anyone. Throws `lecture_not_found` unless the lecture is free. */
    free: async (
      { courseId, lectureId }: LecturePlace,
      readTexts: () => Promise<ReaderTexts>,
      origin: string,
    ): Promise<Lecture> => {
      const isFree = (await policy.playRefusal(undefined, lectureId)) === undefined;
      const row = isFree ? await findLecture(db, { courseId, lectureId }) : undefined;
      if (!row) throw fail('lecture_not_found');
      const present = await presenter([row], undefined, { origin, texts: 'all', inLanguage: await readTexts() });
      return present(row, null);
    },
  };
};
