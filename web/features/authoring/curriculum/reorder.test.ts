import { expect, test } from 'vitest';
import { type DropEdge, landingOf, withDropped } from './reorder.ts';
import { outlineOf, type OutlineItem } from './outline.ts';

const outline = outlineOf({
  sections: [
    { _id: 'files', title: 'Files' },
    { _id: 'loops', title: 'Loops' },
  ],
  lectures: [
    { _id: 'csv', sectionId: 'files' },
    { _id: 'json', sectionId: 'files' },
    { _id: 'while', sectionId: 'loops' },
  ],
});

const dropped = (item: OutlineItem, edge: DropEdge, closed = ''): string => {
  const isClosed = (key: string): boolean => key === closed;
  return withDropped(outline, item, landingOf(outline, item, edge, isClosed), isClosed)
    .slice(1)
    .map(({ title, lectureIds }) => `${title}: ${lectureIds.join(' ')}`)
    .join(' | ');
};

test.each<[DropEdge['row'], DropEdge['edge'], string]>([
  ['lecture:csv', 'top', 'Files: while csv json | Loops: '],
  ['lecture:csv', 'bottom', 'Files: csv while json | Loops: '],
  ['section:files', 'top', 'Files: while csv json | Loops: '],
  ['end:files', 'bottom', 'Files: csv json while | Loops: '],
])('a lecture that is dropped on %s, %s', (row, edge, expected) => {
  expect(dropped({ kind: 'lecture', id: 'while' }, { row, edge })).toBe(expected);
});

test('a lecture that is dropped on a closed section becomes its last', () => {
  const item = { kind: 'lecture', id: 'while' } as const;
  expect(dropped(item, { row: 'section:files', edge: 'top' }, 'files')).toBe('Files: csv json while | Loops: ');
});

test('a section is dropped before or after another one, wherever the pointer is', () => {
  const before = 'Files: csv json | Loops: while';
  const after = 'Loops: while | Files: csv json';
  const files = { kind: 'section', id: 'files' } as const;
  expect(dropped(files, { row: 'lecture:while', edge: 'top' })).toBe(after);
  expect(dropped(files, { row: 'section:loops', edge: 'top' })).toBe(before);
  expect(dropped(files, { row: 'section:loops', edge: 'bottom' }, 'loops')).toBe(after);
  expect(dropped({ kind: 'section', id: 'loops' }, { row: 'section:files', edge: 'top' })).toBe(after);
});
