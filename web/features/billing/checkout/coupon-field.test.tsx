import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { site } from '#web/ui/page/site-for-test.ts';
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

test('a coupon strikes the price of each plan that it is for, also while another plan is chosen', async () => {
  const otherPlan = { code: 'coupon_not_valid', message: 'This code is for another plan.' };
  const price = { priceInPaise: 49_900, discountInPaise: 10_000, totalInPaise: 39_900 };
  const monthly = { name: 'Monthly', term: { unit: 'month' as const, count: 1 }, priceInPaise: 9_900 };
  const { person } = await openCheckout(
    {
      [priceOf('PADHAI100')]: [200, price],
      'GET /api/v1/plans/monthly/price?couponCode=PADHAI100': [409, otherPlan],
    },
    {
      address: '/checkout?coupon=PADHAI100',
      siteFacts: { plans: site.plans.flatMap((plan) => [plan, { ...plan, ...monthly, _id: 'monthly' }]) },
    },
  );
  const cardOf = (name: RegExp) => screen.getByRole('radio', { name }).closest('label')?.textContent;
  await waitFor(() => expect(cardOf(/Yearly/)).toContain('was ₹499₹399₹33 a month'));
  expect(cardOf(/Monthly/)).toMatch(/[^9]₹99$/);
  await person.click(screen.getByRole('radio', { name: /Monthly/ }));
  expect(await screen.findByText('This code is for another plan.')).toBeTruthy();
  expect(cardOf(/Yearly/)).toContain('was ₹499₹399');
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

test('access that was bought in another tab takes the place of the button, also with a coupon', async () => {
  const paymentWindow = fakeWindow();
  const price = { priceInPaise: 49_900, discountInPaise: 10_000, totalInPaise: 39_900 };
  const { person, responses } = await openCheckout(
    { [priceOf('PADHAI100')]: [200, price] },
    { address: '/checkout?coupon=PADHAI100' },
  );
  await screen.findByText('₹100 off');
  responses[SUBSCRIBE] = [409, { code: 'already_subscribed', message: 'You already have an active subscription' }];
  await person.click(await buyButton());
  expect(await screen.findByText('You already have access')).toBeTruthy();
  expect(paymentWindow.opened).toEqual([]);
});

test('why a purchase with a coupon does not begin is shown', async () => {
  const price = { priceInPaise: 49_900, discountInPaise: 10_000, totalInPaise: 39_900 };
  const { person, responses } = await openCheckout(
    { [priceOf('PADHAI100')]: [200, price] },
    { address: '/checkout?coupon=PADHAI100' },
  );
  await screen.findByText('₹100 off');
  responses[SUBSCRIBE] = [502, { code: 'provider_failed', message: 'Razorpay does not respond' }];
  await person.click(await buyButton());
  expect(await screen.findByText('Razorpay does not respond')).toBeTruthy();
});

test('after a payment that failed, the plan, the coupon and the gift are still chosen', async () => {
  const paymentWindow = fakeWindow();
  const price = { priceInPaise: 9_900, discountInPaise: 5_000, totalInPaise: 4_900 };
  const monthly = { name: 'Monthly', term: { unit: 'month' as const, count: 1 }, priceInPaise: 9_900 };
  const { calls, person } = await openCheckout(
    {
      'GET /api/v1/plans/monthly/price?couponCode=HALF': [200, price],
      [priceOf('HALF')]: [200, { priceInPaise: 49_900, discountInPaise: 5_000, totalInPaise: 44_900 }],
    },
    { siteFacts: { plans: site.plans.flatMap((plan) => [plan, { ...plan, ...monthly, _id: 'monthly' }]) } },
  );
  await person.click(screen.getByRole('radio', { name: /Monthly/ }));
  await person.click(screen.getByRole('button', { name: 'Add a coupon' }));
  await person.keyboard('half{Enter}');
  await screen.findByText('₹50 off');
  await person.click(screen.getByRole('switch', { name: 'This is a gift' }));
  await person.type(screen.getByLabelText('Their name'), 'Asha');
  await person.type(screen.getByLabelText('Their email'), 'asha@example.in');
  await person.click(await buyButton());
  await paymentWindow.fails();
  await paymentWindow.isDismissed();
  await person.click(await screen.findByRole('link', { name: 'Try again' }));
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Monthly/ }).checked).toBe(true);
  expect(await screen.findByText('₹50 off')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Their name').value).toBe('Asha');
  await person.click(await buyButton());
  expect(paymentWindow.opened).toHaveLength(2);
  expect(calls.filter((call) => call.startsWith(SUBSCRIBE)).at(-1)).toBe(
    `${SUBSCRIBE} {"planId":"monthly","couponCode":"HALF","gift":{"name":"Asha","email":"asha@example.in","message":""}}`,
  );
});

test('what single courses cost is deducted from everything in a line, and the plan is named in the order', async () => {
  const paymentWindow = fakeWindow();
  const rights = [{ scope: 'c1', endsAt: null, source: 'payment' }];
  const deductions = [{ name: 'Statistics', amountInPaise: 29_900 }];
  const price = { priceInPaise: 49_900, discountInPaise: 0, deductions, totalInPaise: 20_000 };
  const { calls, person } = await openCheckout({
    'GET /api/v1/user/rights': [200, { rights }],
    'GET /api/v1/plans/yearly-bundle/price': [200, price],
  });
  expect(await screen.findByText('Already paid: Statistics')).toBeTruthy();
  const card = screen.getByRole('region', { name: 'Price' });
  expect(card.textContent).toContain('₹200was ₹499');
  expect(card.textContent).toContain('Already paid: Statistics−₹299You pay₹200');
  expect(card.textContent).toContain('the full ₹200 is refunded');
  await person.click(await buyButton());
  expect(paymentWindow.opened).toMatchObject([{ subscription_id: 'sub_1' }]);
  expect(calls.filter((call) => call.startsWith(SUBSCRIBE)).at(-1)).toBe(`${SUBSCRIBE} {"planId":"yearly-bundle"}`);
  await person.click(screen.getByRole('switch', { name: 'This is a gift' }));
  expect(screen.queryByText('Already paid: Statistics')).toBeNull();
});
