import { expect, test } from 'vitest';
import { newId } from '#server/ids.ts';
import { deflatedZip } from '#test/archives.ts';
import { aCourse, aHolder, aLecture, aUser, type Person } from '#test/factories.ts';
import { leastOf, longestTurn } from '#test/longest-turn.ts';
import { multipart } from '#test/multipart.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const MIB = 1024 ** 2;
const head = { name: 'person.json', bytes: Buffer.from('{"format":"lectern-person","version":1}') };
const refused = { success: false, code: 'foreign_export_unreadable' };

const bring = async ({ http }: TestApp, { headers }: Person, bytes: Buffer) => {
  const form = await multipart({ file: { bytes, name: 'my-data.zip', type: 'application/zip' } });
  const response = await http.inject({
    method: 'POST',
    url: '/api/v1/user/import',
    payload: form.payload,
    headers: { ...headers, ...form.headers },
  });
  return response.json();
};

test('a file that unpacks to far more than it is, or to very many files, is refused', async () => {
  await using app = await startApp();
  const meera = await aUser(app);
  const spaces = { name: 'data/notes.json', bytes: Buffer.alloc(64 * MIB, ' ') };
  for (const liar of [spaces, { ...spaces, claimedBytes: 1024 }]) {
    const bomb = deflatedZip([head, liar]);
    expect(bomb.length).toBeLessThan(100_000);
    expect(await bring(app, meera, bomb)).toMatchObject(refused);
  }
  const many = Array.from({ length: 10_001 }, (_, index) => ({ name: `data/${index}.json`, bytes: Buffer.of(0x20) }));
  expect(await bring(app, meera, deflatedZip([head, ...many]))).toMatchObject(refused);
  expect(await bring(app, meera, deflatedZip([head]))).toMatchObject({ success: true, notes: 0 });
});

test('the files of strangers delay nobody else, and their memory is bounded', async () => {
  await using app = await startApp();
  const people = await Promise.all(Array.from({ length: 3 }, () => aUser(app)));
  const inNotes = (text: string): Buffer => deflatedZip([head, { name: 'data/notes.json', bytes: Buffer.from(text) }]);
  const bombs = [
    inNotes(`[${'{},'.repeat(5 * MIB)}{}]`),
    inNotes('['.repeat(16 * MIB)),
    inNotes(`["${'x'.repeat(15 * MIB)}"]`),
  ];
  for (const bomb of bombs) expect(bomb.length).toBeLessThan(40_000);
  let leastGrowth = Infinity;
  const measure = async (): Promise<number> => {
    const before = process.memoryUsage.rss();
    let peak = before;
    const watching = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20);
    let results: unknown[] = [];
    const turnMs = await longestTurn(async () => {
      results = await Promise.all(people.map((person, index) => bring(app, person, bombs[index] ?? Buffer.alloc(0))));
    });
    clearInterval(watching);
    expect(results).toMatchObject(Array.from({ length: 3 }, () => refused));
    leastGrowth = Math.min(leastGrowth, peak - before);
    return turnMs;
  };
  expect(await leastOf(50, measure)).toBeLessThan(50);
  if (leastGrowth >= 60 * MIB) await measure();
  expect(leastGrowth).toBeLessThan(60 * MIB);
});

test('writing hundreds of notes delays nobody else', async () => {
  await using app = await startApp();
  const courseId = await aCourse(app, {});
  const lectureId = await aLecture(app, { courseId });
  const note = () => ({ id: newId(), lecture_id: lectureId, position_ms: 0, text: 'नमस्ते '.repeat(200) });
  const notes = Array.from({ length: 600 }, () => ({ ...note(), created_at: '2026-06-15T04:30:00.000Z' }));
  const file = deflatedZip([head, { name: 'data/notes.json', bytes: Buffer.from(JSON.stringify(notes)) }]);
  let result: unknown;
  const measure = async (): Promise<number> => {
    const learner = await aHolder(app, courseId);
    return longestTurn(async () => (result = await bring(app, learner, file)));
  };
  expect(await leastOf(50, measure)).toBeLessThan(50);
  expect(result).toMatchObject({ success: true, notes: 200, skipped: 400 });
});
