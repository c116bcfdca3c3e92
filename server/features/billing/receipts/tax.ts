/** The parts of a price that includes GST, in paise; they always add up to the price. */
export interface TaxSplit {
  taxableInPaise: number;
  /** Half each, for a buyer in the seller's state. */
  cgstInPaise: number;
  sgstInPaise: number;
  /** The whole, for a buyer in another state. */
  igstInPaise: number;
}

/** Rounds half up, with whole numbers only. */
const divide = (numerator: number, divisor: number): number => {
  const remainder = numerator % divisor;
  const quotient = (numerator - remainder) / divisor;
  return remainder * 2 >= divisor ? quotient + 1 : quotient;
};

/** Takes the tax out of a price that includes it. The two halves are the same; a paise that cannot be halved is no tax. */
export const splitTax = (totalInPaise: number, ratePercent: number, isSameState: boolean): TaxSplit => {
  const tax = totalInPaise - divide(totalInPaise * 100, 100 + ratePercent);
  if (!isSameState) return { taxableInPaise: totalInPaise - tax, cgstInPaise: 0, sgstInPaise: 0, igstInPaise: tax };
  const half = (tax - (tax % 2)) / 2;
  return { taxableInPaise: totalInPaise - 2 * half, cgstInPaise: half, sgstInPaise: half, igstInPaise: 0 };
};
