import { expect, test } from 'vitest';
import { withoutMarks } from './format.ts';

test('the first lines of a description show no marks of Markdown', () => {
  expect(withoutMarks('## Kilns\n\nA **hot** one, [by us](https://kiln.example), `slow`.\n- Wood\n> Gas')).toBe(
    'Kilns\n\nA hot one, by us, slow.\nWood\nGas',
  );
});

test('what is no mark stays', () => {
  const plain = '2 * 3 = 6, 5 > 4, snake_case, #1 [sic] (so)';
  expect(withoutMarks(plain)).toBe(plain);
});
