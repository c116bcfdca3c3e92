import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { button, openPlayer } from './player-for-test.tsx';

const layer = () => document.querySelector<HTMLElement>('.player-captions')?.dataset;

test('the cue of the moment is drawn with its markup while captions are shown', async () => {
  const { hasCaptions, says, user } = openPlayer();
  await hasCaptions();
  await says('He sold <i>more</i> cakes.');
  expect(screen.queryByText('more')).toBeNull();
  await user.keyboard('c');
  expect(screen.getByText('more').tagName).toBe('I');
  await says('And could not pay.');
  expect(screen.getByText('And could not pay.')).toBeTruthy();
  expect(screen.queryByText('more')).toBeNull();
  await user.keyboard('c');
  expect(screen.queryByText('And could not pay.')).toBeNull();
});

test('the size and the background of captions are chosen in the settings and remembered', async () => {
  const first = openPlayer();
  await first.hasCaptions();
  expect(layer()).toMatchObject({ size: 'Normal', background: 'Solid' });
  await first.user.click(button('Settings'));
  await first.user.click(await screen.findByRole('radio', { name: 'Largest' }));
  await first.user.click(screen.getByRole('radio', { name: 'Outline' }));
  expect(layer()).toMatchObject({ size: 'Largest', background: 'Outline' });
  first.unmount();
  openPlayer();
  expect(layer()).toMatchObject({ size: 'Largest', background: 'Outline' });
});

test('without captions there is nothing to set', async () => {
  const { user } = openPlayer();
  await user.click(button('Settings'));
  expect(screen.queryByText('Caption size')).toBeNull();
});
