import { onlineManager } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { ConnectionBanner } from './banners.tsx';
import { noteKeeping } from '#web/app/session/keeps-lectures.ts';

afterEach(() => {
  onlineManager.setOnline(true);
  vi.useRealTimers();
});

const statusText = (): string | null => screen.getByRole('status').textContent;

test('the banner shows while there is no connection, and for two seconds after it is back', () => {
  vi.useFakeTimers();
  render(<ConnectionBanner />, { wrapper: MemoryRouter });
  const setOnline = (isOnline: boolean): void => act(() => onlineManager.setOnline(isOnline));
  expect(statusText()).toBe('');
  setOnline(false);
  expect(statusText()).toBe('You’re offline. Pages load when you reconnect.');
  setOnline(true);
  expect(statusText()).toBe('Back online. Your place is saved.');
  act(() => void vi.advanceTimersByTime(2000));
  expect(statusText()).toBe('');
});

test('who keeps lectures is led to them', () => {
  onlineManager.setOnline(false);
  noteKeeping();
  render(<ConnectionBanner />, { wrapper: MemoryRouter });
  const link = screen.getByRole('link', { name: 'You’re offline. Kept lectures still play.' });
  expect(link.getAttribute('href')).toBe('/offline');
});
