import { type Said, say, type Sentence } from '../languages/say.ts';
import type { OwnWay } from './way-names.ts';

/** How something was paid to the school. */
export const byOwnWay: Record<OwnWay, Sentence> = {
  upi: say('by UPI'),
  bank: say('by bank transfer'),
  cash: say('by cash'),
  other: say('another way'),
};

/** Of what is stored in English. */
export const paidHow = (stored: string): Said =>
  Object.values(byOwnWay).find(({ message }) => message === stored) ?? stored;
