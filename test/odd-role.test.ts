// @module-tag both
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { allEndpoints, API_PREFIX } from '#contract/api.ts';
import { openSchool } from './fuzz/school.ts';
import { startApp } from './start-app.ts';

test('a role that is none, stored by whatever means, closes no page and gives no rights', async () => {
  await using app = await startApp();
  const { callers, ids } = await openSchool(app);
  await sql`UPDATE users SET role = 'SUPER' WHERE role <> 'ADMIN'`.execute(app.database.db);
  const paths = allEndpoints()
    .filter(({ method, path }) => method === 'GET' && !path.endsWith('/stream') && !path.endsWith('/logout'))
    .map(({ path }) => path);
  const urlOf = (path: string, index: number): string =>
    API_PREFIX + path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(ids(name)?.at(index) ?? 'none'));
  const failed: string[] = [];
  for (const path of paths)
    for (const who of ['visitor', 'member', 'teacher', 'admin'] as const)
      for (const index of [0, -1]) {
        const { statusCode } = await app.http.inject({ url: urlOf(path, index), headers: callers.get(who) ?? {} });
        if (statusCode >= 500) failed.push(`${who} ${path} ${statusCode}`);
      }
  expect(failed).toEqual([]);
  const read = async (path: string, who: 'member' | 'admin') =>
    app.http.inject({ url: `${API_PREFIX}${path}`, headers: callers.get(who) ?? {} });
  expect((await read('/user/me', 'member')).body).toContain('"role":"USER"');
  expect((await read('/admin/people', 'member')).statusCode).toBe(403);
  const people = await read('/admin/people', 'admin');
  expect([people.statusCode, people.body.includes('SUPER')]).toEqual([200, false]);
});
