import { z } from 'zod';
import { readNumber } from '#contract/read-number.ts';

/** The number of a text field; NaN, which the schema behind it refuses, where there is none. */
export const numberOf = (typed: string): number => readNumber(typed) ?? Number.NaN;

export const typedNumber = z.string().transform(numberOf);
