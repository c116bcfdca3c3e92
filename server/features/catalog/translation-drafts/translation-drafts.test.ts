// @module-tag both
import { chmod, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { call } from '#test/call.ts';
import { aLecture, aUser, joinCourse } from '#test/factories.ts';
import { aTranslatedCourse } from '#test/translations.ts';
import { CommandError, translate } from './translation-command.ts';

/** A program that has the texts sent to it as `input`, and writes what `answer` makes of them. */
const aProgram = async (answer: string): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'translate-'));
  const program = join(folder, 'translate');
  const lines = [
    `#!${process.execPath}`,
    "const fs = require('node:fs');",
    "const input = JSON.parse(fs.readFileSync(0, 'utf8'));",
    `fs.appendFileSync(${JSON.stringify(join(folder, 'calls'))}, JSON.stringify(input) + '\\n');`,
    'const write = (value) => fs.writeSync(1, JSON.stringify(value));',
    answer,
  ];
  await writeFile(program, lines.join('\n'));
  await chmod(program, 0o755);
  return program;
};

const callsOf = async (program: string): Promise<unknown[]> =>
  (await readFile(join(program, '../calls'), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

const BACKWARDS =
  "write({ texts: input.texts.map(({ key, text }) => ({ key, text: [...text].reverse().join('') })) });";

const start = async (answer: string) => {
  const program = await aProgram(answer);
  const course = await aTranslatedCourse({ TRANSLATE_CMD: program });
  const { app, token, address } = course;
  return {
    ...course,
    program,
    begin: (caller = token) => call(app, 'POST', `${address}/drafts`, { token: caller }),
    run: async () => (await call(app, 'GET', `${address}/drafts`, { token })).body['run'],
  };
};

test('the program drafts what is empty, and nothing that is there', async () => {
  await using school = await start(BACKWARDS);
  const { app, program, title, about, begin, run, save, change, read } = school;
  await save({ title: 'मानसून', [title]: 'गर्म' });
  await change({ title: 'Hot land' });
  expect(await begin()).toMatchObject({
    status: 200,
    body: {
      message: 'Drafts are being written',
      isAvailable: true,
      run: { texts: 2, written: 0, isRunning: true, problem: null },
    },
  });
  await app.jobs.runDue();
  expect(await callsOf(program)).toEqual([
    {
      from: 'en',
      to: 'hi',
      texts: [
        { key: 'description', text: 'Clouds and wind.' },
        { key: about, text: 'Where the wind begins.' },
      ],
    },
  ]);
  expect(await run()).toEqual({ texts: 2, written: 2, isRunning: false, problem: null });
  expect(await read()).toMatchObject({
    title: { translation: 'मानसून', state: 'reviewed' },
    description: { translation: '.dniw dna sduolC', state: 'draft' },
    [title]: { translation: 'गर्म', state: 'outdated' },
    [about]: { translation: '.snigeb dniw eht erehW', state: 'draft' },
  });
  await begin();
  await app.jobs.runDue();
  expect(await callsOf(program)).toHaveLength(1);
  expect(await run()).toMatchObject({ texts: 0, written: 0 });
});

test('a second start of what runs starts nothing', async () => {
  await using school = await start(BACKWARDS);
  const { app, program, begin } = school;
  await Promise.all([begin(), begin()]);
  await begin();
  await app.jobs.runDue();
  expect(await callsOf(program)).toHaveLength(1);
});

test('what a person writes while the program works stays', async () => {
  // The program ends when it finds the file, which a person's save was before.
  await using school = await start(
    `while (!fs.existsSync(__dirname + '/saved')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);\n${BACKWARDS}`,
  );
  const { app, program, begin, save, read } = school;
  await begin();
  const running = app.jobs.runDue();
  await vi.waitFor(() => callsOf(program), { timeout: 20_000 });
  await save({ title: 'मानसून' });
  await writeFile(join(program, '../saved'), '');
  await running;
  expect(await read()).toMatchObject({
    title: { translation: 'मानसून', state: 'reviewed' },
    description: { state: 'draft' },
  });
});

test('an answer for other texts, an empty one and one that is too long are not taken; the rest is', async () => {
  await using school = await start(
    `write({ texts: [
      { key: 'title', text: 'x'.repeat(201) },
      { key: 'description', text: ' ' },
      { key: 'lectures.other.title', text: 'other' },
      { key: '__proto__', text: 'other' },
      { key: input.texts[2].key, text: 'गर्म' },
    ] });`,
  );
  const { app, title, begin, run, read } = school;
  await begin();
  await app.jobs.runDue();
  expect(await run()).toEqual({ texts: 4, written: 1, isRunning: false, problem: null });
  expect(await read()).toMatchObject({
    title: { state: 'empty' },
    description: { state: 'empty' },
    [title]: { translation: 'गर्म', state: 'draft' },
  });
});

test.each([
  ["fs.writeSync(1, 'Hello');", 'The answer of the program that drafts translations could not be read'],
  ['write({ title: "x" });', 'The answer of the program that drafts translations could not be read'],
  ['', 'The answer of the program that drafts translations could not be read'],
  [
    "const part = 'x'.repeat(1024 * 1024); write({ texts: [...Array(6)].map(() => ({ key: 'title', text: part })) });",
    'The answer of the program that drafts translations could not be read',
  ],
  [`${BACKWARDS} process.exit(3);`, 'The program that drafts translations ended with an error'],
])('a program that fails leaves a sentence and no draft: %s', async (answer, problem) => {
  await using school = await start(answer);
  const { app, begin, run, read } = school;
  await begin();
  await app.jobs.runDue();
  expect(await run()).toEqual({ texts: 4, written: 0, isRunning: false, problem });
  expect(Object.values(await read()).map(({ state }) => state)).toEqual(['empty', 'empty', 'empty', 'empty']);
});

test('a program that hangs, or is not there, is given up', async () => {
  const input = { from: 'en', to: 'hi', texts: [] };
  const { signal } = new AbortController();
  const hanging = await aProgram('setInterval(() => undefined, 1000);');
  await expect(translate(hanging, input, signal, 500)).rejects.toThrow(
    new CommandError('The program that drafts translations took too long'),
  );
  await expect(translate('/nowhere/translate', input, signal)).rejects.toThrow(
    new CommandError('The program that drafts translations could not be started'),
  );
});

test('a program that does not read what it gets is still heard', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'translate-'));
  const program = join(folder, 'translate');
  await writeFile(program, '#!/bin/sh\necho \'{"texts":[]}\'\n');
  await chmod(program, 0o755);
  const texts = [{ key: 'title', text: 'x'.repeat(1024 * 1024) }];
  expect(await translate(program, { from: 'en', to: 'hi', texts }, new AbortController().signal)).toEqual([]);
});

