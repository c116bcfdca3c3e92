// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { clockWords, offsetOf, spokenTime, useTimeLeft } from './deadline.ts';
import { english } from '#contract/languages/language.ts';

const NOW = Date.parse('2026-11-26T09:00:00.000Z');

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  return () => void vi.useRealTimers();
});

test('the time is said at five minutes, at one, and at the end', () => {
  expect([300_001, 300_000, 60_001, 60_000, 1, 0].map((leftMs) => spokenTime(leftMs, english))).toEqual([
    '',
    '5 minutes left',
    '5 minutes left',
    '1 minute left',
    '1 minute left',
    'The time is up.',
  ]);
});

test('the clock shows whole seconds, and never less than nothing', () => {
  expect([759_001, 3_750_000, 999, 0, -5000].map(clockWords)).toEqual(['12:40', '1:02:30', '0:01', '0:00', '0:00']);
});

test('the time of the server counts where the clock of the device is wrong, and ends once', () => {
  const onExpired = vi.fn();
  // The device is an hour behind.
  const offsetMs = offsetOf('2026-11-26T10:00:00.000Z', NOW);
  const deadlineAt = '2026-11-26T10:20:00.000Z';
  const { result } = renderHook(() => useTimeLeft({ deadlineAt, offsetMs, onExpired }));
  expect(result.current).toBe(20 * 60_000);
  act(() => void vi.advanceTimersByTime(19 * 60_000));
  expect([result.current, onExpired.mock.calls.length]).toEqual([60_000, 0]);
  act(() => void vi.advanceTimersByTime(5 * 60_000));
  expect(onExpired).toHaveBeenCalledTimes(1);
});

test('a device that slept over the end ends it when it wakes', () => {
  const onExpired = vi.fn();
  const deadlineAt = '2026-11-26T09:20:00.000Z';
  renderHook(() => useTimeLeft({ deadlineAt, offsetMs: 0, onExpired }));
  vi.setSystemTime(NOW + 60 * 60_000);
  act(() => void vi.advanceTimersByTime(500));
  expect(onExpired).toHaveBeenCalledTimes(1);
});
