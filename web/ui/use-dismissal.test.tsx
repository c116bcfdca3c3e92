import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { useDismissal } from './use-dismissal.ts';

const Menu = () => {
  const [isOpen, setOpen] = useState(true);
  const element = useDismissal<HTMLDivElement>(isOpen, () => setOpen(false));
  return (
    <>
      <div ref={element}>{isOpen && <button type="button">Profile</button>}</div>
      <p>Beside it</p>
      <a href="/courses">A link</a>
    </>
  );
};
const isOpen = (): boolean => screen.queryByRole('button', { name: 'Profile' }) !== null;

test.each([
  ['a press beside it that moves no focus, as in Safari', () => fireEvent.pointerDown(screen.getByText('Beside it'))],
  ['the focus elsewhere', () => act(() => screen.getByRole('link').focus())],
  ['Escape', () => fireEvent.keyDown(document, { key: 'Escape' })],
])('what is open is closed by %s', (_, act) => {
  render(<Menu />);
  fireEvent.pointerDown(screen.getByRole('button', { name: 'Profile' }));
  expect(isOpen()).toBe(true);
  act();
  expect(isOpen()).toBe(false);
});
