import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HOUR_MS } from '#contract/durations.ts';
import type { Attachment } from '#contract/classroom/lectures.ts';
import { AttachmentLink } from './chapters-and-attachments.tsx';
import { Toaster } from '#web/ui/toasts/toaster.tsx';

const NOW_MS = Date.parse('2026-11-23T06:00:00Z');

beforeEach(() => void vi.spyOn(Date, 'now').mockReturnValue(NOW_MS));
afterEach(() => vi.restoreAllMocks());

const rain = (token: string): Attachment => ({
  _id: 'a1',
  name: 'rain.csv',
  sizeBytes: 22,
  address: `https://school.example/media/${token}/rain.csv`,
});

const lectureOf = (token: string, expiresAtMs: number) => ({ attachments: [rain(token)], expiresAtMs });

/** Returns the addresses that are saved from. */
const open = (expiresAtMs: number, reload: () => Promise<ReturnType<typeof lectureOf>>) => {
  const saved: [address: string, name: string][] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
    saved.push([this.href, this.download]);
  });
  const onPress = (event: Event): void => {
    if (!event.defaultPrevented && event.target instanceof HTMLAnchorElement)
      saved.push([event.target.href, event.target.download]);
    event.preventDefault();
  };
  document.addEventListener('click', onPress, { once: true });
  render(
    <>
      <AttachmentLink attachment={rain('old')} lecture={lectureOf('old', expiresAtMs)} reload={reload} className="">
        rain.csv
      </AttachmentLink>
      <Toaster />
    </>,
  );
  const press = () => userEvent.click(screen.getByRole('link', { name: 'rain.csv' }));
  return { saved, press };
};

test('an attachment is saved from its address while that works', async () => {
  const { saved, press } = open(NOW_MS + 6 * HOUR_MS, () => Promise.reject(new Error('not needed')));
  await press();
  expect(saved).toEqual([['https://school.example/media/old/rain.csv', 'rain.csv']]);
});

test.each([NOW_MS - 1, NOW_MS + 4 * 60_000])(
  'an address that ends at %i is renewed when it is pressed',
  async (end) => {
    const { saved, press } = open(end, async () => lectureOf('new', NOW_MS + 6 * HOUR_MS));
    await press();
    await waitFor(() => expect(saved).toEqual([['https://school.example/media/new/rain.csv', 'rain.csv']]));
  },
);

test('an attachment that cannot be fetched says so', async () => {
  const { saved, press } = open(NOW_MS - 1, async () => ({ attachments: [], expiresAtMs: NOW_MS + HOUR_MS }));
  await press();
  expect(await screen.findByText('Something went wrong')).toBeDefined();
  expect(saved).toEqual([]);
});
