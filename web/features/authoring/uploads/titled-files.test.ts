import { expect, test } from 'vitest';
import { titledFiles, titleOf } from './picked-files.ts';

test.each([
  ['23-merge-cells.mp4', 'Merge cells'],
  ['01 - What is rain.MOV', 'What is rain'],
  ['1.2_pivot_by_month.webm', 'Pivot by month'],
  ['07) the last step.mp4', 'The last step'],
  ['3D modelling.mp4', '3D modelling'],
  ['Version 2.5 explained.mp4', 'Version 2.5 explained'],
  ['001.mp4', '001'],
  ['04 मेघ.mp4', 'मेघ'],
  ['no extension', 'No extension'],
  ['.mp4', '.mp4'],
  [' .mp4', '.mp4'],
  [`${'x'.repeat(199)}🏺.mp4`, `X${'x'.repeat(198)}`],
])('%s becomes “%s”', (fileName, title) => {
  expect(titleOf(fileName)).toBe(title);
});

test('the numbers of the names give the order, and all are drafts of one batch', () => {
  const files = ['10-end.mp4', '2-middle.mp4', '1-start.mp4'].map((name) => new File(['x'], name));
  const titled = titledFiles(files, 's1');
  expect(titled.map(({ text: { title, batch } }) => [title, batch?.index])).toEqual([
    ['Start', 0],
    ['Middle', 1],
    ['End', 2],
  ]);
  expect(new Set(titled.map(({ text }) => text.batch?._id)).size).toBe(1);
  expect(titled[0]?.text).toMatchObject({ description: '', isDraft: true, sectionId: 's1' });
});
