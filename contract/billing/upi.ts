/** `name@handle`; an account by its number is `number@IFSC.ifsc.npci`. The handle of an email address has a point. */
const UPI_ID = /^[a-z0-9][a-z0-9._-]{1,255}@(?:[a-z][a-z0-9]{1,63}|[a-z]{4}0[a-z0-9]{6}\.ifsc\.npci)$/i;

export const isUpiId = (typed: string): boolean => UPI_ID.test(typed);

/** The order in the app of the payer, and in the bank statement of the payee. Some apps take no other characters. */
const noteOf = (order: string): string => order.replaceAll(/[^\w-]/g, '');

interface UpiPayment {
  upiId: string;
  payee: string;
  amountInPaise: number;
  /** Its number. */
  order: string;
}

/**
 * The address that opens a payment in an app for UPI, also as a QR code. Some apps do not decode the @ of the id, and read a +
 * as it stands, so that only spaces and what is special in an address are written as %.
 */
export const upiLink = ({ upiId, payee, amountInPaise, order }: UpiPayment): string =>
  `upi://pay?pa=${upiId}&pn=${encodeURIComponent(payee)}&am=${(amountInPaise / 100).toFixed(2)}&cu=INR&tn=${noteOf(order)}`;
