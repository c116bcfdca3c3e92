// @module-tag both
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { JUNE_MORNING_MS } from '#test/fake-clock.ts';
import { startAppIn } from '#test/start-app.ts';
import { oldSchool } from './dump.ts';

const BEFORE = 86;
const cue = (text: string): string => `WEBVTT\n\n00:00:01.000 --> 00:00:02.500\n${text}\n`;

/** Of two lectures: as earlier versions stored them, and as players need them. */
const STORED = [
  [0, 'en', 'If x < 5 then AT&T stops', 'If x &lt; 5 then AT&amp;T stops'],
  [0, 'hi', 'यदि x < 5', 'यदि x &lt; 5'],
  [1, 'en', 'R&amp;D &lt;3', 'R&amp;D &lt;3'],
] as const;

test('captions that an earlier version stored are stored again with their signs escaped', async () => {
  const { data, database } = await oldSchool({ upTo: BEFORE });
  const { dataDir } = data;
  await mkdir(join(dataDir, 'files', 'captions'), { recursive: true });
  const lectures = await database.db.selectFrom('lectures').select('id').orderBy('id').limit(2).execute();
  for (const [index, [lecture, language, stored]] of STORED.entries()) {
    const key = `captions/old-${index}.vtt`;
    await writeFile(join(dataDir, 'files', key), cue(stored));
    const of = { lecture_id: lectures[lecture]?.id ?? '', language, label: language, file_key: key, words: '' };
    await database.db
      .insertInto('captions')
      .values({ ...of, created_at: 1, updated_at: 1 })
      .execute();
  }
  await database.close();

  await using app = await startAppIn(data, JUNE_MORNING_MS);
  await app.jobs.runDue();
  const { db } = app.database;
  const now = await db.selectFrom('captions').selectAll().orderBy('lecture_id').orderBy('language').execute();
  const texts = now.map(({ file_key: key }) => readFile(join(dataDir, 'files', key), 'utf8'));
  expect(await Promise.all(texts)).toEqual(STORED.map(([, , , right]) => cue(right)));
  expect(now.map(({ words }) => words)).toEqual(['if x 5 then at t stops', 'यदि x 5', 'r d 3']);
  const jobs = db.selectFrom('jobs').select('state').where('name', '=', 'classroom.read-captions-again');
  expect(await jobs.execute()).toEqual(STORED.map(() => ({ state: 'done' })));
});