test('many texts go in parts, each of which is kept although a later one fails', async () => {
  await using school = await start(
    `if (input.texts.some(({ text }) => text === 'Bad')) process.exit(1);\n${BACKWARDS}`,
  );
  const { app, courseId, program, begin, run } = school;
  for (let index = 0; index < 24; index += 1) await aLecture(app, { courseId, title: index === 23 ? 'Bad' : 'Rain' });
  await begin();
  await app.jobs.runDue();
  expect(await callsOf(program)).toHaveLength(2);
  expect(await run()).toMatchObject({
    texts: 52,
    written: 50,
    problem: 'The program that drafts translations ended with an error',
  });
});

test('without a program there is nothing to start, and only the teachers of a course start it', async () => {
  await using school = await start(BACKWARDS);
  const { app, courseId, begin } = school;
  const [teacher, stranger] = [await aUser(app), await aUser(app)];
  await joinCourse(app, { courseId, userId: teacher.id, role: 'teacher' });
  expect((await begin(stranger.token)).status).toBe(403);
  expect((await begin(teacher.token)).status).toBe(200);
  await using plain = await app.another({ TRANSLATE_CMD: '' });
  const address = `/courses/${courseId}/translations/hi/drafts`;
  expect(await call(plain, 'POST', address, { token: teacher.token })).toMatchObject({
    status: 409,
    body: { code: 'no_translation_command' },
  });
  expect((await call(plain, 'GET', address, { token: teacher.token })).body).toMatchObject({ isAvailable: false });
});

test('a course goes with its runs', async () => {
  await using school = await start(BACKWARDS);
  const { app, token, courseId, begin } = school;
  await begin();
  await app.jobs.runDue();
  await call(app, 'DELETE', `/courses/${courseId}`, { token });
  app.clock.advance(25 * 60 * 60_000);
  await app.jobs.runDue();
  expect(await app.database.db.selectFrom('translation_runs').selectAll().execute()).toEqual([]);
});
