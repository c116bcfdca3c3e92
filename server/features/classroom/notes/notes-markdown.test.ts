import { expect, test } from 'vitest';
import { markdownOf } from './notes-markdown.ts';

const noteAt = (positionMs: number, text: string) => ({ _id: '', positionMs, text });

const written = async (title: string, lectures: Parameters<typeof markdownOf>[1]): Promise<string> =>
  (await Array.fromAsync(markdownOf(title, lectures))).join('');

async function* lecturesOf(...lectures: { title: string; notes: ReturnType<typeof noteAt>[] }[]) {
  yield* lectures;
}

test('each lecture is a heading, and each note an item with its moment', async () => {
  const first = {
    title: 'Profit is\n not cash',
    notes: [noteAt(0, 'Start'), noteAt(314_999, 'Two\nlines\r\nor three'), noteAt(3_599_999, 'Late')],
  };
  const second = { title: 'Rent', notes: [noteAt(3_600_000, 'Hour'), noteAt(36_754_000, 'Hours')] };
  expect(await written('The  Shop\nkeeper', lecturesOf(first, second))).toBe(
    `# The Shop keeper

## Profit is not cash

- **0:00** Start
- **5:14** Two
  lines
  or three
- **59:59** Late

## Rent

- **1:00:00** Hour
- **10:12:34** Hours
`,
  );
  expect(await written('Shop', lecturesOf())).toBe('# Shop\n');
});
