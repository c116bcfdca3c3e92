import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import type { Gift } from '#contract/billing/gifts.ts';
import { createQueryClient } from '#web/api/query.ts';
import { site } from '#web/ui/page/site-for-test.ts';
import { SiteProvider } from '#web/ui/page/site.tsx';
import { Gifts } from './gifts.tsx';

afterEach(() => vi.unstubAllGlobals());

const gift: Gift = {
  _id: 'g1',
  state: 'sent',
  recipientName: 'Asha',
  recipientEmail: 'asha@example.in',
  message: '',
  planName: 'Yearly bundle',
  amountInPaise: 49_900,
  paidAt: '2026-06-15T04:30:00.000Z',
  sendOn: null,
  sentAt: '2026-06-15T04:30:00.000Z',
  redeemedAt: null,
  refundableUntil: null,
};
const scheduled = { state: 'scheduled', sentAt: null } as const;

test.each<[string, Partial<Gift>, string[]]>([
  ['that was paid and sent', {}, ['Copy link', 'Send again']],
  ['that is free and sent', { amountInPaise: 0 }, ['Copy link']],
  ['that is free and being sent', { amountInPaise: 0, ...scheduled }, ['Copy link']],
  [
    'that is free and for a later day',
    { amountInPaise: 0, ...scheduled, sendOn: '2026-06-20' },
    ['Copy link', 'Change'],
  ],
  ['that was redeemed', { state: 'redeemed' }, []],
])('a gift %s', async (_name, changes, buttons) => {
  const gifts = [{ ...gift, ...changes }];
  vi.stubGlobal('fetch', async () => Response.json({ success: true, message: '', gifts }));
  render(
    <SiteProvider value={site}>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <Gifts />
        </MemoryRouter>
      </QueryClientProvider>
    </SiteProvider>,
  );
  expect(await screen.findByText('asha@example.in')).toBeTruthy();
  expect(screen.queryAllByRole('button').map(({ textContent }) => textContent)).toEqual(buttons);
});
