import { expect, test } from 'vitest';
import { coverSources } from './cover.tsx';

test('a thumbnail has addresses in each width, the newest type first', () => {
  const [avif, webp, ...others] = coverSources('https://school.example/files/thumbnails/0a1b2c.webp');
  expect(avif).toEqual({
    type: 'image/avif',
    srcSet:
      'https://school.example/covers/0a1b2c-320.avif 320w, https://school.example/covers/0a1b2c-640.avif 640w, https://school.example/covers/0a1b2c-960.avif 960w, https://school.example/covers/0a1b2c-1280.avif 1280w',
  });
  expect(webp?.type).toBe('image/webp');
  expect(others).toEqual([]);
  expect(coverSources('/files/thumbnails/0a1b2c.jpg')[1]?.srcSet).toMatch(/^\/covers\/0a1b2c-320\.webp 320w, /);
});

test('what is no thumbnail is shown as it is', () => {
  expect(coverSources('blob:https://school.example/1f2e')).toEqual([]);
});
