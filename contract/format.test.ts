import { describe, expect, it } from 'vitest';
import { formatMoney, formatSize } from './format.ts';

describe('an amount', () => {
  it.each([
    [49_900, '₹499'],
    [49_950, '₹499.50'],
    [49_905, '₹499.05'],
    [23_952_000, '₹2,39,520'],
    [0, '₹0'],
    [-49_950, '₹-499.50'],
  ])('of %d paise is %s', (amountInPaise, text) => {
    expect(formatMoney(amountInPaise, '₹')).toBe(text);
  });
});

describe('the size of a file', () => {
  it.each([
    [1, '1 KB'],
    [5 * 1024 * 1024, '5 MB'],
    [1.25 * 1024 * 1024, '1.3 MB'],
    [5 * 1024 ** 3, '5 GB'],
  ])('of %d bytes is %s', (sizeBytes, text) => {
    expect(formatSize(sizeBytes)).toBe(text);
  });
});
