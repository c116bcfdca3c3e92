import { describe, expect, test } from 'vitest';
import type { Heartbeat } from '#contract/classroom/progress.ts';
import type { LectureProgressRow } from '#server/database/tables/learning.ts';
import { nothingWatched, presentCourse, presentProgress, withHeartbeat, withMark } from './watching.ts';

const NOW = 100_000_000;
const TEN_MINUTES = 600_000;
const ids = { userId: 'u', lectureId: 'l', courseId: 'c' };
const fresh = nothingWatched(ids, NOW);
const longAgo = { ...fresh, allowance_from: NOW - 3_600_000 };

const beat = (more: Partial<Heartbeat> = {}): Heartbeat => ({
  positionMs: 0,
  ranges: [],
  rate: 1,
  seq: 0,
  sessionId: 's',
  ...more,
});

const after = (row: LectureProgressRow, more: Partial<Heartbeat>, durationMs: number | null = TEN_MINUTES, now = NOW) =>
  withHeartbeat(row, beat(more), { kind: 'video', durationMs, now });

test('nothing is watched at first', () => {
  expect(fresh).toEqual({
    user_id: 'u',
    lecture_id: 'l',
    course_id: 'c',
    position_ms: 0,
    watched: '[]',
    watched_ms: 0,
    allowance_from: NOW - 15_000,
    session_id: '',
    seq: -1,
    done_at: null,
    watched_at: NOW,
    began_at: NOW,
  });
});

describe('a heartbeat', () => {
  test('adds what was played, with its time', () => {
    expect(after(fresh, { positionMs: 9000, ranges: [[0, 9000]], seq: 4 }, TEN_MINUTES, NOW + 1)).toEqual({
      ...fresh,
      position_ms: 9000,
      watched: '[[0,9000]]',
      watched_ms: 9000,
      allowance_from: NOW - 12_000,
      session_id: 's',
      seq: 4,
      watched_at: NOW + 1,
    });
  });

  test('changes nothing when late or repeated; one of another player counts', () => {
    const row = after(fresh, { seq: 4, ranges: [[0, 1000]] });
    for (const seq of [3, 4]) expect(after(row, { seq, ranges: [[5000, 6000]] })).toBe(row);
    expect(after(row, { seq: 5, ranges: [[5000, 6000]] }).watched_ms).toBe(2000);
    expect(after(row, { seq: 0, sessionId: 'other', ranges: [[5000, 6000]] })).toMatchObject({
      watched_ms: 2000,
      session_id: 'other',
      seq: 0,
    });
  });

  test('adds at most three times the elapsed time plus five seconds', () => {
    const all = { ranges: [[0, TEN_MINUTES]] as [number, number][] };
    expect(after(fresh, all)).toMatchObject({ watched_ms: 50_000, allowance_from: NOW + 1667 });
    expect(after({ ...fresh, allowance_from: NOW }, all).watched_ms).toBe(5000);
    const dayAgo = { ...fresh, allowance_from: NOW - 86_400_000 };
    const week = after(dayAgo, { ranges: [[0, 99_000_000]] }, null);
    expect(week.watched_ms).toBe(10_805_000);
    expect(week.allowance_from).toBe(NOW - 3_600_000 + 3_601_667);
  });

  test('without new ranges uses up no allowance', () => {
    const row = after(longAgo, { ranges: [[0, 1000]] });
    expect(after(row, { seq: 1, ranges: [[0, 1000]] }).allowance_from).toBe(row.allowance_from);
    const more = { ...longAgo, watched: '[[0,1000]]', watched_ms: 2000 };
    expect(after(more, {}).allowance_from).toBe(NOW - 3_600_000);
  });

  test('has no position after the end', () => {
    expect(after(longAgo, { ranges: [[0, 700_000]] }).watched_ms).toBe(TEN_MINUTES);
    expect(after(fresh, { positionMs: 700_000 }).position_ms).toBe(TEN_MINUTES);
    expect(after(fresh, { positionMs: 700_000 }, null).position_ms).toBe(700_000);
  });

  test.each([
    [539_999, false, null],
    [540_000, false, NOW],
    [479_999, true, null],
    [480_000, true, NOW],
  ])('with %d of ten minutes, ended: %s, completes at %s', (ms, ended, doneAt) => {
    expect(after(longAgo, { ranges: [[0, ms]], ended }).done_at).toBe(doneAt);
  });

  test('of a video of unknown length completes when it ended and was watched', () => {
    const ranges: [number, number][] = [[0, 80_000]];
    expect(after(longAgo, { ranges, positionMs: 100_000, ended: true }, null).done_at).toBe(NOW);
    expect(after(longAgo, { ranges, positionMs: 100_001, ended: true }, null).done_at).toBeNull();
    expect(after(longAgo, { ranges, positionMs: 80_000 }, null).done_at).toBeNull();
    expect(after(longAgo, { positionMs: 0, ended: true }, null).done_at).toBeNull();
    expect(after(longAgo, { ranges, ended: true }, 0).done_at).toBeNull();
  });

  test('keeps a completed lecture completed', () => {
    expect(after({ ...fresh, done_at: 7 }, {}).done_at).toBe(7);
    expect(after({ ...longAgo, done_at: 7 }, { ranges: [[0, TEN_MINUTES]] }).done_at).toBe(7);
  });
});

