import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buyButton, heading, openCheckout, type Reply, user } from '../checkout/open-checkout-for-test.tsx';

const SENT = 'POST /api/v1/payments/requests';

const request = {
  _id: 'r1',
  state: 'waiting',
  order: '7K3F-9QXZ',
  planId: 'yearly-bundle',
  planName: 'Yearly bundle',
  opens: 'everything',
  courseId: null,
  way: 'upi',
  reference: '432611870955',
  paidOn: '2026-11-28',
  amountInPaise: 49_900,
  statedInPaise: null,
  sentAt: '2026-11-28T09:22:00.000Z',
  keptUntil: '2026-12-05T09:22:00.000Z',
  hasPicture: false,
  isGift: false,
  batch: null,
  decidedAt: null,
  reason: '',
};

const upi = { way: 'upi', text: '', upiId: 'asha@okicici' };
const cash = { way: 'cash', text: 'रातू रोड, राँची. 10 to 6.' };
const ask = {
  name: 'Nirmala Tirkey',
  hours: 'Monday to Saturday',
  phone: '+91 98765 43210',
  email: 'a@school.example',
};
const order = {
  _id: 'o1',
  number: '7K3F-9QXZ',
  amountInPaise: 49_900,
  keptUntil: '2026-11-29T09:22:00.000Z',
  upiLink: 'upi://pay?pa=asha@okicici&pn=Night%20School&am=499.00&cu=INR&tn=7K3F-9QXZ',
  isPaid: false,
};

const repliesWith = (ways: object[], requests: object[] = []): Record<string, Reply> => ({
  'GET /api/v1/payments/ways': [200, { ways, ask }],
  'POST /api/v1/payments/orders': [200, { order }],
  'GET /api/v1/payments/requests': [200, { requests }],
  [SENT]: [200, { request }],
});

const ofPayments = (calls: string[]): string[] => calls.filter((call) => call.includes('/payments/'));
const tellButton = () => screen.findByRole('button', { name: 'I have paid ₹499' });

test('a school without a payment provider sells by UPI, and asks the provider nothing', async () => {
  const { calls, person, responses } = await openCheckout(repliesWith([upi]), { siteFacts: { ways: ['upi'] } });
  const open = await screen.findByRole('link', { name: 'Open UPI app' });
  expect(open.getAttribute('href')).toBe(order.upiLink);
  expect([screen.getByText('asha@okicici'), screen.getByText('7K3F-9QXZ')]).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'Buy Now' })).toBeNull();

  const reference = screen.getByLabelText('UPI reference');
  await person.type(reference, '4326');
  await person.click(await tellButton());
  expect(await screen.findAllByText('The reference of a UPI payment has 12 digits')).not.toEqual([]);
  await person.clear(reference);
  await person.type(reference, '४३२६ ११८७ ०९५५');
  responses['GET /api/v1/payments/requests'] = [200, { requests: [request] }];
  await person.dblClick(await tellButton());
  expect(await heading('Night School is checking your payment')).toBeTruthy();
  expect(screen.getByText('₹499 by UPI')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')).toBe(
    'https://wa.me/919876543210?text=Order%207K3F-9QXZ%3A%20',
  );
  const sent = calls
    .filter((call) => call.startsWith(SENT))
    .map((call): unknown => JSON.parse(call.slice(SENT.length)));
  expect(sent).toMatchObject([{ planId: 'yearly-bundle', way: 'upi', reference: '४३२६ ११८७ ०९५५', orderId: 'o1' }]);
  expect(ofPayments(calls).some((call) => /razorpay-key|subscribe/.test(call))).toBe(false);
});

test('online is chosen first, and another way stays in the address', async () => {
  const { calls, person, router } = await openCheckout(repliesWith([{ way: 'online', text: '' }, upi, cash]), {
    siteFacts: { ways: ['online', 'upi', 'cash'] },
  });
  expect(await buyButton()).toBeTruthy();
  expect(ofPayments(calls)).toContain('POST /api/v1/payments/subscribe');
  await person.click(screen.getByRole('radio', { name: /^Cash/ }));
  expect(router.state.location.search).toBe('?way=cash');
  expect(screen.queryByRole('button', { name: 'Buy Now' })).toBeNull();
  expect(await screen.findByLabelText('Receipt number (optional)')).toBeTruthy();
});

