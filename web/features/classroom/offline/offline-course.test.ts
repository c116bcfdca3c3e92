import { expect, test } from 'vitest';
import { courseOf } from './offline-course.ts';
import { download } from './offline-lecture-for-test.ts';
import type { OfflineLecture, OfflineOutline } from './offline-store.ts';

const progress = { positionMs: 0, resumeAtMs: 0, watchedPercent: 100, isDone: true };
const listed = (_id: string, sectionId: string | null) => ({
  _id,
  title: `Title of ${_id}`,
  durationMs: 60_000,
  sectionId,
  progress: _id === 'l4' ? progress : null,
});
const outline: OfflineOutline = {
  sections: [
    { _id: 's1', title: 'Money in' },
    { _id: 's2', title: 'Money out' },
  ],
  lectures: [listed('l1', null), listed('l2', 's1'), listed('l3', 's2'), listed('l4', 's2')],
};

const copyOf = (_id: string, position: number): OfflineLecture => ({
  ...download,
  _id,
  position,
  outline,
  lecture: { ...download.lecture, _id, lecture: [{ secure_url: `/kept/${_id}/media` }] },
});

test('a downloaded course has all its sections and lectures, of which only the copies have an address', () => {
  const course = courseOf([copyOf('l3', 3), copyOf('l2', 2)]);
  expect(course?.sections).toEqual(outline.sections);
  expect(
    course?.lectures.map(({ _id, sectionId, isPlayable, lecture }) => [_id, sectionId, isPlayable, lecture]),
  ).toEqual([
    ['l1', null, false, []],
    ['l2', 's1', true, [{ secure_url: '/kept/l2/media' }]],
    ['l3', 's2', true, [{ secure_url: '/kept/l3/media' }]],
    ['l4', 's2', false, []],
  ]);
  expect(course?.lectures[3]).toMatchObject({ title: 'Title of l4', durationMs: 60_000, progress: { isDone: true } });
});

test('progress counts the whole course, and the first copy is where it resumes', () => {
  const { progress: ofCourse } = courseOf([copyOf('l3', 3), copyOf('l2', 2)]) ?? {};
  expect(ofCourse).toEqual({ doneLectures: 1, lectures: 4, percent: 25, resumeLectureId: 'l2' });
});

test('copies that know nothing of their course are all of it', () => {
  const alone = { ...copyOf('l2', 2), outline: undefined };
  expect(courseOf([alone])).toMatchObject({ sections: [], lectures: [{ _id: 'l2', sectionId: null }] });
  expect(courseOf([])).toBeUndefined();
});

test('a text that an earlier version downloaded is shown with its lists and quotations', () => {
  const said = (text: string) => [{ text, marks: [], href: null }];
  const earlier = [
    { kind: 'number', spans: said('पढ़ें') },
    { kind: 'number', spans: said('Write') },
    { kind: 'quote', spans: said('Do not search yet.') },
  ];
  const copy = copyOf('l2', 2);
  // What a device has stored is no longer what its type says.
  Object.assign(copy.lecture, { kind: 'text', lecture: [], text: earlier });
  const paragraph = (text: string) => ({ kind: 'paragraph', spans: said(text) });
  const items = ['पढ़ें', 'Write'].map((text) => ({ isDone: null, blocks: [paragraph(text)] }));
  expect(courseOf([copy])?.lectures[1]?.text).toEqual([
    { kind: 'list', start: 1, items },
    { kind: 'quote', blocks: [paragraph('Do not search yet.')] },
  ]);
});

test('what was marked without a connection is shown as marked, downloaded or not', () => {
  const marks = new Map([
    ['l2', true],
    ['l3', true],
    ['l4', false],
  ]);
  const course = courseOf([copyOf('l2', 2)], marks);
  expect(course?.lectures.map(({ progress: one }) => one?.isDone)).toEqual([undefined, true, true, false]);
  expect(course?.lectures[3]?.progress).toMatchObject({ watchedPercent: 100 });
  expect(course?.progress).toMatchObject({ doneLectures: 2, percent: 50 });
});
