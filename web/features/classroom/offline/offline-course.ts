import { StoredRichText } from '#contract/classroom/earlier-blocks.ts';
import type { Lecture } from '#contract/classroom/lectures.ts';
import type { ResponseOf } from '#web/api/call.ts';
import { sessionStore } from '#web/app/session/session.ts';
import { createProgressQueue, doneOf, markedAs } from '#web/features/classroom/progress/progress-queue.ts';
import {
  changeDownload,
  type OfflineLecture,
  type OfflineOutline,
  listDownloads,
  readDevice,
} from './offline-store.ts';
import { mayPlay, schoolTime } from './offline-media.ts';
import { deviceStorage } from '#web/api/browser-storage.ts';

type OpenCourse = ResponseOf<'GET /courses/:courseId'>;
type OutlineLecture = OfflineOutline['lectures'][number];

const downloadsOf = async (courseId: string): Promise<OfflineLecture[]> => {
  const userId = sessionStore.get()?.user._id;
  return (await listDownloads()).filter((one) => one.userId === userId && one.course._id === courseId);
};

/** A lecture that is not downloaded. */
const withoutCopy = (lecture: OutlineLecture): Lecture => ({
  ...lecture,
  kind: 'video',
  audio: null,
  text: null,
  pdf: null,
  live: null,
  questions: null,
  description: '',
  isDraft: false,
  isFreePreview: false,
  opensAt: null,
  lockedBy: null,
  chapters: [],
  captions: [],
  attachments: [],
  lecture: [],
  expiresAtMs: 0,
  state: 'ready',
  isPlayable: false,
  progressPercent: null,
  failure: null,
  hls: null,
  poster: null,
  storyboard: null,
});

const ofCopy = ({ lecture }: OfflineLecture, sectionId: string | null): Lecture => ({
  ...lecture,
  sectionId,
  text: lecture.text && StoredRichText.parse(lecture.text),
});

/**
 * A course as it is shown without a connection, from the copies that play and the marks that were not sent; undefined
 * when there are no copies.
 */
export const courseOf = (
  copies: readonly OfflineLecture[],
  marks: ReadonlyMap<string, boolean> = new Map(),
): OpenCourse | undefined => {
  const downloads = copies.toSorted((a, b) => a.position - b.position);
  const [first] = downloads;
  if (!first) return undefined;
  // Only copies of an earlier version of this program have none.
  const {
    sections,
    lectures: all,
    watermark = null,
  }: OfflineOutline = downloads.find(({ outline }) => outline)?.outline ?? {
    sections: [],
    lectures: downloads.map(({ lecture }) => ({ ...lecture, sectionId: null })),
  };
  const lectures = all.map((one) => {
    const copy = downloads.find(({ _id }) => _id === one._id);
    const lecture = copy ? ofCopy(copy, one.sectionId) : withoutCopy(one);
    const isDone = marks.get(one._id);
    return isDone === undefined ? lecture : { ...lecture, progress: markedAs(isDone, lecture.progress) };
  });
  const progress = { ...doneOf(lectures), lectures: lectures.length, resumeLectureId: first._id };
  return { success: true, message: '', course: first.course, sections: [...sections], lectures, progress, watermark };
};

/** The downloaded part of a course, as the server would send it; undefined when none of it can be played. */
export const offlineCourse = async (courseId: string): Promise<OpenCourse | undefined> => {
  const device = await readDevice();
  const nowMs = schoolTime(device, Date.now());
  const marks = createProgressQueue(deviceStorage).marksOf(sessionStore.get()?.user._id ?? '');
  return courseOf(
    (await downloadsOf(courseId)).filter((one) => mayPlay(one, device, nowMs)),
    marks,
  );
};

/** Updates the stored course of downloads from a response of the server. */
export const noteCourse = async ({ course, sections, lectures, watermark }: OpenCourse): Promise<void> => {
  const outline: OfflineOutline = {
    sections,
    watermark,
    lectures: lectures.map(({ _id, title, durationMs, sectionId, progress }) => ({
      _id,
      title,
      durationMs,
      sectionId,
      progress,
    })),
  };
  for (const { _id: id } of await downloadsOf(course._id)) {
    const index = lectures.findIndex(({ _id }) => _id === id);
    const fresh = lectures[index];
    if (!fresh) continue;
    const { title, progress } = fresh;
    await changeDownload(id, ({ lecture }) => ({
      course,
      outline,
      position: index + 1,
      lecture: { ...lecture, title, progress },
    }));
  }
};
