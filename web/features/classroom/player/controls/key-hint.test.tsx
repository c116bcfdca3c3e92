import { act, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { openPlayer } from '#web/features/classroom/player/player-for-test.tsx';

/** Not the time or the speed of the controls. */
const HINT = { selector: 'span[aria-hidden]' };

afterEach(() => void vi.useRealTimers());

test.each([
  ['l', '+10 s'],
  ['lll', '+30 s'],
  ['llj', '−10 s'],
  ['5', '0:30'],
  ['>', '1.25×'],
  ['<<', '0.5×'],
  ['m', 'Muted'],
  ['mm', 'Volume 100%'],
])('the keys %s show "%s"', async (keys, shown) => {
  const { user, ...the } = openPlayer();
  await the.hasOpened();
  await user.keyboard(keys);
  expect(screen.getByText(shown, HINT)).toBeTruthy();
});

test('arrow keys inside the player show skips of 5 seconds and the volume', async () => {
  const { user, ...the } = openPlayer();
  await the.hasOpened();
  screen.getByRole('region', { name: 'Video: Stocks and flows' }).focus();
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(screen.getByText('+10 s')).toBeTruthy();
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(screen.getByText('Volume 90%')).toBeTruthy();
});

test('keys pressed one soon after the other are announced once, when they have ended', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { user, ...the } = openPlayer();
  await the.hasOpened();
  await user.keyboard('lll');
  expect(screen.queryByText('Forward 30 seconds')).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(700));
  expect(screen.getByText('Forward 30 seconds').tagName).toBe('OUTPUT');
  expect(screen.queryByText('+30 s')).toBeNull();
  await user.keyboard('j');
  expect(screen.queryByText('Forward 30 seconds')).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(700));
  expect(screen.getByText('Back 10 seconds')).toBeTruthy();
});
