import { render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { Button } from './button.tsx';

const page = (isBusy: boolean) => (
  <>
    <Button isBusy={isBusy}>Save</Button>
    <input aria-label="Search" />
  </>
);

/** A disabled control loses the focus in browsers; jsdom keeps it, and ignores `blur` on such a control. */
const dropFocus = () => {
  const other = screen.getByRole('textbox');
  other.focus();
  other.blur();
};

describe('a button whose action has finished', () => {
  let show: (isBusy: boolean) => void;

  beforeEach(() => {
    const { rerender } = render(page(false));
    show = (isBusy) => rerender(page(isBusy));
    screen.getByRole('button').focus();
    show(true);
    dropFocus();
  });

  it('is focused again', () => {
    expect(document.activeElement).toBe(document.body);
    show(false);
    expect(document.activeElement).toBe(screen.getByRole('button'));
  });

  it('leaves the focus where the user moved it', () => {
    screen.getByRole('textbox').focus();
    show(false);
    expect(document.activeElement).toBe(screen.getByRole('textbox'));
  });
});
