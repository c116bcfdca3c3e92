import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buyButton, fakeWindow, heading, openCheckout, replies } from './open-checkout-for-test.tsx';

const priceOf = (code: string) => `GET /api/v1/plans/yearly-bundle/price?couponCode=${code}`;
const SUBSCRIBE = 'POST /api/v1/payments/subscribe';

test('a coupon in the link shows the old and the new price, and its use is taken with the purchase', async () => {
  const paymentWindow = fakeWindow();
  const price = { priceInPaise: 49_900, discountInPaise: 10_000, totalInPaise: 39_900 };
  const { calls, person, responses } = await openCheckout(
    { [priceOf('PADHAI100')]: [200, price] },
    { address: '/checkout?coupon=padhai100' },
  );
  expect(await screen.findByText('₹100 off')).toBeTruthy();
  const card = screen.getByRole('region', { name: 'Price' });
  expect(card.textContent).toContain('₹399was ₹499');
  expect(card.textContent).toContain('Coupon PADHAI100−₹100');
  expect(card.textContent).toContain('You pay₹399');
  expect(card.textContent).toContain('the full ₹399 is refunded');

  responses[SUBSCRIBE] = [409, { code: 'coupon_used_up', message: 'This code has been used up' }];
  await person.click(await buyButton());
  expect(await screen.findByText('This code has been used up')).toBeTruthy();
  expect(paymentWindow.opened).toEqual([]);
  responses[SUBSCRIBE] = replies()[SUBSCRIBE] ?? [500, {}];
  await person.click(await buyButton());
  expect(paymentWindow.opened).toMatchObject([{ subscription_id: 'sub_1' }]);
  expect(calls.filter((call) => call.startsWith(SUBSCRIBE)).at(-1)).toBe(`${SUBSCRIBE} {"couponCode":"PADHAI100"}`);
});

test('a code that cannot be used stays in its field with the reason; one of 100 % needs no payment window', async () => {
  const ended = { code: 'coupon_not_valid', message: 'This code ended on 15 November 2026.' };
  const free = { priceInPaise: 49_900, discountInPaise: 49_900, totalInPaise: 0 };
  const { person, responses } = await openCheckout({ [priceOf('OLD')]: [409, ended], [priceOf('FREE')]: [200, free] });
  await person.click(screen.getByRole('button', { name: 'Add a coupon' }));
  await person.keyboard('old{Enter}');
  expect(await screen.findByText('This code ended on 15 November 2026.')).toBeTruthy();
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Coupon' });
  expect(field.value).toBe('old');
  await person.clear(field);
  await person.type(field, 'free');
  await person.click(screen.getByRole('button', { name: 'Apply' }));
  const get = await screen.findByRole('button', { name: 'Get access' });
  expect(screen.queryByText(/payment window/)).toBeNull();
  responses[SUBSCRIBE] = [200, { subscription_id: 'free_1', checkoutUrl: null, expiresAt: '2026-11-20', isPaid: true }];
  await person.click(get);
  expect(await heading('Payment Successfull')).toBeTruthy();
});
