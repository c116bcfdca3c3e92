import { orNothing, text, visibleName } from '../fields.ts';
import { foldCode } from '../fold-text.ts';
import { messages } from '../messages.ts';
import { asciiDigits } from '../read-number.ts';
import type { OwnWay } from './way-names.ts';

/** As typed, with the digits of any script as 0 to 9, and without what nobody sees. '' for none. */
export const Reference = orNothing(
  text(64, messages.ways.referenceMissing).overwrite((typed) => asciiDigits(visibleName(typed))),
).default('');

/** What references are compared by: without spaces, dashes and case. '' for none. */
export const referenceKey = (reference: string): string => foldCode(reference).replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');

/** The ways among which a reference counts once: a bank statement shows what came by UPI by the same number. */
export const waysSharing = (way: OwnWay): readonly OwnWay[] =>
  way === 'upi' || way === 'bank' ? ['upi', 'bank'] : [way];

/** A UPI reference has 12 digits. Banks have several forms. */
export const isUsualReference = (way: OwnWay, reference: string): boolean => {
  const key = referenceKey(reference);
  if (way === 'upi') return /^\d{12}$/.test(key);
  return way === 'bank' ? /^[a-z\d]{6,35}$/.test(key) : true;
};
