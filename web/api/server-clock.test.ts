import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteTime, onClockChange, serverNow } from './server-clock.ts';

const respond = (date: string | null, age: string | null = null): void =>
  noteTime((name) => (name === 'date' ? date : age));
const HOURS_2 = 2 * 60 * 60_000;
const at = (time: string): number => Date.parse(`2026-11-24T${time}Z`);

beforeEach(() => {
  vi.useFakeTimers({ now: at('18:00:00') });
  respond('Tue, 24 Nov 2026 18:00:00 GMT');
});
afterEach(() => void vi.useRealTimers());

test('a device whose clock is two hours wrong knows the time of the server, and follows when its clock is set right', () => {
  const changes = vi.fn<() => void>();
  const end = onClockChange(changes);
  respond('Tue, 24 Nov 2026 16:00:00 GMT');
  expect(serverNow()).toBe(at('16:00:00'));
  vi.advanceTimersByTime(90_000);
  expect(serverNow()).toBe(at('16:01:30'));
  vi.setSystemTime(Date.now() - HOURS_2);
  respond('Tue, 24 Nov 2026 16:01:30 GMT');
  expect(serverNow()).toBe(at('16:01:30'));
  expect(changes).toHaveBeenCalledTimes(2);
  end();
});

test('a clock that is right within two seconds is taken as right', () => {
  respond('Tue, 24 Nov 2026 17:59:58 GMT');
  expect(serverNow()).toBe(at('18:00:00'));
});

test('responses without a time, with a wrong one, or from a cache on the way tell nothing', () => {
  respond(null);
  respond('yesterday');
  respond('Tue, 24 Nov 2026 15:00:00 GMT', '3600');
  expect(serverNow()).toBe(at('18:00:00'));
});
