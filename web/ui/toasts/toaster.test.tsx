import { act, createEvent, fireEvent, render, screen } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HOUR_MS } from '#contract/durations.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Toaster } from './toaster.tsx';

const REMOVAL_DELAY_MS = 1000;

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
  vi.useRealTimers();
});

test.each([
  ['blank', () => toast('Said'), 4000],
  ['error', () => toast.error('Said'), 4000],
  ['success', () => toast.success('Said'), 2000],
  ['custom', () => toast.custom(<b>Said</b>), 4000],
] as const)(
  'a %s toast fades after its time and is removed a second later',
  { tags: ['NUM-08', 'NUM-09', 'TRN-14'] },
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

test('a loading toast stays until it changes', { tags: ['NUM-08', 'TRN-14', 'ADD-19'] }, () => {
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

const pile = (): Element => document.querySelector('.toast-pile') ?? document.body;
const pointAtPile = (): void => {
  const event = createEvent.pointerMove(pile(), { pointerType: 'mouse' });
  // Browsers set it; jsdom does not have it.
  Object.defineProperty(event, 'movementX', { value: 1 });
  fireEvent(pile(), event);
};
const pointElsewhere = (): void => void fireEvent.pointerLeave(pile(), { pointerType: 'mouse' });

test('a pile that comes under a resting mouse does not expand', () => {
  act(() => ['First', 'Second'].forEach((text) => toast(text)));
  fireEvent.pointerEnter(pile(), { pointerType: 'mouse' });
  expect(screen.getByRole('button', { name: '1 more' }).ariaExpanded).toBe('false');
});

test('the newest toast covers the others, which expand and stay while hovered', () => {
  act(() => ['First', 'Second', 'Third'].forEach((text) => toast(text)));
  const places = [...document.querySelectorAll('.toast-slot')].map((slot) => [
    slot.textContent,
    slot.getAttribute('data-behind'),
  ]);
  expect(places).toEqual([
    ['Third', null],
    ['Second', '1'],
    ['First', '2'],
  ]);
  expect(screen.getByRole('button', { name: '2 more' }).ariaExpanded).toBe('false');
  pass(3000);
  pointAtPile();
  expect(screen.getByRole('button', { name: 'Show less' }).ariaExpanded).toBe('true');
  pass(4000);
  pointAtPile();
  pass(4000);
  expect(leaving()).toHaveLength(0);
  pointElsewhere();
  pass(999);
  expect(leaving()).toHaveLength(0);
  pass(1);
  expect(leaving()).toHaveLength(3);
});

test('toasts do not stay under a mouse that rests', () => {
  act(() => ['First', 'Second'].forEach((text) => toast(text)));
  pass(3000);
  pointAtPile();
  pass(4999);
  expect(screen.getByRole('button', { name: 'Show less' }).ariaExpanded).toBe('true');
  pass(1);
  expect(screen.getByRole('button', { name: '1 more' }).ariaExpanded).toBe('false');
  pass(1000);
  expect(leaving()).toHaveLength(2);
});

test('the stack expands on focus and on touch', () => {
  act(() => ['First', 'Second'].forEach((text) => toast(text)));
  const button = screen.getByRole('button', { name: '1 more' });
  fireEvent.focus(button);
  expect(button.textContent).toBe('Show less');
  fireEvent.blur(button);
  expect(button.textContent).toBe('1 more');
  fireEvent.click(button);
  expect(button.textContent).toBe('Show less');
  fireEvent.click(button);
  expect(button.textContent).toBe('1 more');
});

test('toasts dismissed under the pointer do not pause later ones', () => {
  act(() => void toast('First'));
  pointAtPile();
  act(() => toast.dismiss());
  pass(REMOVAL_DELAY_MS);
  act(() => void toast('Second'));
  pass(4000);
  expect(leaving()).toHaveLength(1);
});

test('a press puts a toast away before its time, except one that still runs or whose text it selects', () => {
  act(() => void toast.loading('Wait!'));
  fireEvent.click(screen.getByText('Wait!'));
  expect(leaving()).toHaveLength(0);
  act(() => void toast.error('Said'));
  getSelection()?.selectAllChildren(screen.getByText('Said'));
  fireEvent.click(screen.getByText('Said'));
  expect(leaving()).toHaveLength(0);
  getSelection()?.removeAllRanges();
  fireEvent.click(screen.getByText('Said'));
  expect([...leaving()].map((slot) => slot.textContent)).toEqual(['Said']);
});

test('while a dialog is open toasts are inside it, visible and announced', () => {
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

test('a press that begins on a button of a toast and ends beside it, as the pile moved, presses the button', () => {
  const undo = vi.fn();
  act(() => {
    toast.success(
      <>
        Marked as done{' '}
        <button type="button" onClick={undo}>
          Undo
        </button>
      </>,
    );
  });
  const words = screen.getByText('Marked as done');
  fireEvent.pointerDown(screen.getByRole('button', { name: 'Undo' }));
  fireEvent.click(words);
  expect(undo.mock.calls).toHaveLength(1);
  expect(leaving()).toHaveLength(1);
  fireEvent.click(words);
  expect(undo.mock.calls).toHaveLength(1);
});
