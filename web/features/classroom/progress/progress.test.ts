// @vitest-environment jsdom
import { fireEvent } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Heartbeat, LectureProgress } from '#contract/classroom/progress.ts';
import { ApiError } from '#web/api/api-error.ts';
import { createProgressQueue, createWatchedRanges, mergeRanges, type Unsent, withProgress } from './progress-queue.ts';
import { createProgressReporter } from './progress-reporter.ts';
import { trackPlayback } from './track-playback.ts';

const progress: LectureProgress = { positionMs: 0, resumeAtMs: 0, watchedPercent: 0, isDone: false };

const beatOf = (seq: number, more: Partial<Heartbeat> = {}): Heartbeat => ({
  positionMs: seq * 1000,
  ranges: [[(seq - 1) * 1000, seq * 1000]],
  rate: 1,
  seq,
  sessionId: 'this-opening',
  ...more,
});

/** A server that accepts reports, or fails. */
const anEar = () => {
  const heard: Unsent[] = [];
  const refused: string[] = [];
  const outcomes: (() => ApiError | undefined)[] = [];
  const reporter = createProgressReporter({
    queue: createProgressQueue(localStorage),
    userId: 'meera',
    send: async (entry) => {
      const failure = outcomes.shift()?.();
      if (failure) throw failure;
      heard.push(entry);
      return progress;
    },
  });
  const shown: string[] = [];
  reporter.setEvents({
    onProgress: (lectureId) => shown.push(lectureId),
    onRefused: ({ code }) => refused.push(code),
  });
  const fails = (status: number, code: string) => outcomes.push(() => new ApiError({ status, code }));
  return { reporter, heard, shown, refused, fails };
};

test('a jump is not watched; what is played twice counts once', { tags: ['VID-52'] }, () => {
  const watched = createWatchedRanges();
  for (const seconds of [0, 0.25, 0.5]) watched.reach(seconds);
  watched.leave();
  for (const seconds of [50, 51]) watched.reach(seconds);
  watched.leave();
  for (const seconds of [0.4, 1]) watched.reach(seconds);
  expect(watched.take()).toEqual([
    [0, 1000],
    [50_000, 51_000],
  ]);
  expect(watched.take()).toEqual([]);
});

test('of very many ranges the shortest are left out', () => {
  const ranges = Array.from({ length: 150 }, (_, index): [number, number] => [index * 1000, index * 1000 + index + 1]);
  const merged = mergeRanges(ranges);
  expect(merged).toHaveLength(100);
  expect(merged[0]).toEqual([50_000, 50_051]);
});

test('a minute watched offline is reported later, in one report and in order', async () => {
  const { reporter, heard, fails } = anEar();
  await reporter.report('first', beatOf(1));
  for (const seq of [2, 3]) {
    fails(0, 'unreachable');
    await reporter.report('first', beatOf(seq));
  }
  fails(0, 'unreachable');
  await reporter.report('second', beatOf(1, { sessionId: 'another' }));
  expect(heard).toHaveLength(1);
  expect(reporter.positionMsOf('first')).toBe(3000);

  // The page is closed, and opened again.
  const next = anEar();
  await next.reporter.flush();
  expect(next.heard.map((entry) => 'beat' in entry && [entry.lectureId, entry.beat.seq, entry.beat.ranges])).toEqual([
    ['first', 3, [[1000, 3000]]],
    ['second', 1, [[0, 1000]]],
  ]);
  expect(next.reporter.positionMsOf('first')).toBeUndefined();
});

test('a mark made offline is sent later, in its place among the reports; only the last of several', async () => {
  const { reporter, heard, fails } = anEar();
  const offline = async <T>(act: () => Promise<T>): Promise<T> => {
    fails(0, 'unreachable');
    fails(0, 'unreachable');
    const result = await act();
    return result;
  };
  await offline(() => reporter.report('first', beatOf(1)));
  const pending: string[] = [];
  for (const isDone of [true, false, true]) pending.push(await offline(() => reporter.mark('first', isDone)));
  await offline(() => reporter.report('first', beatOf(2)));
  expect([pending, heard]).toEqual([['pending', 'pending', 'pending'], []]);
  expect(reporter.positionMsOf('first')).toBe(2000);

  // The page is closed, and opened again.
  const next = anEar();
  await next.reporter.flush();
  expect(next.heard.map((entry) => ('beat' in entry ? entry.beat.ranges : entry.isDone))).toEqual([
    [[0, 1000]],
    true,
    [[1000, 2000]],
  ]);
  expect(localStorage.getItem('progress-outbox')).toBe('[]');
});

