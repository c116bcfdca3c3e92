import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SECOND_MS, toInstant } from '#server/clock.ts';
import { doctorMessages } from '#contract/school/doctor-messages.ts';
import { ConfigError } from '#server/config.ts';
import { OperatorError } from '#server/errors.ts';
import { newId } from '#server/ids.ts';
import { isDiskLow, sizeText } from '#server/storage/disk-space.ts';
import { readS3Settings } from '#server/storage/settings.ts';
import { createEngine } from '#server/video/engine.ts';
import type { Tools } from './tools.ts';
import { codeOf, failing, type Finding, ok, warning } from './finding.ts';

/** An empty file can be written to a full disk. */
const PROBE_BYTES = 4096;
const DISK_FULL = new Set(['ENOSPC', 'EDQUOT']);
/** With less than this left, the next upload or backup fills the disk. */
const SPENT_BYTES = 200 * 1024 ** 2;
const MAX_CLOCK_ERROR_SECONDS = 30;
const CLOCK_TIMEOUT_MS = 4000;

/** Writes a file: rights, a read-only file system and a full disk show only then. */
export const checkFolder = async ({ config: { dataDir } }: Tools): Promise<Finding> => {
  const messages = doctorMessages.folder;
  const setting = 'DATA_DIR';
  const probe = join(dataDir, `.doctor-${newId()}`);
  try {
    await writeFile(probe, new Uint8Array(PROBE_BYTES), { flag: 'wx', mode: 0o600 }).finally(() =>
      rm(probe, { force: true }),
    );
    return ok('folder', { title: messages.ok, detail: dataDir, setting });
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT')
      return warning('folder', { title: messages.missing, detail: messages.missingDetail(dataDir), setting });
    const detail = messages.failingDetail(dataDir, code);
    const text = DISK_FULL.has(code) ? doctorMessages.disk.fix : messages.fix;
    return failing('folder', { title: messages.failing, detail, setting, fix: { text, code: setting } });
  }
};

export const judgeDisk = (freeBytes: number, totalBytes: number): Finding => {
  const messages = doctorMessages.disk;
  const setting = 'DATA_DIR';
  const [free, total] = [sizeText(freeBytes), sizeText(totalBytes)];
  if (!isDiskLow(freeBytes, totalBytes))
    return ok('disk', { title: messages.ok(free), detail: messages.of(total), setting });
  const fix = { text: messages.fix, code: setting };
  const status = freeBytes < SPENT_BYTES ? failing : warning;
  return status('disk', { title: messages.low(free), detail: messages.lowDetail(total), setting, fix });
};

export const checkDisk = async ({ config: { dataDir } }: Tools): Promise<Finding[]> => {
  const space = await statfs(dataDir).catch(() => undefined);
  // The check of the folder says why.
  return space ? [judgeDisk(space.bavail * space.bsize, space.blocks * space.bsize)] : [];
};

/** Writes an object and removes it: a key may be allowed to read only. */
export const checkFiles = async ({ config: { environment } }: Tools): Promise<Finding[]> => {
  const messages = doctorMessages.files;
  const setting = 'S3_BUCKET';
  try {
    const settings = readS3Settings(environment);
    if (!settings) return [];
    const { createS3Storage } = await import('#server/storage/s3.ts');
    const storage = await createS3Storage(settings);
    try {
      const probe = `doctor/${newId()}.txt`;
      await storage.put(probe, new Uint8Array(1));
      await storage.remove(probe);
    } finally {
      await storage.close();
    }
    const detail = messages.place(settings.bucket, new URL(settings.endpoint).host);
    return [ok('files', { title: messages.ok, detail, setting })];
  } catch (error) {
    const hasMessage = error instanceof ConfigError || error instanceof OperatorError;
    const detail = hasMessage ? error.message : messages.failingDetail(codeOf(error));
    return [failing('files', { title: messages.failing, detail, setting })];
  }
};

/** Compares with the Date header of a server that has a good clock. */
export const checkClock = async ({ clock, payments }: Tools): Promise<Finding> => {
  const messages = doctorMessages.clock;
  const apiAddress = await payments.apiAddress();
  const shown = { time: toInstant(clock.now()) };
  if (apiAddress === undefined) return ok('clock', { title: messages.alone, detail: messages.aloneDetail(shown) });
  const { hostname } = new URL(apiAddress);
  const response = await fetch(apiAddress, {
    method: 'HEAD',
    redirect: 'manual',
    signal: AbortSignal.timeout(CLOCK_TIMEOUT_MS),
  }).catch(() => undefined);
  const theirMs = Date.parse(response?.headers.get('date') ?? '');
  if (Number.isNaN(theirMs))
    return ok('clock', { title: messages.alone, detail: messages.silentDetail(shown, hostname) });
  const seconds = Math.round((clock.now() - theirMs) / SECOND_MS);
  if (Math.abs(seconds) <= MAX_CLOCK_ERROR_SECONDS)
    return ok('clock', { title: messages.ok, detail: messages.compared(hostname) });
  const fix = { text: messages.fix, code: 'timedatectl set-ntp true' };
  return failing('clock', {
    title: seconds < 0 ? messages.behind(-seconds) : messages.ahead(seconds),
    detail: messages.wrongDetail(hostname),
    fix,
  });
};

export const checkVideo = async ({ config: { ffmpegPath } }: Tools): Promise<Finding> => {
  const messages = doctorMessages.video;
  const setting = 'FFMPEG_PATH';
  const { engine, problem } = await createEngine(ffmpegPath)();
  if (engine && problem === undefined)
    return ok('video', { title: messages.ok, detail: messages.version(engine.version), setting });
  const detail = problem ?? '';
  if (ffmpegPath === 'none') return ok('video', { title: messages.off, detail, setting });
  if (ffmpegPath !== undefined && !engine)
    return failing('video', {
      title: messages.failing,
      detail,
      setting,
      fix: { text: doctorMessages.correct, code: setting },
    });
  const fix = { text: messages.install, code: messages.command };
  return warning('video', { title: engine ? messages.ok : messages.off, detail, setting, fix });
};
