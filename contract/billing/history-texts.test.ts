import { expect, test } from 'vitest';
import { formatMoney } from '../format.ts';
import { english } from '../languages/language.ts';
import { createWriter } from '../languages/say.ts';
import { historyTexts } from './history-texts.ts';

test('the day of a payment is said as people write it', () => {
  const received = {
    way: 'cash',
    reference: 'Slip 7',
    amountInPaise: 49_900,
    expectedInPaise: 49_900,
    reason: '',
  } as const;
  const write = createWriter(english, { money: (paise) => formatMoney(paise, '₹'), date: String, time: String });
  expect(write(historyTexts.payment_received({ ...received, receivedOn: '2026-11-29' }, String))).toBe(
    'Confirmed: ₹499 came by cash, Slip 7 on 29 November 2026',
  );
});
