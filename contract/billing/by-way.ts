import { type Said, say, type Sentence } from '../languages/say.ts';
import { OwnWay } from './way-names.ts';

/** How something was paid to the school. */
export const byOwnWay: Record<OwnWay, Sentence> = {
  upi: say('by UPI'),
  bank: say('by bank transfer'),
  cash: say('by cash'),
  other: say('another way'),
};

/** Of a way; earlier versions stored its English. */
export const paidHow = (stored: string): Said => {
  const { data: way } = OwnWay.safeParse(stored);
  return way ? byOwnWay[way] : (Object.values(byOwnWay).find(({ message }) => message === stored) ?? stored);
};
