import { expect, test } from 'vitest';
import { startApp } from '#test/start-app.ts';

test('NUL and what is no UTF-8 in an address is refused before any route, and never reaches the database', async () => {
  await using app = await startApp();
  const statusOf = async (url: string, method: 'GET' | 'POST' = 'GET'): Promise<number> =>
    (await app.http.inject({ method, url })).statusCode;
  const pages = [
    'certificates',
    'courses',
    'teachers',
    'gift',
    'reset-password',
    'pages',
    'podcast',
    'calendar',
    'opt-out',
  ];
  for (const page of pages)
    for (const name of ['%00', 'a%00b', '%ff', '%E0%A4%A', '%', '%c0%80'])
      expect(await statusOf(`/${page}/${name}`), `/${page}/${name}`).toBe(404);
  const calls = ['courses', 'certificates', 'user/not-me', 'pages', 'files', 'media/x', 'teachers', 'nothing'];
  for (const path of calls) {
    expect(await statusOf(`/api/v1/${path}/%00`), path).toBe(404);
    expect([400, 404], path).toContain(await statusOf(`/api/v1/${path}/%ff`));
    expect(await statusOf(`/api/v1/user/not-me/%00`, 'POST'), path).toBe(404);
  }
  for (const query of ['search=%00', 'search=%E0%A4', 'search=%', '%00=1', 'limit=%ff'])
    expect(await statusOf(`/api/v1/courses?${query}`), query).toBe(400);
  for (const path of ['/media/a%00b/1/x.mp4', '/files/thumbnails/a%00.webp', '/school-exports/%00/school.zip'])
    expect(await statusOf(path), path).toBe(404);
  // Addresses of search engines and mail programs have odd ends; the page is there.
  expect(await statusOf('/courses?utm=%E0%A4')).toBe(await statusOf('/courses'));
  expect(await statusOf('/api/v1/courses?search=100%25')).toBe(200);
});