test('a mark that arrives shows its progress; one that is refused says so, and is not kept', async () => {
  const { reporter, shown, fails } = anEar();
  expect(await reporter.mark('first', true)).toBe('settled');
  expect(shown).toEqual(['first']);
  fails(404, 'lecture_not_found');
  await expect(reporter.mark('first', false)).rejects.toMatchObject({ code: 'lecture_not_found' });
  expect(localStorage.getItem('progress-outbox')).toBe('[]');
});

test('a refusal is reported once and not retried; reports of another user are never sent', async () => {
  const { reporter, heard, refused, fails } = anEar();
  fails(403, 'session_displaced');
  await reporter.report('first', beatOf(1));
  expect(refused).toEqual(['session_displaced']);
  await reporter.flush();
  expect(heard).toEqual([]);

  createProgressQueue(localStorage).add({ userId: 'someone else', lectureId: 'first', beat: beatOf(1) });
  const next = anEar();
  await next.reporter.flush();
  expect(next.heard).toEqual([]);
});

test('an unreadable queue is treated as empty', () => {
  localStorage.setItem('progress-outbox', '[{"userId":"meera"},3]');
  expect(createProgressQueue(localStorage).of('meera')).toEqual([]);
});

const aVideo = () => {
  const video = document.createElement('video');
  const state = { currentTime: 0, paused: true, ended: false, seeking: false, readyState: 4, error: null };
  for (const name of ['currentTime', 'paused', 'ended', 'seeking', 'readyState', 'error'] as const)
    Object.defineProperty(video, name, { get: () => state[name] });
  const happens = (name: string, change: Partial<typeof state> = {}) => {
    Object.assign(state, change);
    fireEvent(video, new Event(name));
  };
  return { video, happens };
};

test(
  'a report goes out at the start, every 15 seconds, at a pause, a jump, the end, and when the page goes',
  { tags: ['VID-52'] },
  () => {
    vi.useFakeTimers();
    const beats: Heartbeat[] = [];
    const last: Heartbeat[] = [];
    const { video, happens } = aVideo();
    const watching = trackPlayback({
      video,
      positionMs: 0,
      sessionId: 'this-opening',
      onReport: (heartbeat) => beats.push(heartbeat),
      onLastReport: (heartbeat) => last.push(heartbeat),
    });
    fireEvent(window, new Event('pagehide'));
    expect(last).toEqual([]);

    happens('play', { paused: false });
    happens('timeupdate', { currentTime: 14 });
    vi.advanceTimersByTime(15_000);
    happens('seeking', { seeking: true, currentTime: 50 });
    happens('seeked', { seeking: false });
    happens('timeupdate', { currentTime: 51 });
    happens('pause', { paused: true, currentTime: 51.5 });
    fireEvent(window, new Event('pagehide'));
    happens('play', { paused: false });
    happens('timeupdate', { currentTime: 60 });
    happens('ended', { paused: true, ended: true });
    watching.stop();
    vi.advanceTimersByTime(60_000);
    vi.useRealTimers();

    expect(beats.map(({ positionMs, ranges, ended }) => [positionMs, ranges, ended === true])).toEqual([
      [0, [], false],
      [14_000, [[0, 14_000]], false],
      [50_000, [], false],
      [51_500, [[50_000, 51_500]], false],
      [51_500, [], false],
      [60_000, [[51_500, 60_000]], true],
    ]);
    expect(last.map(({ positionMs, ranges }) => [positionMs, ranges])).toEqual([
      [51_500, []],
      [60_000, []],
    ]);
    expect([...beats, ...last].map(({ seq }) => seq).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  },
);

test('a jump back by more than three seconds is a rewind, a shorter one and a jump ahead are not', () => {
  const beats: Heartbeat[] = [];
  const { video, happens } = aVideo();
  const onReport = (heartbeat: Heartbeat) => void beats.push(heartbeat);
  const watching = trackPlayback({ video, positionMs: 0, sessionId: 's1', onReport, onLastReport: onReport });
  const jump = (currentTime: number) => {
    happens('seeking', { seeking: true, currentTime });
    happens('timeupdate', { seeking: false });
    happens('seeked');
  };
  happens('play', { paused: false });
  happens('timeupdate', { currentTime: 60 });
  for (const seconds of [50, 48, 90, 30]) jump(seconds);
  watching.stop();
  expect(beats.flatMap(({ rewinds = [] }) => rewinds)).toEqual([50_000, 30_000]);
});

test('a course counts its watched lectures as they become known', () => {
  const response = {
    lectures: [
      { _id: 'a', progress: { ...progress, isDone: true } },
      { _id: 'b', progress },
      { _id: 'c', progress: null },
    ],
    progress: { doneLectures: 1, lectures: 3, percent: 33, resumeLectureId: 'b' },
  };
  const next = withProgress(response, 'b', { ...progress, isDone: true });
  expect(next.progress).toMatchObject({ doneLectures: 2, percent: 66 });
  expect(next.lectures[1]?.progress?.isDone).toBe(true);
});
