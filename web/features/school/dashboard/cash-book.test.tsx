import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { createQueryClient } from '#web/api/query.ts';
import { site } from '#web/ui/page/site-for-test.ts';
import { SiteProvider } from '#web/ui/page/site.tsx';
import CashBook from './cash-book.tsx';

const days = [
  { day: '2026-06-16', way: 'cash', inInPaise: 49_900, outInPaise: 0 },
  { day: '2026-06-15', way: 'upi', inInPaise: 1_000_050, outInPaise: 29_900 },
];

test('the cash book of a month is saved as a file for a spreadsheet', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ success: true, message: 'OK', ways: [], days }));
  const saved: { name: string; text: Promise<string> }[] = [];
  const addresses = { createObjectURL: (content: Blob) => (saved.push({ name: '', text: content.text() }), 'blob:1') };
  vi.stubGlobal('URL', Object.assign(URL, { ...addresses, revokeObjectURL: () => undefined }));
  HTMLAnchorElement.prototype.click = function click() {
    Object.assign(saved.at(-1) ?? {}, { name: this.download });
  };
  render(
    <SiteProvider value={site}>
      <QueryClientProvider client={createQueryClient()}>
        <CashBook from="2026-06-01" to="2026-06-30" />
      </QueryClientProvider>
    </SiteProvider>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Save as CSV' }));
  expect(saved.map(({ name }) => name)).toEqual(['cash-book-2026-06-01-to-2026-06-30.csv']);
  expect(await saved[0]?.text).toBe(
    'Day,Way,Received,Refunded\r\n2026-06-16,cash,499.00,0.00\r\n2026-06-15,UPI,10000.50,299.00\r\n',
  );
});
