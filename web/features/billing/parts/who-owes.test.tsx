import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import { createQueryClient } from '#web/api/query.ts';
import { site } from '#web/ui/page/site-for-test.ts';
import { SiteProvider } from '#web/ui/page/site.tsx';
import { Component as WhoOwes } from './who-owes.tsx';

const part = (n: number, state: string, dueOn: string, agreedOn = dueOn) => ({
  n,
  state,
  dueOn,
  agreedOn,
  amountInPaise: 200_000,
  missingInPaise: state === 'paid' ? 0 : 200_000,
});
const purchase = {
  paymentId: 'pay_1',
  planId: 'p1',
  planName: 'Foundation',
  priceInPaise: 600_000,
  state: 'paused',
  pausesAt: '2026-08-08T18:29:59.999Z',
  accessUntil: '2027-06-15T04:30:00.000Z',
  parts: [part(1, 'paid', '2026-06-15'), part(2, 'overdue', '2026-08-05', '2026-07-15'), part(3, 'open', '2026-08-30')],
  user: { _id: 'u1', fullName: 'सुनीता कुजूर', email: 'sunita@school.example' },
  owedInPaise: 200_000,
  dueOn: '2026-08-05',
  daysOverdue: 9,
  remindedAt: '2026-08-08T04:30:00.000Z',
  isWaiting: false,
};

test('who owes is listed with the days, the last reminder, the promise and the amount', async () => {
  const total = { people: 1, owedInPaise: 200_000 };
  const list = { success: true, message: '', purchases: [purchase], nextCursor: null, total };
  vi.stubGlobal('fetch', async () => Response.json(list));
  render(
    <SiteProvider value={site}>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <WhoOwes />
        </MemoryRouter>
      </QueryClientProvider>
    </SiteProvider>,
  );
  expect((await screen.findByText('9 days')).parentElement?.textContent).toBe('9 dayssince 5 August 2026');
  for (const shown of ['₹2,000 from 1 person.', 'सुनीता कुजूर', 'Last reminder: 8 August 2026', 'Paused'])
    expect(screen.getByText(shown)).toBeTruthy();
  expect(screen.getByText('Promised for 5 August 2026')).toBeTruthy();
  expect(screen.getByText(/^Foundation, part 2 of 3/)).toBeTruthy();
});
