import { z } from 'zod';
import { badRequest } from './errors.ts';
import type { RazorpayError } from './errors.ts';

const toError = (issue: z.core.$ZodIssue, input: unknown): RazorpayError => {
  if (issue.code === 'unrecognized_keys') {
    return badRequest(`${issue.keys.join(', ')} is/are not required and should not be sent`);
  }
  const field = String(issue.path[0] ?? '');
  if (field === '') return badRequest('The request body is invalid.');
  const name = field.replaceAll('_', ' ');
  const missing = typeof input === 'object' && input !== null && !Object.hasOwn(input, field);
  if (missing) return badRequest(`The ${name} field is required.`, field);
  if (issue.code === 'custom') return badRequest(issue.message, field);
  if (issue.code === 'invalid_type' && ['int', 'number'].includes(issue.expected)) {
    return badRequest(`The ${name} must be an integer.`, field);
  }
  const numeric = 'origin' in issue && (issue.origin === 'number' || issue.origin === 'int');
  if (issue.code === 'too_small' && numeric) {
    return badRequest(`The ${name} must be at least ${issue.minimum}.`, field);
  }
  if (issue.code === 'too_big' && numeric) {
    return badRequest(`The ${name} may not be greater than ${issue.maximum}.`, field);
  }
  return badRequest(`The ${name} is invalid.`, field);
};

/** Parses what a caller sent, or throws the provider's 400. A missing body counts as an empty one. */
export const read = <T>(schema: z.ZodType<T>, input: unknown): T => {
  const given = input ?? {};
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const [first] = result.error.issues;
  throw first === undefined ? badRequest('The request body is invalid.') : toError(first, given);
};

const noteValue = z.union([z.string().max(256), z.number(), z.boolean()]).transform(String);

/** Notes: at most 15 pairs; an empty list means none, as the provider itself writes it. */
export const notesInput = z
  .union([
    z.array(z.never()).transform((): Record<string, string> => ({})),
    z
      .record(z.string().min(1).max(256), noteValue)
      .refine(
        (pairs) => Object.keys(pairs).length <= 15,
        'Number of fields in notes should be less than or equal to 15',
      ),
  ])
  .default({});

/** A flag as JSON true and false, or as the 0 and 1 that older clients send. */
export const flag = z.union([z.boolean(), z.literal([0, 1]).transform((value) => value === 1)]);

export const unixTime = z.int().min(0).max(4_102_444_800);
export const paise = z.int().max(1_000_000_000);
export const idParam = z.object({ id: z.string() });

const queryNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,12}$/)
    .transform(Number)
    .pipe(z.int().min(min).max(max));

export const page = {
  count: queryNumber(1, 100).optional(),
  skip: queryNumber(0, 10_000_000).optional(),
  from: queryNumber(0, 4_102_444_800).optional(),
  to: queryNumber(0, 4_102_444_800).optional(),
};

export interface Page {
  count?: number | undefined;
  skip?: number | undefined;
  from?: number | undefined;
  to?: number | undefined;
}

/** One page of records, newest first; `count` in the answer is the number on this page. */
export const collection = <T>(
  records: T[],
  asked: Page,
  madeAt: (record: T) => number,
  view: (record: T) => object,
): object => {
  const { count = 10, skip = 0, from = 0, to = Infinity } = asked;
  const items = records
    .filter((record) => madeAt(record) >= from && madeAt(record) <= to)
    .toReversed()
    .slice(skip, skip + count)
    .map(view);
  return { entity: 'collection', count: items.length, items };
};
