import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteTime } from '#web/api/server-clock.ts';
import { useNow } from './use-now.ts';

const NOW = Date.parse('2026-11-29T05:11:00.000Z');
const respondAt = (ms: number): void => noteTime((name) => (name === 'date' ? new Date(ms).toUTCString() : null));

beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => {
  respondAt(Date.now());
  vi.useRealTimers();
});

test('a page is drawn again each minute and when a response tells another time, and not before', async () => {
  const times: number[] = [];
  renderHook(() => {
    times.push(useNow());
    // Drawing takes a moment.
    vi.setSystemTime(Date.now() + 7);
  });
  await act(() => vi.advanceTimersByTimeAsync(59_000));
  expect(times).toEqual([NOW]);
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(times).toHaveLength(2);
  act(() => respondAt(NOW - 7_200_000));
  expect(times.at(-1)).toBe(NOW - 7_200_000);
});
