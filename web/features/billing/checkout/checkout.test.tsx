import { act, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { User } from '#contract/accounts/accounts.ts';
import { site } from '#web/ui/page/site-for-test.ts';
import { sessionStore } from '#web/app/session/session.ts';
import { buyButton, fakeWindow, heading, openCheckout, replies, type Reply, user } from './open-checkout-for-test.tsx';

test(
  'a paid window is verified, and the page updates at once',
  { tags: ['TRN-06', 'TRN-09', 'TRN-10', 'SCR-30', 'NUM-11'] },
  async () => {
    const paymentWindow = fakeWindow();
    const { responses, calls, person } = await openCheckout();
    expect(calls.filter((call) => call.includes('/payments/'))).toEqual([
      'GET /api/v1/payments/razorpay-key',
      'POST /api/v1/payments/subscribe',
    ]);
    expect(screen.getByText('Opens the Razorpay payment window')).toBeTruthy();
    await person.click(await buyButton());
    expect(paymentWindow.opened).toMatchObject([
      {
        key: 'key_1',
        subscription_id: 'sub_1',
        name: 'Night School',
        description: 'Subscription',
        prefill: { name: 'Arjun Menon', email: 'arjun@school.example' },
        theme: { color: '#F37254' },
      },
    ]);
    responses['GET /api/v1/user/me'] = [
      200,
      { user: { ...user, subscription: { ...user.subscription, status: 'active' } } },
    ];
    await paymentWindow.pays();
    expect(await heading('Payment Successfull')).toBeTruthy();
    expect(screen.getByText('Welcome to the pro bundle')).toBeTruthy();
    expect(screen.getByText('Payment successful')).toBeTruthy();
    expect(sessionStore.get()?.user).toMatchObject({ token: 't', subscription: { status: 'active' } });
  },
);

test('a provider with its own payment page is redirected to, without a window', async () => {
  const paymentWindow = fakeWindow();
  const attempt = { subscription_id: 'cs_1', checkoutUrl: '#its-own-page', expiresAt: '2999-01-01T00:00:00.000Z' };
  const { person } = await openCheckout(
    { 'POST /api/v1/payments/subscribe': [200, attempt] },
    { siteFacts: { paymentProvider: 'another' } },
  );
  expect(screen.queryByText(/payment window/)).toBeNull();
  await person.click(await buyButton());
  expect(window.location.hash).toBe('#its-own-page');
  window.location.hash = '';
  expect(paymentWindow.opened).toEqual([]);
});

test("a payment that is not verified shows the server's message", { tags: ['TRN-11', 'MSG-17'] }, async () => {
  const paymentWindow = fakeWindow();
  const { person } = await openCheckout({ 'POST /api/v1/payments/verify': [400, { message: 'Not this one' }] });
  await person.click(await buyButton());
  await paymentWindow.pays();
  expect(await heading('Payment Failed')).toBeTruthy();
  expect(screen.getByText('Not this one')).toBeTruthy();
});

test('a verification without a response shows its own message', { tags: ['TRN-11', 'MSG-17'] }, async () => {
  const paymentWindow = fakeWindow();
  const { person } = await openCheckout({ 'POST /api/v1/payments/verify': [500, {}] });
  await person.click(await buyButton());
  await paymentWindow.pays();
  expect(await heading('Payment Failed')).toBeTruthy();
  expect(screen.getByText('Payment verification failed')).toBeTruthy();
  expect(screen.getByText(/Your bank may still have charged you/)).toBeTruthy();
});

test('a failed attempt leaves the window open; closing it then opens the failure page', async () => {
  const paymentWindow = fakeWindow();
  const { person } = await openCheckout();
  await person.click(await buyButton());
  await paymentWindow.fails();
  expect(screen.getByRole('heading', { name: 'Subscription Bundle' })).toBeTruthy();
  await paymentWindow.isDismissed();
  expect(await heading('Payment Failed')).toBeTruthy();
  expect(screen.getByText('Declined by the bank')).toBeTruthy();
  expect(screen.queryByText(/may have taken the money/)).toBeNull();
});

test('closing the window stays on the page, ready to buy', async () => {
  const paymentWindow = fakeWindow();
  const { person } = await openCheckout();
  await person.click(await buyButton());
  await paymentWindow.isDismissed();
  expect((await buyButton()).hasAttribute('disabled')).toBe(false);
});

test('closing the window after a payment opens the success page', async () => {
  const paymentWindow = fakeWindow();
  const { responses, person } = await openCheckout();
  await person.click(await buyButton());
  responses['GET /api/v1/user/me'] = [
    200,
    { user: { ...user, subscription: { ...user.subscription, status: 'active' } } },
  ];
  await paymentWindow.isDismissed();
  expect(await heading('Payment Successfull')).toBeTruthy();
});

test(
  'a script that fails to load is reported, and the next click retries',
  { tags: ['RZP-7.34', 'TRN-07'] },
  async () => {
    const { person } = await openCheckout();
    const script = () => document.querySelector('script[src="https://pay.example/checkout.js"]');
    await person.click(await buyButton());
    await act(async () => void script()?.dispatchEvent(new Event('error')));
    expect(screen.getByText('Razorpay SDK failed to load. Check your connection.')).toBeTruthy();
    expect(script()).toBeNull();
    await person.click(await buyButton());
    const paymentWindow = fakeWindow();
    await act(async () => void script()?.dispatchEvent(new Event('load')));
    expect(paymentWindow.opened).toHaveLength(1);
    script()?.remove();
  },
);

test.each([
  ['GET /api/v1/payments/razorpay-key', 'Something went wrong while fetching Razorpay ID'],
  ['POST /api/v1/payments/subscribe', 'Something went wrong while purchasing course bundle'],
])('without a response to %s the window does not open', async (name, sentence) => {
  const paymentWindow = fakeWindow();
  const { person } = await openCheckout({ [name]: [500, {}] });
  expect(await screen.findByText(sentence)).toBeTruthy();
  await person.click(await buyButton());
  expect(await screen.findByText('Razorpay key or subscription ID is not available')).toBeTruthy();
  expect(paymentWindow.opened).toHaveLength(0);
});

test('a buyer who already has access sees that instead of an error', async () => {
  await openCheckout({
    'POST /api/v1/payments/subscribe': [409, { code: 'already_subscribed', message: 'You have a subscription' }],
  });
  expect(await screen.findByText('You already have access')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Buy Now' })).toBeNull();
  expect(screen.queryByText('You have a subscription')).toBeNull();
});

test('a school that does not sell shows that', async () => {
  const off: Reply = [503, { code: 'selling_off', message: 'The course bundle is not on sale at the moment' }];
  await openCheckout({ 'GET /api/v1/payments/razorpay-key': off, 'POST /api/v1/payments/subscribe': off });
  expect(await screen.findByText('The course bundle is not on sale at the moment')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Buy Now' })).toBeNull();
});

describe('in the last month of a year', () => {
  const inTenDays = new Date(Date.now() + 10 * 24 * 3_600_000).toISOString();
  const renewing: User = {
    ...user,
    subscription: {
      status: 'active',
      access_until: inTenDays,
      purchased_at: '2025-12-01T10:00:00.000Z',
      refundable_until: '2025-12-08T18:29:59.999Z',
      auto_renew: false,
      renewable_from: '2026-01-01T10:00:00.000Z',
    },
  };

  test('the new year begins where the old one ends, and closing the window buys nothing', async () => {
    const paymentWindow = fakeWindow();
    const { responses, person } = await openCheckout(
      { 'GET /api/v1/user/me': [200, { user: renewing }] },
      { who: renewing },
    );
    expect(await screen.findByText(/^Your current year runs until .* you don’t lose a day\.$/)).toBeTruthy();
    await person.click(await buyButton());
    await paymentWindow.isDismissed();
    expect(await buyButton()).toBeTruthy();

    await person.click(await buyButton());
    const longer = { ...renewing.subscription, access_until: '2099-01-01T10:00:00.000Z' };
    responses['GET /api/v1/user/me'] = [200, { user: { ...renewing, subscription: longer } }];
    await paymentWindow.isDismissed();
    expect(await heading('Payment Successfull')).toBeTruthy();
  });
});

test('a plan that is given shows its length: nobody knows yet when it begins', async () => {
  const plans = site.plans.flatMap((plan) => [
    plan,
    { ...plan, _id: 'monthly', name: 'Monthly', term: { unit: 'month' as const, count: 1 } },
  ]);
  const { person } = await openCheckout({}, { siteFacts: { plans } });
  expect(screen.getAllByText(/^Until \d/)).toHaveLength(2);
  await person.click(screen.getByRole('switch', { name: 'This is a gift' }));
  expect(screen.queryByText(/^Until \d/)).toBeNull();
  expect(screen.getByText('1 year')).toBeTruthy();
  expect(screen.getByText('1 month')).toBeTruthy();
});

test('a business that needs a GST invoice enters its GSTIN in place of a state', async () => {
  const paymentWindow = fakeWindow();
  const refusal: Reply = [
    400,
    { code: 'validation_failed', details: [{ path: 'business.gstin', message: 'This is not a valid GSTIN' }] },
  ];
  const { calls, person, responses } = await openCheckout(
    { 'POST /api/v1/payments/subscribe': refusal },
    { siteFacts: { asksBuyerState: true } },
  );
  await person.click(screen.getByRole('checkbox', { name: 'I need a GST invoice' }));
  expect(screen.queryByLabelText('State you live in')).toBeNull();
  await person.type(screen.getByLabelText('GSTIN'), '27AAPFU0939F1Z');
  await person.type(screen.getByLabelText('Business name'), 'Umbrella Works');
  await person.type(screen.getByLabelText('Business address'), 'Pune');
  await person.click(await buyButton());
  expect(await screen.findByText('This is not a valid GSTIN')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('GSTIN'));
  expect(paymentWindow.opened).toEqual([]);

  responses['POST /api/v1/payments/subscribe'] = replies()['POST /api/v1/payments/subscribe'] ?? refusal;
  await person.type(screen.getByLabelText('GSTIN'), 'V');
  await person.click(await buyButton());
  expect(paymentWindow.opened).toMatchObject([{ subscription_id: 'sub_1' }]);
  expect(calls.slice(-2)).toEqual([
    'POST /api/v1/payments/subscribe {"business":{"gstin":"27AAPFU0939F1ZV","name":"Umbrella Works","address":"Pune"}}',
    'POST /api/v1/payments/window-opened {"subscription_id":"sub_1"}',
  ]);

  await paymentWindow.fails();
  await paymentWindow.isDismissed();
  await person.click(await screen.findByRole('link', { name: 'Try again' }));
  expect(screen.getByLabelText<HTMLInputElement>('GSTIN').value).toBe('27AAPFU0939F1ZV');
  expect(screen.getByLabelText<HTMLInputElement>('Business address').value).toBe('Pune');
});

test("a school with a GSTIN asks for the buyer's state before the checkout starts", async () => {
  const paymentWindow = fakeWindow();
  const { calls, person } = await openCheckout({}, { siteFacts: { asksBuyerState: true } });
  const begun = () => calls.filter((call) => call.includes('/subscribe'));
  await person.click(await buyButton());
  const select = screen.getByLabelText('State you live in');
  expect(screen.getByText('Please choose the state you live in')).toBeTruthy();
  expect(document.activeElement).toBe(select);
  expect(begun()).toEqual([]);

  await person.selectOptions(select, 'Kerala');
  await person.click(await buyButton());
  expect(paymentWindow.opened).toMatchObject([{ subscription_id: 'sub_1' }]);
  expect(begun()).toEqual(['POST /api/v1/payments/subscribe {"state":"Kerala"}']);
});
