import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createQueryClient } from '#web/api/query-keys.ts';
import { site } from '#web/ui/page/site-for-test.ts';
import { SiteProvider } from '#web/ui/page/site.tsx';
import { PastMembership } from './learning.tsx';

const refunded = { isGift: false, status: 'refunded', refunds: [{ at: '2026-11-24T06:00:00Z' }], receipts: [{}] };
const gift = { ...refunded, isGift: true };
const paid = { isGift: false, status: 'paid', refunds: [], receipts: [{}] };

const open = (purchases: object[], endedAt: string | null) => {
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal('fetch', async () => Response.json({ success: true, purchases }));
  render(
    <SiteProvider value={site}>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <PastMembership endedAt={endedAt} />
        </MemoryRouter>
      </QueryClientProvider>
    </SiteProvider>,
  );
};

test.each([
  ['was refunded', [gift, refunded], null, 'Your bundle was refunded on 24 November 2026.'],
  [
    'was refunded in an earlier term',
    [refunded, paid],
    '2026-11-20T06:00:00Z',
    'Your bundle was refunded on 24 November 2026.',
  ],
  ['has ended', [paid, refunded], '2026-11-20T06:00:00Z', 'Your bundle ended on 20 November 2026.'],
  ['was a gift that has ended', [], '2026-11-20T06:00:00Z', 'Your bundle ended on 20 November 2026.'],
])('a bundle that %s is named, with Subscribe', async (_what, purchases, endedAt, sentence) => {
  open(purchases, endedAt);
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Subscribe' }).getAttribute('href')).toBe('/checkout');
});