test('a reference that counts already is named at its field, and what was typed stays', async () => {
  const message = 'This reference was already sent for order AA-4098';
  const { person } = await openCheckout(
    { ...repliesWith([upi]), [SENT]: [409, { code: 'reference_used', message }] },
    { siteFacts: { ways: ['upi'] } },
  );
  const reference = await screen.findByLabelText<HTMLInputElement>('UPI reference');
  await person.type(reference, '432611870955');
  await person.click(await tellButton());
  await waitFor(() => expect(reference.getAttribute('aria-invalid')).toBe('true'));
  expect([reference.value, screen.getAllByText(message).length > 0]).toEqual(['432611870955', true]);
});

test('what waits is shown in the place of buying it again', async () => {
  const { calls } = await openCheckout(repliesWith([upi], [request]), { siteFacts: { ways: ['upi'] } });
  const link = await screen.findByRole('link', { name: 'See your payment' });
  expect(link.getAttribute('href')).toBe('/checkout/requests/r1');
  expect(ofPayments(calls)).not.toContain('POST /api/v1/payments/orders');
});

test('what waits can be paid online instead, from its page', async () => {
  const replies = repliesWith([{ way: 'online', text: '' }, upi], [request]);
  const address = '/checkout?plan=yearly-bundle&way=online';
  await openCheckout(replies, { siteFacts: { ways: ['online', 'upi'] }, address });
  expect(await screen.findByRole('link', { name: 'See your payment' })).toBeTruthy();
  expect(await buyButton()).toBeTruthy();
});

test('a gift is asked for when all of it is typed', async () => {
  const details = [{ path: 'gift.name', message: 'Enter the name of the recipient' }];
  const { calls, person } = await openCheckout(
    {
      ...repliesWith([upi], [request]),
      'POST /api/v1/payments/orders': [400, { code: 'validation_failed', message: 'Please check', details }],
    },
    { siteFacts: { ways: ['upi'] }, address: '/checkout?gift=yes' },
  );
  const next = await screen.findByRole('button', { name: 'Continue' });
  expect(ofPayments(calls)).not.toContain('POST /api/v1/payments/orders');
  await person.click(next);
  expect(await screen.findByText('Enter the name of the recipient')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Continue' })).toBeTruthy();
});

test('a confirmed payment leads into the course, and a refused one says why', async () => {
  const courseId = 'c1';
  const active = { ...user, subscription: { ...user.subscription, status: 'active' } };
  await openCheckout(
    {
      ...repliesWith([upi], [{ ...request, state: 'confirmed', courseId, decidedAt: request.sentAt }]),
      'GET /api/v1/user/me': [200, { user: active }],
    },
    { siteFacts: { ways: ['upi'] }, address: '/checkout/requests/r1' },
  );
  expect(await heading('Payment confirmed')).toBeTruthy();
  const link = await screen.findByRole('link', { name: 'Start watching' });
  expect(link.getAttribute('href')).toBe('/course/displaylectures?course=c1');
});

test('a payment for a batch says which one, and until when its place is kept', async () => {
  const batch = { _id: 'b1', name: 'दिसंबर', startsOn: '2026-12-07', endsOn: '2027-01-29' };
  await openCheckout(repliesWith([upi], [{ ...request, batch }]), {
    siteFacts: { ways: ['upi'] },
    address: '/checkout/requests/r1',
  });
  expect(await screen.findByText('दिसंबर, 7 Dec 2026 to 29 Jan 2027')).toBeTruthy();
  expect(screen.getByText('Kept until 5 December 2026')).toBeTruthy();
});

test('a refused payment says why, and can be sent again', async () => {
  const reason = 'यह भुगतान नहीं आया';
  await openCheckout(
    repliesWith([upi], [{ ...request, state: 'refused', reason, decidedAt: '2026-11-28T12:00:00.000Z' }]),
    { siteFacts: { ways: ['upi'] }, address: '/checkout/requests/r1' },
  );
  expect(await heading('The school could not confirm your payment')).toBeTruthy();
  expect(screen.getByText(reason)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Send again' }).getAttribute('href')).toBe(
    '/checkout?plan=yearly-bundle&way=upi',
  );
  expect(within(screen.getByRole('region', { name: 'What you sent' })).queryByRole('button')).toBeNull();
});
