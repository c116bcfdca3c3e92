import { expect, test } from 'vitest';
import { readAttempt, aQuiz, start } from '#test/quizzes.ts';
import { type FilePart, multipart } from '#test/multipart.ts';
import { aPlainBrowser } from '#test/plain-browser.ts';
import { startApp } from '#test/start-app.ts';

const PDF: FilePart = { bytes: Buffer.from('%PDF-1.7'), name: 'Kassenplan März.pdf', type: 'application/pdf' };
const PAGE: FilePart = { bytes: Buffer.from('<!doctype html>'), name: 'plan.pdf', type: 'application/pdf' };

/** An open test of a choice and a file, and a way to send its form with a file. */
const openTest = async (mode: 'test' | 'practice') => {
  const app = await startApp();
  const option = (id: string, isCorrect: boolean) => ({ id, text: id, isCorrect });
  const quiz = await aQuiz(app, {
    questions: [
      { type: 'file', text: 'Send the plan.' },
      { type: 'single', text: 'Which?', options: [option('a', true), option('b', false)] },
    ],
    settings: { mode },
  });
  const { _id: id } = await start(app, quiz, quiz.meera);
  const address = `/plain/courses/${quiz.courseId}/quizzes/${quiz.lectureId}/attempts/${id}`;
  const send = async (
    parts: Record<string, string | FilePart>,
    { token = quiz.meera.token, url = address }: { token?: string; url?: string } = {},
  ) => {
    const { payload, headers } = await multipart(parts);
    return app.http.inject({
      method: 'POST',
      url,
      payload,
      headers: { ...headers, 'sec-fetch-site': 'same-origin', cookie: `plain_session=${token}` },
    });
  };
  const browser = aPlainBrowser(app, quiz.meera.token);
  const stored = async () => (await readAttempt(app, quiz, quiz.meera, id)).questions;
  return { app, quiz, address, send, stored, browser, [Symbol.asyncDispose]: app.close };
};

test('a form of a test sends a file with the other answers, and again without one the file stays', async () => {
  await using school = await openTest('test');
  const { address, send, stored, browser } = school;
  const page = await browser.open(address);
  expect([
    page.document.querySelector('main form')?.getAttribute('enctype'),
    page.document.querySelector('[name=q0]')?.getAttribute('type'),
  ]).toEqual(['multipart/form-data', 'file']);
  const saved = await send({ seq0: '0', q0: PDF, seq1: '0', q1: 'a', do: 'save' });
  expect([saved.statusCode, saved.headers.location]).toEqual([303, `${address}?note=saved`]);
  expect(await stored()).toMatchObject([
    { answer: { file: { name: PDF.name, sizeBytes: 8 } }, seq: 1 },
    { answer: { choices: ['a'] } },
  ]);
  expect((await browser.open(address)).text).toContain(`Sent: ${PDF.name}. Another file takes its place.`);
  const empty: FilePart = { bytes: new Uint8Array(), name: '', type: 'application/octet-stream' };
  const submitted = await send({ seq0: '1', q0: empty, seq1: '1', q1: 'a', do: 'submit' });
  expect([submitted.statusCode, submitted.headers.location]).toEqual([303, address]);
  const result = await browser.open(address);
  expect(result.text).toContain('A person grades one of your answers.');
  const link = result.document.querySelector('dd a')?.getAttribute('href') ?? '';
  const file = await browser.open(link);
  expect([file.status, file.html, file.headers['content-disposition']]).toEqual([
    200,
    '%PDF-1.7',
    "attachment; filename*=UTF-8''Kassenplan%20M%C3%A4rz.pdf",
  ]);
  expect((await browser.open(`${link}x`)).status).toBe(404);
  expect(await stored()).toMatchObject([{ answer: { file: { name: PDF.name } } }, {}]);
});

test('in practice the file is handed in, and a web page is refused in words', async () => {
  await using school = await openTest('practice');
  const { address, send, stored, browser } = school;
  const refused = await send({ seq0: '0', q0: PAGE, do: 'check' }, { url: `${address}?question=1` });
  expect([refused.statusCode, refused.body]).toEqual([
    422,
    expect.stringContaining('This file is not what its name says.'),
  ]);
  const handedIn = await send({ seq0: '0', q0: PDF, do: 'check' }, { url: `${address}?question=1` });
  expect(handedIn.statusCode).toBe(303);
  expect(await stored()).toMatchObject([{ isLocked: true, answer: { file: { name: PDF.name } } }, {}]);
  expect((await browser.open(`${address}?question=1`)).text).toContain(PDF.name);
});

test('a file is read for its learner alone, from a page of this site, and by no other form', async () => {
  await using school = await openTest('test');
  const { quiz, send, stored } = school;
  const parts = { seq0: '0', q0: PDF, do: 'save' };
  const statuses: number[] = [];
  for (const token of ['unknown', quiz.arjun.token]) statuses.push((await send(parts, { token })).statusCode);
  const start = `/plain/courses/${quiz.courseId}/quizzes/${quiz.lectureId}`;
  for (const url of [start, '/plain/log-in']) statuses.push((await send(parts, { url })).statusCode);
  expect(statuses).toEqual([401, 404, 415, 415]);
  expect(await stored()).toMatchObject([{ answer: { file: null } }, {}]);
});
