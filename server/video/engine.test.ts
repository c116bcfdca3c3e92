import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { call } from '#test/call.ts';
import { anAdmin } from '#test/factories.ts';
import { temporaryFolder } from '#test/isolated-data.ts';
import { startApp } from '#test/start-app.ts';
import { runTool } from './run-tool.ts';

/** Programs in place of ffmpeg and ffprobe; ffmpeg runs `when` as it is asked for its encoders. */
const programs = async (when: string, filters = ['zscale', 'tonemap']): Promise<string> => {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  const encoders = ['libx264', 'aac', 'mjpeg'].map((name) => `echo ' V ${name} -'`);
  const script = [
    '#!/bin/sh',
    `cd ${folder.path}`,
    'case "$*" in',
    '  *-version*) echo "ffmpeg version 7.1" ;;',
    `  *-encoders*) ${when}; ${encoders.join('; ')} ;;`,
    `  *-filters*) ${filters.map((name) => `echo ' .. ${name} V->V -'`).join('; ')} ;;`,
    `  *-muxers*) echo ' E mp4 -'; echo ' E hls -' ;;`,
    'esac',
  ].join('\n');
  for (const name of ['ffmpeg', 'ffprobe']) await writeFile(join(folder.path, name), script, { mode: 0o700 });
  return join(folder.path, 'ffmpeg');
};

const notices = async (ffmpegPath: string): Promise<() => Promise<unknown>> => {
  const app = await startApp({ FFMPEG_PATH: ffmpegPath });
  onTestFinished(() => app.close());
  const { token } = await anAdmin(app);
  return async () => (await call(app, 'GET', '/admin/notices', { token })).body['notices'];
};

test('an ffmpeg that is killed while it is examined, as on a busy machine, is examined again', async () => {
  const ask = await notices(await programs('[ -e asked ] || { touch asked; kill -9 $$; }'));
  const text = 'Videos wait: ffmpeg does not respond, perhaps because the machine is busy. It is tried again.';
  expect(await ask()).toContainEqual({ code: 'video_engine', level: 'warning', text });
  expect(await ask()).toEqual([expect.objectContaining({ code: 'test_mode' })]);
});

test('an ffmpeg that fails when it is examined is reported as broken', async () => {
  const ask = await notices(await programs('exit 1'));
  const text = 'Videos are not converted: the program at FFMPEG_PATH does not work as ffmpeg.';
  expect(await ask()).toContainEqual({ code: 'video_engine', level: 'warning', text });
});

test('an ffmpeg that cannot convert HDR says so', async () => {
  const ask = await notices(await programs('true', ['tonemap']));
  const text = 'HDR videos look washed out: this ffmpeg was built without zscale. Install one that has it.';
  expect(await ask()).toContainEqual({ code: 'video_engine', level: 'info', text });
});

test.runIf(process.platform === 'linux')('where memory runs out, a tool ends before the server', async () => {
  const untilFirst = 'until read -r score </proc/self/oom_score_adj && [ "$score" = 1000 ]; do :; done; echo first';
  expect(await runTool({ program: '/bin/sh', args: ['-c', untilFirst], timeoutMs: 10_000 })).toBe('first\n');
});

test('a tool may take longer than a timer lasts', async () => {
  const args = ['-c', 'sleep 0.05; echo done'];
  expect(await runTool({ program: '/bin/sh', args, timeoutMs: 2 ** 31 })).toBe('done\n');
});
