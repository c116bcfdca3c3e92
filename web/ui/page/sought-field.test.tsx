import { act, render, screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { MemoryRouter, useNavigate } from 'react-router';
import { expect, test, vi } from 'vitest';
import { More } from '#web/ui/more.tsx';
import { TextField } from '#web/ui/forms/fields.tsx';
import { hashOf, useSeeks, useSoughtField } from './sought-field.ts';

function Page({ children }: { children: ReactNode }) {
  useSoughtField();
  return <main>{children}</main>;
}

const scrolled = vi.fn();
Element.prototype.scrollIntoView = scrolled;

const open = (hash: string, children: ReactNode) =>
  render(
    <MemoryRouter initialEntries={[{ pathname: '/', hash }]}>
      <Page>{children}</Page>
    </MemoryRouter>,
  );

test('a field in a folded part is unfolded, has the focus, and is marked for a moment', async () => {
  vi.useFakeTimers();
  open(
    hashOf('Webhook secret'),
    <More>
      <TextField label="Webhook" />
      <TextField label="Webhook secret" />
    </More>,
  );
  await act(() => vi.advanceTimersByTimeAsync(1));
  const field = screen.getByLabelText('Webhook secret');
  expect(document.activeElement).toBe(field);
  expect(field.closest('details')?.open).toBe(true);
  expect(field.closest('[data-sought]')?.textContent).toBe('Webhook secret');
  expect(scrolled).toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(3000));
  expect(document.querySelector('[data-sought]')).toBeNull();
  vi.useRealTimers();
});

const Reached = () => {
  const navigate = useNavigate();
  const go = () => void navigate({ hash: hashOf('Plan ID') });
  return (
    <>
      <button type="button" onClick={go}>
        Find it
      </button>
      <More>
        <TextField label="Plan ID" />
      </More>
    </>
  );
};

test('a field that was folded again is unfolded when it is found once more', async () => {
  open('', <Reached />);
  const details = screen.getByLabelText('Plan ID').closest('details');
  for (const _ of [1, 2]) {
    await act(async () => screen.getByText('Find it').click());
    await vi.waitFor(() => expect(details?.open).toBe(true));
    if (details) details.open = false;
  }
});

test('a fold hides no error, also when it was closed after the error was seen', () => {
  const withError = (error: string | undefined) => (
    <More>
      <TextField label="Plan ID" error={error} />
    </More>
  );
  const { container, rerender } = render(withError(undefined));
  const details = container.querySelector('details');
  expect(details?.open).toBe(false);
  rerender(withError('Enter a plan'));
  expect(details?.open).toBe(true);
  if (details) details.open = false;
  rerender(withError('Enter a plan'));
  expect(details?.open).toBe(true);
});

function Later() {
  const [isThere, setThere] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setThere(true)}>
        Load
      </button>
      {isThere && (
        <fieldset>
          <legend>रंग &amp; Colour</legend>
          <button type="button">Coral</button>
        </fieldset>
      )}
    </>
  );
}

test('a field that is loaded later is found by its legend', async () => {
  open(hashOf('रंग & Colour'), <Later />);
  await act(async () => screen.getByText('Load').click());
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Coral'));
});

const Switched = () => useSeeks(['Issuer']) && <TextField label="Issuer" />;

test('a field under a switch that is off is shown while it is sought, and a broken address seeks nothing', async () => {
  const { unmount } = open(hashOf('Issuer'), <Switched />);
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Issuer')));
  unmount();
  open('#field=%E0%A4%A', <Switched />);
  expect(screen.queryByLabelText('Issuer')).toBeNull();
});
