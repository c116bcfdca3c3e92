import { expect, test } from 'vitest';
import { formatMoney } from '../format.ts';
import { historyTexts } from './history-texts.ts';

test('the day of a payment is said as people write it', () => {
  const received = {
    way: 'cash',
    reference: 'Slip 7',
    amountInPaise: 49_900,
    expectedInPaise: 49_900,
    reason: '',
  } as const;
  const written = { money: (paise: number) => formatMoney(paise, '₹'), date: String };
  expect(historyTexts.payment_received({ ...received, receivedOn: '2026-11-29' }, written)).toBe(
    'Confirmed: ₹499 came by cash, Slip 7 on 29 November 2026',
  );
});
