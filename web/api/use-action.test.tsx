import { act, render, screen } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { describe, expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { useAction } from './use-action.ts';
import { Toaster } from '#web/ui/toasts/toaster.tsx';

const messages = { loading: 'Wait!', success: 'Done', error: 'Failed to do it' };

function Page({ run }: { run: () => Promise<unknown> }) {
  const action = useAction<void, unknown>({ run, messages });
  return (
    <>
      <button type="button" onClick={() => void action.start()}>
        {action.isBusy ? 'Busy' : 'Go'}
      </button>
      <Toaster />
    </>
  );
}

const cards = () => [...document.querySelectorAll('.toast-card')].map((card) => card.textContent);
const press = () => act(async () => screen.getByRole('button', { name: /^(?:Go|Busy)$/ }).click());

describe('an action', () => {
  it(
    'runs once at a time, and turns its toast from loading into the server’s message',
    { tags: ['ADD-19', 'ADD-20', 'MSG-01'] },
    async () => {
      const resolvers: ((response: unknown) => void)[] = [];
      render(<Page run={() => new Promise((resolve) => resolvers.push(resolve))} />);
      await press();
      await press();
      expect(cards()).toEqual(['Wait!']);
      expect(screen.getByRole('button', { name: /^(?:Go|Busy)$/ }).textContent).toBe('Busy');

      await act(async () => {
        for (const resolve of resolvers) resolve({ message: 'The server is glad' });
      });
      expect(resolvers).toHaveLength(1);
      expect(cards()).toEqual(['The server is glad']);
      expect(screen.getByRole('button', { name: /^(?:Go|Busy)$/ }).textContent).toBe('Go');
    },
  );

  it.each([
    ['the fallback when the response has no message', async () => ({}), 'Done'],
    ['the fallback when the response says nothing to people', async () => ({ message: 'OK' }), 'Done'],
    [
      'what the server says is wrong',
      () => Promise.reject(new ApiError({ status: 409, code: 'x', serverMessage: 'Taken' })),
      'Taken',
    ],
    [
      'the fallback when nothing readable came back',
      () => Promise.reject(new ApiError({ status: 0, code: 'unreachable' })),
      'Failed to do it',
    ],
  ])('shows %s', { tags: ['MSG-01'] }, async (_, run, sentence) => {
    render(<Page run={run} />);
    await press();
    expect(cards()).toEqual([sentence]);
  });

  it('shows 20 toasts at most', { tags: ['NUM-07'] }, () => {
    render(<Toaster />);
    act(() => {
      for (let index = 0; index < 25; index += 1) toast(`Toast ${index}`);
    });
    expect(cards()).toHaveLength(20);
  });
});
