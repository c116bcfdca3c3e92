import { render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { Button } from '#web/components/button.tsx';

const page = (isBusy: boolean) => (
  <>
    <Button isBusy={isBusy}>Save</Button>
    <input aria-label="Search" />
  </>
);

/** Browsers take the focus from a control that was disabled, some time after; jsdom leaves it there. */
const dropFocus = () => document.querySelector<HTMLElement>(':focus')?.blur();

describe('a button that worked', () => {
  let show: (isBusy: boolean) => void;

  beforeEach(() => {
    const { rerender } = render(page(false));
    show = (isBusy) => rerender(page(isBusy));
    screen.getByRole('button').focus();
    show(true);
    dropFocus();
  });

  it('has the focus again', () => {
    expect(document.activeElement).toBe(document.body);
    show(false);
    expect(document.activeElement).toBe(screen.getByRole('button'));
  });

  it('leaves the focus where the person went meanwhile', () => {
    screen.getByRole('textbox').focus();
    show(false);
    expect(document.activeElement).toBe(screen.getByRole('textbox'));
  });
});
