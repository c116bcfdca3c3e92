import { afterEach, expect, test } from 'vitest';
import { stepOfArrow } from './step-of-arrow.ts';

afterEach(() => document.documentElement.removeAttribute('dir'));

test('arrow keys follow the direction of the language', () => {
  const steps = () => ['ArrowRight', 'ArrowLeft', 'ArrowUp'].map((key) => stepOfArrow({ key }));
  expect(steps()).toEqual([1, -1, 0]);
  document.documentElement.dir = 'rtl';
  expect(steps()).toEqual([-1, 1, 0]);
});
