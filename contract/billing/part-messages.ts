import { say, type Sentence } from '../languages/say.ts';

/** Messages about plans that are paid in parts. */
export const partMessages = {
  amountMissing: 'Enter the amount of each part',
  amountTooSmall: 'The smallest part is ₹1.00',
  dueMissing: 'Say when each part is due',
  tooFew: 'A plan in parts has at least 2 parts',
  tooMany: 'A plan in parts has at most 12 parts',
  graceMissing: 'Enter a number of days from 0 to 30',
  firstAtStart: 'The first part is paid at the start',
  notInOrder: 'Each part is due later than the one before',
  notThePrice: 'The parts must add up to the price',
  afterTheEnd: 'The last part is due before access ends',
  renews: 'A plan that renews is not paid in parts',
  reminded: 'Reminder sent',
  postponed: 'Part postponed',
  writtenOff: 'Part written off',
  undone: 'Undone',
  reasonMissing: 'Enter a reason',
  dayMissing: 'Choose a day',
  dayNotLater: 'Choose a day after the one on which it is due',
  overdue: (part: string, amount: string, day: string) =>
    `${part}, ${amount}, was due on ${day}. Pay it to continue where you left off.`,
  /** For links, which may be passed on: no amount. */
  overdueInLink: 'A part of the price is overdue. Open the lecture on this site to see which one and pay it.',
  running: 'You are paying for this in parts. Pay the next part instead.',
  newestFirst: 'Refund the newest part first',
} as const;

export interface Parts {
  from: number;
  to: number;
  of: number;
}

/** Within a sentence: "part 2 of 3", "parts 2 to 3 of 3". */
const partsInText = ({ from, to, of }: Parts): string =>
  from === to ? `part ${from} of ${of}` : `parts ${from} to ${to} of ${of}`;

/** The same for a reader. */
export const partsSaid = ({ from, to, of }: Parts): Sentence =>
  from === to ? say('part {from} of {of}', { from, of }) : say('parts {from} to {to} of {of}', { from, to, of });

/** "Part 2 of 3", "Parts 2 to 3 of 3". */
export const partsLabelOf = (parts: Parts): string => partsInText(parts).replace('p', 'P');
