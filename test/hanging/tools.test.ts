// @module-tag long
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runTool } from '#server/video/run-tool.ts';
import { call } from '#test/call.ts';
import { fakeFfmpeg, hasFfmpeg } from '#test/clips.ts';
import { aCourse, anAdmin } from '#test/factories.ts';
import { temporaryFolder } from '#test/isolated-data.ts';
import { publishLecture } from '#test/publish.ts';
import { startApp } from '#test/start-app.ts';
import { until } from '#test/until.ts';

const aFolder = async (): Promise<string> => {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  return folder.path;
};

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** A script has started by then, also on a busy machine. */
const STARTED_MS = 5000;

/** A script that never ends, does not hear SIGTERM, and has a child; both write who they are. */
const ENDLESS = (folder: string): string =>
  [
    "trap '' TERM INT HUP",
    `sh -c "echo \\$\\$ > ${folder}/child; sleep 1000; sleep 1000" &`,
    `echo $$ > ${folder}/parent`,
    'while true; do sleep 1000; done',
  ].join('\n');

const pidsIn = async (folder: string): Promise<number[]> =>
  Promise.all(['parent', 'child'].map(async (name) => Number(await readFile(join(folder, name), 'utf8'))));

const expectEnded = async (folder: string): Promise<void> => {
  const pids = await pidsIn(folder);
  expect(pids.every((pid) => pid > 1)).toBe(true);
  await until(() => pids.every((pid) => !isRunning(pid)), 'all processes have ended');
};

test('a tool that never ends is killed at its limit, with its children', async () => {
  const folder = await aFolder();
  const run = runTool({ program: 'sh', args: ['-c', ENDLESS(folder)], timeoutMs: STARTED_MS, isBrief: true });
  await expect(run).rejects.toMatchObject({ problem: 'timeout' });
  await expectEnded(folder);
});

test('a tool that computes for too long is told apart from one that the clock stopped', async () => {
  const folder = await aFolder();
  const busy = ['-c', 'while :; do :; done'];
  await expect(
    runTool({ program: 'sh', args: busy, cpuMs: 300, timeoutMs: 600_000, isBrief: true }),
  ).rejects.toMatchObject({
    problem: 'usedUp',
  });
  const run = runTool({ program: 'sh', args: ['-c', ENDLESS(folder)], cpuMs: 300, timeoutMs: 1000 });
  await expect(run).rejects.toMatchObject({ problem: 'timeout' });
});

test('a tool ends at its limit although a process that left its group holds its output', async () => {
  const folder = await aFolder();
  const script = `setsid sh -c 'echo $$ > ${folder}/away; exec sleep 10000' & sleep 10000`;
  const run = runTool({ program: 'sh', args: ['-c', script], timeoutMs: STARTED_MS, isBrief: true });
  await expect(run).rejects.toMatchObject({ problem: 'timeout' });
  // It still runs.
  process.kill(Number(await readFile(join(folder, 'away'), 'utf8')));
});

describe.runIf(hasFfmpeg)('with ffmpeg', () => {
  test('an ffprobe that computes for ever is ended, and the admin reads why', async () => {
    const folder = await aFolder();
    const ffmpeg = await fakeFfmpeg(folder, '');
    const script = `#!/bin/sh\ncase "$*" in *-version*) exec ffprobe "$@";; esac\necho > ${folder}/begun\nwhile :; do :; done\n`;
    await writeFile(ffmpeg.replace(/ffmpeg$/, 'ffprobe'), script, { mode: 0o755 });
    const app = await startApp({ FFMPEG_PATH: ffmpeg, CONTACT_EMAIL: 'desk@school.example' });
    onTestFinished(app.close);
    const admin = await anAdmin(app);
    const courseId = await aCourse(app);
    await publishLecture(app, { admin, courseId });

    const processing = app.jobs.runDue('media');
    await until(() => existsSync(join(folder, 'begun')), 'ffprobe runs');
    const message = { name: 'Ravi', email: 'ravi@home.example', message: 'In Hindi?' };
    expect((await call(app, 'POST', '/contact', { body: message })).status).toBe(200);
    expect(await app.jobs.runDue('email')).toBeGreaterThan(0);
    await processing;
    const { text } = await call(app, 'GET', `/courses/${courseId}`, { token: admin.token });
    expect(text).toContain('This video cannot be read. Please export it again and replace it.');
  });

  test('an ffmpeg that never says its version is given up', async () => {
    const folder = await aFolder();
    const path = join(folder, 'ffmpeg');
    await writeFile(path, `#!/bin/sh\n${ENDLESS(folder)}\n`, { mode: 0o755 });
    const app = await startApp({ FFMPEG_PATH: path });
    onTestFinished(app.close);
    const { token } = await anAdmin(app);
    const { body } = await call(app, 'GET', '/admin/notices', { token });
    const text = 'Videos wait: ffmpeg does not respond, perhaps because the machine is busy. It is tried again.';
    expect(body['notices']).toContainEqual({ code: 'video_engine', level: 'warning', text });
    await expectEnded(folder);
  });
});
