import { expect, test } from 'vitest';
import { discountOf } from './discount.ts';

test.each([
  [49_900, { percentOff: 20, amountOffInPaise: null }, 9980],
  [49_900, { percentOff: 33, amountOffInPaise: null }, 16_467],
  [9999, { percentOff: 50, amountOffInPaise: null }, 5000],
  [49_900, { percentOff: 100, amountOffInPaise: null }, 49_900],
  [49_900, { percentOff: null, amountOffInPaise: 10_000 }, 10_000],
  [9900, { percentOff: null, amountOffInPaise: 10_000 }, 9900],
  [10_000, { percentOff: null, amountOffInPaise: 9900 }, 9900],
  [10_000, { percentOff: null, amountOffInPaise: 9901 }, 10_000],
  [10_000, { percentOff: 99, amountOffInPaise: null }, 9900],
])('a discount off %i with %o is %i paise', (price, discount, expected) => {
  expect(discountOf(price, discount)).toBe(expected);
});
