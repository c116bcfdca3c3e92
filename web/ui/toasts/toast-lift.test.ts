import { expect, test } from 'vitest';
import { liftOver } from './toaster.tsx';

const edges = (left: number, top: number, width: number, height: number) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});
const box = edges(16, 780, 300, 50);

test.each([
  ['nothing is below it', [], 0],
  ['a button is below it', [edges(20, 800, 350, 40)], 38],
  ['a button is beside it', [edges(320, 800, 60, 40)], 0],
  ['a heading ends above it', [edges(16, 700, 300, 80)], 0],
  ['the place above the button has a heading', [edges(16, 720, 300, 40), edges(20, 800, 350, 40)], 118],
  ['there is no room at all', [edges(0, 20, 390, 820)], 0],
])('when %s', (_, obstacles, liftPx) => {
  expect(liftOver(box, obstacles)).toBe(liftPx);
});
