import { act, render } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Dialog } from '#web/components/dialog.tsx';
import { Toaster } from '#web/components/toaster.tsx';

const REMOVAL_DELAY_MS = 1000;
const HOUR_MS = 3_600_000;

const cards = () => document.querySelectorAll('.toast-card');
const leaving = () => document.querySelectorAll('.toast-slot[data-leaving]');
const pass = (durationMs: number): void =>
  act(() => {
    vi.advanceTimersByTime(durationMs);
  });

beforeEach(() => {
  vi.useFakeTimers();
  render(<Toaster />);
});

afterEach(() => {
  act(() => toast.remove());
  vi.useRealTimers();
});

test.each([
  ['blank', () => toast('Said'), 4000],
  ['error', () => toast.error('Said'), 4000],
  ['success', () => toast.success('Said'), 2000],
  ['custom', () => toast.custom(<b>Said</b>), 4000],
] as const)(
  'a %s toast leaves after its time and is removed a second later [NUM-08, NUM-09, TRN-14]',
  (_, show, lastsMs) => {
    act(() => void show());
    pass(lastsMs - 1);
    expect([cards().length, leaving().length]).toEqual([1, 0]);
    pass(1);
    expect([cards().length, leaving().length]).toEqual([1, 1]);
    pass(REMOVAL_DELAY_MS - 1);
    expect(cards()).toHaveLength(1);
    pass(1);
    expect(cards()).toHaveLength(0);
  },
);

test('a loading toast stays until it is something else [NUM-08, TRN-14, ADD-19]', () => {
  let id = '';
  act(() => {
    id = toast.loading('Wait!');
  });
  pass(HOUR_MS);
  expect([cards().length, leaving().length]).toEqual([1, 0]);
  act(() => void toast.success('Done', { id }));
  expect([...cards()].map((card) => card.textContent)).toEqual(['Done']);
  pass(2000);
  expect(leaving()).toHaveLength(1);
});

test('while a question is open toasts are inside it, where they are seen and heard', () => {
  // jsdom has dialogs that cannot be opened as modal ones.
  Object.assign(HTMLDialogElement.prototype, { showModal: () => undefined, close: () => undefined });
  const ask = (isOpen: boolean) => (
    <Dialog isOpen={isOpen} onClose={() => undefined} title="Sure?" actions={null}>
      It cannot be undone.
    </Dialog>
  );
  act(() => void toast.error('Said'));
  const { rerender } = render(ask(true));
  expect(document.querySelector('dialog .toast-card')?.textContent).toBe('Said');
  rerender(ask(false));
  expect(document.querySelector('dialog .toast-card')).toBeNull();
  expect(cards()).toHaveLength(1);
});
