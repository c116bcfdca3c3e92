import { expect, test } from 'vitest';
import { createUploadMeter } from './upload-items.ts';

const MB = 1_000_000;

test('a steady upload shows its speed and the time left', () => {
  let nowMs = 0;
  const meter = createUploadMeter(100 * MB, 0, () => nowMs);
  nowMs = 1000;
  meter(2 * MB);
  nowMs = 2000;
  expect(meter(4 * MB)).toEqual({ bytesPerSecond: 2 * MB, secondsLeft: 48 });
});

test('a single burst moves the speed only a little', () => {
  let nowMs = 0;
  const meter = createUploadMeter(100 * MB, 0, () => nowMs);
  nowMs = 1000;
  meter(MB);
  nowMs = 2000;
  expect(meter(11 * MB).bytesPerSecond).toBeCloseTo(2.8 * MB);
});

test('nothing is estimated before the first byte, and earlier bytes do not count as speed', () => {
  let nowMs = 0;
  const meter = createUploadMeter(100 * MB, 50 * MB, () => nowMs);
  expect(meter(50 * MB)).toEqual({ bytesPerSecond: 0, secondsLeft: Infinity });
  nowMs = 1000;
  expect(meter(51 * MB)).toEqual({ bytesPerSecond: MB, secondsLeft: 49 });
  expect(createUploadMeter(MB, MB, () => nowMs)(MB)).toEqual({ bytesPerSecond: 0, secondsLeft: Infinity });
});

test('short steps are measured together, and what is sent again is no speed', () => {
  let nowMs = 5000;
  const meter = createUploadMeter(10 * MB, 0, () => nowMs);
  nowMs = 5249;
  expect(meter(MB).bytesPerSecond).toBe(0);
  nowMs = 5250;
  expect(meter(2 * MB)).toEqual({ bytesPerSecond: 8 * MB, secondsLeft: 1 });
  nowMs = 6250;
  expect(meter(MB).bytesPerSecond).toBeCloseTo(6.4 * MB);
  nowMs = 7250;
  expect(meter(5 * MB).bytesPerSecond).toBeCloseTo(5.92 * MB);
});