test('a mark completes a lecture, and taking it back restores what was watched before', () => {
  const row = { ...fresh, watched: '[[0,5]]', watched_ms: 5, position_ms: 5 };
  const moment = { kind: 'video' as const, durationMs: TEN_MINUTES, now: NOW + 1 };
  const marked = withMark(row, true, moment);
  expect(marked).toEqual({ ...row, done_at: NOW + 1, watched_at: NOW + 1 });
  expect(withMark({ ...row, done_at: 7 }, true, moment).done_at).toBe(7);
  expect(withMark(marked, false, moment)).toEqual({ ...row, watched_at: NOW + 1 });
});

test.each([
  [480_000, TEN_MINUTES, 0],
  [479_999, TEN_MINUTES, 479_999],
  [5, null, 0],
])('%i ms watched of %s: marked as not watched, %i ms stay', (watchedMs, durationMs, staying) => {
  const row = { ...fresh, watched: JSON.stringify([[0, watchedMs]]), watched_ms: watchedMs, done_at: 7 };
  const moment = { kind: 'video' as const, durationMs, now: NOW + 1 };
  expect(withMark(row, false, moment)).toMatchObject({
    done_at: null,
    watched: staying === 0 ? '[]' : row.watched,
    watched_ms: staying,
  });
});

describe('the shown progress of a lecture', () => {
  test('is empty at first', () => {
    const nothing = { positionMs: 0, resumeAtMs: 0, watchedPercent: 0, isDone: false };
    expect(presentProgress(undefined, TEN_MINUTES)).toEqual(nothing);
    for (const length of [null, 0]) expect(presentProgress({ ...fresh, watched_ms: 5 }, length)).toEqual(nothing);
  });

  test.each([
    [9999, 0],
    [10_000, 7000],
    [590_000, 587_000],
    [590_001, 0],
  ])('resumes from %d ms at %d', (position_ms, resumeAtMs) => {
    expect(presentProgress({ ...fresh, position_ms }, TEN_MINUTES)).toMatchObject({
      positionMs: position_ms,
      resumeAtMs,
    });
  });

  test('resumes before the position when the length is unknown', () => {
    expect(presentProgress({ ...fresh, position_ms: 590_001 }, null).resumeAtMs).toBe(587_001);
  });

  test.each([
    [5999, 0],
    [6000, 1],
    [599_999, 99],
    [900_000, 100],
  ])('is, with %d ms, %d %%', (watched_ms, watchedPercent) => {
    expect(presentProgress({ ...fresh, watched_ms }, TEN_MINUTES).watchedPercent).toBe(watchedPercent);
  });

  test('is complete when it was marked', () => {
    expect(presentProgress({ ...fresh, done_at: 0 }, TEN_MINUTES).isDone).toBe(true);
  });
});

describe('the shown progress of a course', () => {
  const course = (rows: Record<string, [watchedAt: number, doneAt: number | null]>, lectures = ['a', 'b', 'c']) =>
    presentCourse(
      lectures,
      new Map(Object.entries(rows).map(([id, [watched_at, done_at]]) => [id, { ...fresh, watched_at, done_at }])),
      (id) => id !== 'locked',
    );

  test('continues with the next lecture that is open', () => {
    expect(course({ a: [1, 1] }, ['a', 'locked', 'c']).resumeLectureId).toBe('c');
    expect(course({ a: [1, 1] }, ['a', 'locked']).resumeLectureId).toBeNull();
  });

  test('continues with the first lecture when nothing was watched', () => {
    expect(course({})).toEqual({ doneLectures: 0, lectures: 3, percent: 0, resumeLectureId: 'a' });
    expect(course({}, [])).toEqual({ doneLectures: 0, lectures: 0, percent: 0, resumeLectureId: null });
  });

  test('continues with the last watched lecture, or the next one if that is complete, wrapping around', () => {
    expect(course({ a: [1, null], b: [2, null] }).resumeLectureId).toBe('b');
    expect(course({ a: [2, null], b: [1, null] }).resumeLectureId).toBe('a');
    expect(course({ a: [2, null], b: [2, null] }).resumeLectureId).toBe('a');
    expect(course({ b: [0, null] }).resumeLectureId).toBe('b');
    expect(course({ b: [2, 2] }).resumeLectureId).toBe('c');
    expect(course({ c: [2, 2] }).resumeLectureId).toBe('a');
    expect(course({ a: [1, 1], c: [2, 2] }).resumeLectureId).toBe('b');
  });

  test('counts completed lectures in whole percent', () => {
    expect(course({ a: [1, 0] })).toMatchObject({ doneLectures: 1, percent: 33 });
    expect(course({ a: [1, 1], b: [1, 1] })).toMatchObject({ doneLectures: 2, percent: 66 });
    expect(course({ a: [1, 1], b: [1, 1], c: [1, 1] })).toEqual({
      doneLectures: 3,
      lectures: 3,
      percent: 100,
      resumeLectureId: null,
    });
  });
});
