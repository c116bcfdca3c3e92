import { expect, test } from 'vitest';
import { createUploadMeter } from '#web/pages/lectures/use-upload.ts';

const MB = 1_000_000;

test('an even upload tells its speed and the time that is left', () => {
  let nowMs = 0;
  const meter = createUploadMeter(100 * MB, () => nowMs);
  nowMs = 1000;
  meter(0.02);
  nowMs = 2000;
  expect(meter(0.04)).toEqual({ sizeBytes: 100 * MB, fraction: 0.04, bytesPerSecond: 2 * MB, secondsLeft: 48 });
});

test('a single burst moves the speed only a little', () => {
  let nowMs = 0;
  const meter = createUploadMeter(100 * MB, () => nowMs);
  nowMs = 1000;
  meter(0.01);
  nowMs = 2000;
  expect(meter(0.11).bytesPerSecond).toBeCloseTo(2.8 * MB);
});

test('before anything is sent nothing is promised', () => {
  expect(createUploadMeter(MB, () => 0)(0)).toMatchObject({ bytesPerSecond: 0, secondsLeft: Infinity });
});
