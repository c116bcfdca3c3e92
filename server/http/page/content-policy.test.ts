import { expect, test } from 'vitest';
import { checkoutPolicy, pagePolicy, workerPolicy } from './content-policy.ts';

const OWN = 'https://school.example https://cdn.school.example';
const of = (ownOrigins: string[]) => ({
  ownOrigins,
  checkout: async () => ({
    script: ['https://script.example'],
    frame: ['https://frame.example'],
    connect: ['https://connect.example'],
    image: ['https://image.example'],
    form: ['https://form.example'],
  }),
});
const sources = of(OWN.split(' '));

test('a page runs scripts of its own files only, and loads from its own addresses', () => {
  expect(pagePolicy(sources).split('; ')).toEqual([
    "default-src 'none'",
    "object-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: blob: ${OWN}`,
    `media-src 'self' blob: ${OWN}`,
    "font-src 'self'",
    "frame-src 'self'",
    `connect-src 'self' ${OWN}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]);
  expect(pagePolicy(of([]))).toContain("; connect-src 'self'; ");
});

test('the checkout also loads what the payment provider needs, and inline styles, but runs no inline script', async () => {
  expect((await checkoutPolicy(sources)).split('; ')).toEqual([
    "default-src 'none'",
    "object-src 'none'",
    "script-src 'self' https://script.example",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob: ${OWN} https://image.example`,
    `media-src 'self' blob: ${OWN}`,
    "font-src 'self'",
    "frame-src 'self' https://frame.example",
    `connect-src 'self' ${OWN} https://connect.example`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self' https://form.example",
    "frame-ancestors 'none'",
  ]);
});

test('the service worker runs nothing, and fetches what pages load', () => {
  expect(workerPolicy(sources)).toBe(`default-src 'none'; connect-src 'self' ${OWN}`);
});
