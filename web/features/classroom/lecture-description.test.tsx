import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { LectureDescription } from './lecture-heading.tsx';

const hasFold = (text: string): boolean => {
  const { unmount } = render(<LectureDescription>{text}</LectureDescription>);
  const isFolded = screen.queryByRole('button', { name: 'Read more' }) !== null;
  unmount();
  return isFolded;
};

test('a description is folded from its fourth line on', () => {
  expect(hasFold('a'.repeat(225))).toBe(false);
  expect(hasFold('a'.repeat(226))).toBe(true);
  expect(hasFold('a\nb\nc')).toBe(false);
  expect(hasFold('a\nb\nc\nd')).toBe(true);
});

test('a lecture without a description has no place for one', () => {
  expect(render(<LectureDescription>{''}</LectureDescription>).container.innerHTML).toBe('');
});
