import { expect, test } from 'vitest';
import { splitTax } from './tax.ts';

test.each([
  [49_900, 18, false, { taxableInPaise: 42_288, cgstInPaise: 0, sgstInPaise: 0, igstInPaise: 7612 }],
  [49_900, 18, true, { taxableInPaise: 42_288, cgstInPaise: 3806, sgstInPaise: 3806, igstInPaise: 0 }],
  [10_000, 18, false, { taxableInPaise: 8475, cgstInPaise: 0, sgstInPaise: 0, igstInPaise: 1525 }],
  [10_000, 18, true, { taxableInPaise: 8476, cgstInPaise: 762, sgstInPaise: 762, igstInPaise: 0 }],
  [3, 100, false, { taxableInPaise: 2, cgstInPaise: 0, sgstInPaise: 0, igstInPaise: 1 }],
  [10_500, 5, false, { taxableInPaise: 10_000, cgstInPaise: 0, sgstInPaise: 0, igstInPaise: 500 }],
  [100, 0, true, { taxableInPaise: 100, cgstInPaise: 0, sgstInPaise: 0, igstInPaise: 0 }],
])('%d paise including %d %% tax are split, same state: %s', (total, rate, isSameState, parts) => {
  expect(splitTax(total, rate, isSameState)).toEqual(parts);
});
