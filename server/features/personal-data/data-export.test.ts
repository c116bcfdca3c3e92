import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { DAY_MS, MINUTE_MS } from '#server/clock.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import { call } from '#test/call.ts';
import { aLaterSession, aUser, type Person } from '#test/factories.ts';
import { subjectsTo } from '#test/mailbox.ts';
import { noticesOf } from '#test/notices.ts';
import { startApp, type TestApp } from '#test/start-app.ts';
import { unzip } from '#test/unzip.ts';
import { aWholeLife, LEAVER } from '#test/whole-life.ts';

const Requested = z.object({ export: z.object({ _id: z.string() }) });
const sweep = defineJob({ name: 'personal-data.sweep', lane: 'upkeep', payload: z.object({}) });

const request = (app: TestApp, { token }: Person) => call(app, 'POST', '/user/export', { token });

/** Requests an export and runs its job. */
const exported = async (app: TestApp, person: Person): Promise<string> => {
  const { export: requested } = Requested.parse((await request(app, person)).body);
  await app.jobs.runDue();
  return requested._id;
};

const download = ({ http }: TestApp, { headers }: Person, id: string) =>
  http.inject({ method: 'GET', url: `/api/v1/user/exports/${id}`, headers });

test('a user downloads everything that the school knows of them, after a notice', async () => {
  await using app = await startApp();
  const { leaver, courseId, lectureId, code } = await aWholeLife(app);
  const id = await exported(app, leaver);
  const [notice] = await noticesOf(app, leaver);
  expect(notice).toMatchObject({ kind: 'export_ready', exportId: id, path: '/user/security' });
  expect(await subjectsTo(app, LEAVER.email)).toContain('Your data is ready');

  const response = await download(app, leaver, id);
  expect(response.statusCode).toBe(200);
  expect(response.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="my-data.zip"',
    'cache-control': 'private, no-store',
  });
  const files = unzip(response.rawPayload);
  const read = (name: string): unknown => JSON.parse(files.get(name)?.toString() ?? 'null');
  expect(read('person.json')).toMatchObject({ format: 'lectern-person', version: 1 });
  expect(read('data/account.json')).toMatchObject([{ full_name: LEAVER.fullName, email: LEAVER.email, role: 'USER' }]);
  expect(read('data/notes.json')).toMatchObject([
    { lecture_id: lectureId, text: 'Warm air rises.', position_ms: 4000 },
  ]);
  expect(read('data/progress.json')).toMatchObject([
    { course_id: courseId, watched_ms: 600_000, done_at: '2026-06-15T04:30:00.000Z' },
    { watched_ms: 600_000 },
  ]);
  expect(read('data/questions.json')).toMatchObject([{ text: 'Why does warm land pull the wind?' }]);
  expect(read('data/answers.json')).toMatchObject([{ text: 'A towering cloud.' }]);
  expect(read('data/quiz-attempts.json')).toMatchObject([{ number: 1, earned: 0, has_passed: 0 }]);
  expect(read('data/quiz-answers.json')).toMatchObject([{ position: 0, answer: { choices: ['b'] } }]);
  expect(read('data/reviews.json')).toMatchObject([{ stars: 4, text: 'I saw the rain come.' }]);
  expect(read('data/payments.json')).toMatchObject([{ amount_in_paise: 49_900, status: 'captured' }]);
  expect(read('data/certificates.json')).toMatchObject([{ code, holder_name: LEAVER.fullName }]);
  expect(read('data/messages.json')).toMatchObject([{ message: 'When does the next course begin, please?' }]);
  const at = { created_at: '2026-06-15T04:30:00.000Z', last_used_at: null };
  expect(read('data/passkeys.json')).toEqual([{ name: 'Wilhelmina’s phone', ...at }]);
  expect(read('data/other-logins.json')).toEqual([{ issuer: 'https://login.example', email: LEAVER.email, ...at }]);
  expect(read('data/accepted-pages.json')).toMatchObject([{ slug: 'terms', version: 3 }]);
  expect(read('data/titles.json')).toMatchObject({
    courses: expect.arrayContaining([{ id: courseId, title: 'A Short Science of the Monsoon' }]),
    lectures: expect.arrayContaining([{ id: lectureId, title: 'Warm land' }]),
  });
  expect(files.get(`certificates/${code}.pdf`)?.subarray(0, 5).toString()).toBe('%PDF-');
  expect(files.get(`certificates/${code}.jwt`)?.toString().split('.')).toHaveLength(3);
  const receipt = [...files.keys()].find((name) => name.startsWith('receipts/')) ?? '';
  expect(files.get(receipt)?.subarray(0, 5).toString()).toBe('%PDF-');
  const avatar = [...files.keys()].find((name) => name.startsWith('avatars/')) ?? '';
  expect(files.get(avatar)?.subarray(8, 12).toString()).toBe('WEBP');
  expect(files.get('README.txt')?.toString()).toContain('- data/notes.json');
  const texts = [...files.values()].map((bytes) => bytes.toString('latin1')).join();
  const secrets = ['password_hash', '$argon2', leaver.token, 'Asha Admin'].filter((text) => texts.includes(text));
  expect(secrets).toEqual([]);
});

test('one export is prepared at a time, for seven days, and only its user opens it', async () => {
  await using app = await startApp();
  const [meera, kabir] = [await aUser(app), await aUser(app, { fullName: 'Kabir Singh' })];
  const [first, second] = await Promise.all([request(app, meera), request(app, meera)]);
  expect(Requested.parse(first.body)).toEqual(Requested.parse(second.body));
  const { _id: id } = Requested.parse(first.body).export;
  expect((await download(app, meera, id)).json()).toMatchObject({
    success: false,
    code: 'export_not_found',
    message: 'This file does not exist any more. Request a new one.',
  });
  await app.jobs.runDue();
  const mine = async (person: Person) => (await call(app, 'GET', '/user/data', { token: person.token })).body['export'];
  expect(await mine(meera)).toMatchObject({ _id: id, ready: { expiresAt: '2026-06-22T04:30:00.000Z' } });
  expect(await mine(kabir)).toBeNull();
  expect((await download(app, meera, id)).statusCode).toBe(200);
  expect((await download(app, kabir, id)).statusCode).toBe(404);
  expect((await app.http.inject({ url: `/api/v1/user/exports/${id}` })).statusCode).toBe(401);

  app.clock.advance(7 * DAY_MS + MINUTE_MS);
  const later = await aLaterSession(app, meera);
  expect((await download(app, later, id)).statusCode).toBe(404);
  expect(await mine(later)).toBeNull();
  await app.jobs.enqueue(app.database.db, sweep, {});
  await app.jobs.runDue();
  app.clock.advance(DAY_MS + MINUTE_MS);
  await app.jobs.runDue();
  expect(await readdir(join(app.config.dataDir, 'files', 'exports'))).toEqual([]);
  expect((await call(app, 'POST', '/user/export', { token: later.token })).body).toMatchObject({
    code: 'confirmation_needed',
  });
});
