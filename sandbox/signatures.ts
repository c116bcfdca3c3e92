import { createHmac } from 'node:crypto';

export const hmacHex = (secret: string, content: string): string =>
  createHmac('sha256', secret).update(content, 'utf8').digest('hex');

/** What a subscription's checkout hands to the page. The payment comes first; orders are signed the other way round. */
export const signCheckout = (keySecret: string, paymentId: string, subscriptionId: string): string =>
  hmacHex(keySecret, `${paymentId}|${subscriptionId}`);
