import type { ResponseOf } from '#web/api/call.ts';
import { sessionStore } from '#web/session/session.ts';
import { listKept, readDevice } from './kept-store.ts';
import { mayPlay, schoolTime } from './kept-time.ts';

type OpenCourse = ResponseOf<'GET /courses/:courseId'>;

/** A course as far as this device keeps it, as the server would send it; undefined when nothing of it can be played. */
export const keptCourse = async (courseId: string): Promise<OpenCourse | undefined> => {
  const device = await readDevice();
  const nowMs = schoolTime(device, Date.now());
  const userId = sessionStore.get()?.user._id;
  const kept = (await listKept())
    .filter((one) => one.userId === userId && one.course._id === courseId && mayPlay(one, device, nowMs))
    .toSorted((a, b) => a.position - b.position);
  const [first] = kept;
  if (!first) return undefined;
  const lectures = kept.map(({ lecture }) => ({ ...lecture, sectionId: null }));
  const doneLectures = lectures.filter(({ progress }) => progress?.isDone).length;
  const percent = Math.floor((doneLectures / lectures.length) * 100);
  const progress = { doneLectures, lectures: lectures.length, percent, resumeLectureId: first._id };
  return { success: true, message: '', course: first.course, sections: [], lectures, progress };
};
