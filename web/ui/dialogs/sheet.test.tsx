import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { createMemoryRouter, Link } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#web/api/query.ts';
import { App } from '#web/app/app.tsx';
import { Button } from '#web/ui/button.tsx';
import { openSheet } from './open-dialogs.ts';
import { Sheet } from './sheet.tsx';
import { site } from '#web/ui/page/site-for-test.ts';

function Page() {
  const [title, setTitle] = useState<string>();
  return (
    <>
      {['First', 'Second'].map((name) => (
        <Button key={name} onClick={() => openSheet(() => setTitle(name))}>
          {name}
        </Button>
      ))}
      <Link to="/elsewhere">Elsewhere</Link>
      {title && <Form title={title} onClose={() => setTitle(undefined)} />}
    </>
  );
}

function Form({ title, onClose }: { title: string; onClose: () => void }) {
  const [text, setText] = useState('');
  return (
    <Sheet
      title={title}
      formError={undefined}
      confirmLabel="Save"
      changeCount={text === '' ? 0 : 1}
      isBusy={false}
      onSubmit={() => undefined}
      onClose={onClose}
    >
      <input data-first="" aria-label="Text" value={text} onChange={({ target }) => setText(target.value)} />
    </Sheet>
  );
}

afterEach(() => vi.unstubAllGlobals());

const openPage = (width: number) => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === '(width >= 80rem)' && width >= 1280,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  const router = createMemoryRouter([
    { path: '/', element: <Page /> },
    { path: '/elsewhere', element: <p>Elsewhere it is</p> },
  ]);
  render(<App router={router} queryClient={createQueryClient()} site={site} />);
  return { user: userEvent.setup(), router };
};

const button = (name: string) => screen.getByRole('button', { name });

test('beside the page Escape asks, and does not close the question that it opened', async () => {
  const { user } = openPage(1280);
  await user.click(button('First'));
  await user.keyboard('changed');
  // A browser closes the topmost dialog with an Escape that nobody has handled.
  expect(fireEvent.keyDown(screen.getByLabelText('Text'), { key: 'Escape' })).toBe(false);
  expect(screen.getByRole('dialog', { name: 'Discard changes?' })).toBeTruthy();
});

test('beside the page it asks before another sheet takes its place, and returns the focus', async () => {
  const { user } = openPage(1280);
  await user.click(button('First'));
  expect(screen.getByRole('dialog').ariaModal).toBeNull();
  await user.keyboard('changed');
  await user.click(button('Second'));
  expect(screen.getByRole('dialog', { name: 'Discard changes?' })).toBeTruthy();
  await user.click(button('Keep editing'));
  expect(screen.getByLabelText<HTMLInputElement>('Text').value).toBe('changed');

  await user.click(button('Second'));
  await user.click(screen.getAllByRole('button', { name: 'Discard' }).at(-1) ?? document.body);
  expect(screen.getByRole('dialog', { name: 'Second' })).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Text').value).toBe('');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(button('Second'));
});

test('a link asks before changes are lost', async () => {
  const { user, router } = openPage(1280);
  await user.click(button('First'));
  await user.keyboard('changed');
  await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
  expect(screen.getByRole('dialog', { name: 'Discard changes?' })).toBeTruthy();
  expect(router.state.location.pathname).toBe('/');
});

test('in narrower windows it is modal', async () => {
  const { user } = openPage(1279);
  await user.click(button('First'));
  expect(screen.getByRole('dialog').ariaModal).toBe('true');
});
