import { expect, test } from 'vitest';
import {
  type CourseOutline,
  outlineOf,
  positionOf,
  requestOf,
  stepped,
  withLectureAt,
  withLecturesOf,
  withoutSection,
  withSection,
  withSectionAt,
  withTitle,
} from './outline.ts';
import { english } from '#contract/languages/language.ts';

const saved = {
  sections: [
    { _id: 'files', title: 'Files' },
    { _id: 'loops', title: 'Loops' },
  ],
  lectures: [
    { _id: 'welcome', sectionId: null },
    { _id: 'csv', sectionId: 'files' },
    { _id: 'json', sectionId: 'files' },
    { _id: 'while', sectionId: 'loops' },
  ],
};
const outline = outlineOf(saved);
const written = (parts: CourseOutline): string =>
  parts.map(({ title, lectureIds }) => `${title}: ${lectureIds.join(' ')}`).join(' | ');

test('an outline begins with the lectures before the first section', () => {
  expect(written(outline)).toBe(': welcome | Files: csv json | Loops: while');
  expect(requestOf(outline, saved)).toEqual({
    lectureIds: ['welcome'],
    sections: [
      { _id: 'files', title: 'Files', lectureIds: ['csv', 'json'] },
      { _id: 'loops', title: 'Loops', lectureIds: ['while'] },
    ],
  });
});

test.each([
  ['csv', 'files', 2, ': welcome | Files: json csv | Loops: while'],
  ['csv', 'files', 1, ': welcome | Files: csv json | Loops: while'],
  ['json', 'files', 0, ': welcome | Files: json csv | Loops: while'],
  ['json', 'loops', 1, ': welcome | Files: csv | Loops: while json'],
  ['while', '', 0, ': while welcome | Files: csv json | Loops: '],
])('%s is placed in %s before place %i', (lectureId, key, index, expected) => {
  expect(written(withLectureAt(outline, lectureId, { key, index }))).toBe(expected);
});

test.each([
  ['csv', 1, ': welcome | Files: json csv | Loops: while'],
  ['json', 1, ': welcome | Files: csv | Loops: json while'],
  ['csv', -1, ': welcome csv | Files: json | Loops: while'],
  ['welcome', -1, ': welcome | Files: csv json | Loops: while'],
  ['while', 1, ': welcome | Files: csv json | Loops: while'],
  ['while', -1, ': welcome | Files: csv json while | Loops: '],
] as const)('a step moves %s by %i within and across sections', (id, step, expected) => {
  expect(written(stepped(outline, { kind: 'lecture', id }, step))).toBe(expected);
});

test('a section moves with its lectures, and stays at the ends', () => {
  const swapped = ': welcome | Loops: while | Files: csv json';
  expect(written(stepped(outline, { kind: 'section', id: 'files' }, 1))).toBe(swapped);
  expect(written(stepped(outline, { kind: 'section', id: 'loops' }, -1))).toBe(swapped);
  expect(written(withSectionAt(outline, 'loops', 0))).toBe(swapped);
  for (const [id, step] of [
    ['files', -1],
    ['loops', 1],
  ] as const)
    expect(written(stepped(outline, { kind: 'section', id }, step))).toBe(written(outline));
});

test('a removed section leaves its lectures to the part before it', () => {
  expect(written(withoutSection(outline, 'loops'))).toBe(': welcome | Files: csv json while');
  expect(written(withoutSection(outline, 'files'))).toBe(': welcome csv json | Loops: while');
});

test('a section that the server does not have is added', () => {
  const changed = withSection(withTitle(outline, 'files', 'All files'), {
    key: 'new',
    id: undefined,
    title: 'New',
    lectureIds: [],
  });
  const lectureIds = ['csv', 'json'];
  expect(requestOf(changed, { ...saved, sections: saved.sections.slice(1) }).sections).toEqual([
    { title: 'All files', lectureIds },
    { _id: 'loops', title: 'Loops', lectureIds: ['while'] },
    { title: 'New', lectureIds: [] },
  ]);
});

test('lectures that were added and deleted meanwhile are in an outline that was edited', () => {
  const lectures = [
    ...saved.lectures.filter(({ _id }) => _id !== 'csv'),
    { _id: 'xml', sectionId: 'files' },
    { _id: 'lost', sectionId: 'gone' },
  ];
  const edited = withLectureAt(outline, 'welcome', { key: 'loops', index: 0 });
  expect(written(withLecturesOf(edited, { ...saved, lectures }))).toBe(
    ':  | Files: json xml | Loops: welcome while lost',
  );
});

test('positions are said with the section', () => {
  expect(positionOf(outline, { kind: 'lecture', id: 'json' }, english)).toBe('2 of 2 in Files');
  expect(positionOf(outline, { kind: 'lecture', id: 'welcome' }, english)).toBe('1 of 1');
  expect(positionOf(outline, { kind: 'section', id: 'loops' }, english)).toBe('section 2 of 2');
});
