import { expect, test } from 'vitest';
import { questionTitle } from './plain-words.ts';
import { withoutMarks } from './without-marks.ts';

test('the first lines of a description show no marks of Markdown', () => {
  expect(withoutMarks('## Kilns\n\nA **hot** one, [by us](https://kiln.example), `slow`.\n- Wood\n> Gas')).toBe(
    'Kilns\n\nA hot one, by us, slow.\nWood\nGas',
  );
});

test('what is no mark stays', () => {
  const plain = '2 * 3 = 6, 5 > 4, snake_case, #1 [sic] (so)';
  expect(withoutMarks(plain)).toBe(plain);
});

test('the title of a question leaves its pictures out, unless there is nothing else', () => {
  const picture = '![A receipt of ₹3,20,000](image-1f.webp)';
  expect(questionTitle(`What does **this** show?\n\n${picture}\n\nIt is {{1}}.`)).toBe(
    'What does this show? It is ____.',
  );
  expect(questionTitle(picture)).toBe('A receipt of ₹3,20,000');
  expect(questionTitle('How much?\n\n| Day | Sum |\n|--|--:|\n| 3 Oct | ₹1,20,000 |\n\nIn rupees, a | b.')).toBe(
    'How much? In rupees, a | b.',
  );
  expect(questionTitle('See ![the plan](https://site.example/plan.png)')).toBe('See the plan');
});
