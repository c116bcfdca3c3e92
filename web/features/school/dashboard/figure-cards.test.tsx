import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createQueryClient } from '#web/api/query.ts';
import { site } from '#web/ui/page/site-for-test.ts';
import { SiteProvider } from '#web/ui/page/site.tsx';
import { Figures } from './figure-cards.tsx';

const twelve = Array<number>(12).fill(0);
const sales = {
  success: true as const,
  message: '',
  finalMonths: {},
  monthlySalesRecord: twelve,
  monthylySalesRecords: twelve,
  grossInPaise: 0,
  refundedInPaise: 0,
  lostInPaise: 0,
  isBundleAlone: true,
};
const people = { success: true as const, message: '', allUsersCount: 10, subscribedUsersCount: 3 };

interface Sold {
  count: number;
  soldInPaise: number;
  netInPaise: number;
}

function Cards({ count, ...sums }: Sold) {
  const data = { ...sales, ...sums, allPayments: { count, items: [] } };
  const payments = useQuery({ queryKey: ['payments'], queryFn: () => data, initialData: data });
  const stats = useQuery({ queryKey: ['stats'], queryFn: () => people, initialData: people });
  return <Figures stats={stats} payments={payments} />;
}

test.each<[Sold, string]>([
  [{ count: 0, soldInPaise: 0, netInPaise: 0 }, '₹00 × ₹499'],
  [{ count: 480, soldInPaise: 23_952_000, netInPaise: 23_952_000 }, '₹2,39,520480 × ₹499'],
  [{ count: 2, soldInPaise: 99_800, netInPaise: 89_800 }, '₹9982 × ₹499'],
  [{ count: 3, soldInPaise: 119_700, netInPaise: 109_700 }, '₹1,197without refunded purchases'],
])('Total Revenue of %o is shown as %s', { tags: ['NUM-02'] }, (sold, shown) => {
  render(
    <SiteProvider value={site}>
      <QueryClientProvider client={createQueryClient()}>
        <Cards {...sold} />
      </QueryClientProvider>
    </SiteProvider>,
  );
  expect(screen.getByText('Total Revenue').nextElementSibling?.textContent).toBe(shown);
});
