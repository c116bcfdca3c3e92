import { expect, test } from 'vitest';
import { isUpiId, upiLink } from './upi.ts';

test.each(['ashaacademy@okicici', '9876543210@ybl', 'asha.academy-1@axl', '00123@HDFC0000053.ifsc.npci'])(
  '%s is the form of a UPI id',
  (id) => expect(isUpiId(id)).toBe(true),
);

test.each([
  ['asha@gmail.com', 'an email address'],
  ['ashaacademy', 'without a handle'],
  ['asha academy@okicici', 'with a space'],
  ['आशा@okicici', 'in another script'],
  ['a@okicici', 'with one character'],
  ['asha@okicici&am=1', 'with an amount behind it'],
  ['', 'empty'],
])('“%s” is none: %s', (id) => expect(isUpiId(id)).toBe(false));

test('the address of a payment keeps the @ of the id, and has no + for a space', () => {
  expect(
    upiLink({ upiId: 'asha@okicici', payee: 'Asha & Söhne अकादमी', amountInPaise: 19_950, order: 'AA-4127' }),
  ).toBe(
    'upi://pay?pa=asha@okicici&pn=Asha%20%26%20S%C3%B6hne%20%E0%A4%85%E0%A4%95%E0%A4%BE%E0%A4%A6%E0%A4%AE%E0%A5%80&am=199.50&cu=INR&tn=AA-4127',
  );
});
