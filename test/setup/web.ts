import { act, cleanup, configure } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest';

configure({ asyncUtilTimeout: 120_000 });

// An error or warning in the console fails the test that caused it.
const report = vi.fn<(...text: unknown[]) => void>();

// jsdom has no media queries.
window.matchMedia ??= (media) =>
  Object.assign(new EventTarget(), {
    matches: false,
    media,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
  });

// jsdom opens no dialogs.
Object.assign(HTMLDialogElement.prototype, {
  show(this: HTMLDialogElement) {
    this.open = true;
  },
  showModal(this: HTMLDialogElement) {
    this.open = true;
    this.ariaModal = 'true';
  },
  close(this: HTMLDialogElement) {
    this.open = false;
    this.ariaModal = null;
  },
});

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(report);
  vi.spyOn(console, 'warn').mockImplementation(report);
});

afterEach(() => {
  cleanup();
  // Toasts belong to the page, not to a component: the next test would see them.
  act(() => toast.remove());
  localStorage.clear();
  sessionStorage.clear();
  const consoleErrors = report.mock.calls.map((text) => text.map(String).join(' '));
  report.mockReset();
  vi.restoreAllMocks();
  expect(consoleErrors).toEqual([]);
});

// Parts that a page still loads would come after the end of the file, and fail in the next one.
afterAll(() => vi.dynamicImportSettled());
