import { z } from 'zod';
import { indianStateNamed, type IndianState } from './indian-states.ts';
import { messages } from '../messages.ts';

const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const FORM = /^\d{2}[0-9A-Z]{13}$/;

/** Luhn's method with 36 characters: every second one counts twice, and the digits of each product are added. */
const checkDigitOf = (gstin: string): string => {
  let sum = 0;
  for (let index = 0; index < 14; index += 1) {
    const product = CHARACTERS.indexOf(gstin.charAt(index)) * (1 + (index % 2));
    sum += Math.floor(product / 36) + (product % 36);
  }
  return CHARACTERS.charAt((36 - (sum % 36)) % 36);
};

/** The state whose code the GSTIN begins with; undefined for a code that is no state's. */
export const stateOfGstin = (gstin: string): IndianState | undefined => indianStateNamed(gstin.slice(0, 2));

/** The tax number of a business in India: state, PAN, and a check digit at the end. */
export const Gstin = z
  .string()
  .trim()
  .toUpperCase()
  .refine((gstin) => FORM.test(gstin) && checkDigitOf(gstin) === gstin.charAt(14), messages.fields.badGstin);
