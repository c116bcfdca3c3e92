import { createHmac } from 'node:crypto';

export const hmacHex = (secret: string, content: string): string =>
  createHmac('sha256', secret).update(content, 'utf8').digest('hex');

/** What a checkout hands to the page: for a subscription its payment comes first, for an order the order. */
export const signCheckout = (keySecret: string, firstId: string, secondId: string): string =>
  hmacHex(keySecret, `${firstId}|${secondId}`);
