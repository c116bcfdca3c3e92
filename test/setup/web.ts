import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';

// What the browser would complain about fails the test that caused it.
const complain = vi.fn<(...complaint: unknown[]) => void>();

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(complain);
  vi.spyOn(console, 'warn').mockImplementation(complain);
});

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  const complaints = complain.mock.calls.map((complaint) => complaint.map(String).join(' '));
  complain.mockReset();
  vi.restoreAllMocks();
  expect(complaints).toEqual([]);
});
