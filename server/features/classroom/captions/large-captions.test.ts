import { expect, test } from 'vitest';
import { leastOf, longestTurn } from '#test/longest-turn.ts';
import { createCaptionReading, type ReadCaptions } from './caption-words.ts';

const timeOf = (second: number): string => new Date(second * 1000).toISOString().slice(11, 19);

test('a large file of captions holds nobody while it is read, and what is wrong with one is said', async () => {
  const read = createCaptionReading();
  const cues = Array.from({ length: 20_000 }, (_, second) => {
    const time = timeOf(second);
    return `${time},000 --> ${time},900\nनमस्ते दुनिया ${second}\n`;
  });
  const found: ReadCaptions[] = [];
  const measure = () =>
    longestTurn(async () => {
      found.push(await read(Buffer.from(cues.join('\n')), 'meera'));
    });
  expect(await leastOf(100, measure)).toBeLessThan(100);
  expect(found[0]?.report).toEqual({ read: 20_000, repaired: [], leftOut: [] });
  expect(found[0]?.words).toContain('19999');
  await expect(read(Buffer.from('a\n'.repeat(20_000)), 'meera')).rejects.toMatchObject({ code: 'not_captions' });
});
