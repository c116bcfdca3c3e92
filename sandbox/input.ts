import { z } from 'zod';
import { badRequest, type RazorpayError } from './errors.ts';

const toError = (issue: z.core.$ZodIssue, input: unknown): RazorpayError => {
  if (issue.code === 'unrecognized_keys') {
    return badRequest(`${issue.keys.join(', ')} is/are not required and should not be sent`);
  }
  const field = String(issue.path[0] ?? '');
  if (field === '') return badRequest('The request body is invalid.');
  const isMissing = typeof input === 'object' && input !== null && !Object.hasOwn(input, field);
  return badRequest(describe(issue, field.replaceAll('_', ' '), isMissing), field);
};

const describe = (issue: z.core.$ZodIssue, name: string, isMissing: boolean): string => {
  if (isMissing) return `The ${name} field is required.`;
  if (issue.code === 'custom') return issue.message;
  if (issue.code === 'invalid_type' && ['int', 'number'].includes(issue.expected)) {
    return `The ${name} must be an integer.`;
  }
  const isNumber = 'origin' in issue && (issue.origin === 'number' || issue.origin === 'int');
  if (issue.code === 'too_small' && isNumber) return `The ${name} must be at least ${issue.minimum}.`;
  if (issue.code === 'too_big' && isNumber) return `The ${name} may not be greater than ${issue.maximum}.`;
  return `The ${name} is invalid.`;
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

const latestUnixTime = 4_102_444_800;
export const unixTime = z.int().min(0).max(latestUnixTime);
export const paise = z.int().max(1_000_000_000);
export const id = z.string().max(64);
export const readId = (params: unknown): string => read(z.object({ id: z.string() }), params).id;

const queryNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,12}$/)
    .transform(Number)
    .pipe(z.int().min(min).max(max));

export const page = {
  count: queryNumber(1, 100).optional(),
  skip: queryNumber(0, 10_000_000).optional(),
  from: queryNumber(0, latestUnixTime).optional(),
  to: queryNumber(0, latestUnixTime).optional(),
};
type Page = { [K in keyof typeof page]?: number | undefined };

/** One page of a list, newest first; the response's `count` is the number on this page. */
export const collection = <T>(records: T[], asked: Page, view: (record: T) => { created_at: number }): object => {
  const { count = 10, skip = 0, from = 0, to = Infinity } = asked;
  const items = records
    .toReversed()
    .map(view)
    .filter(({ created_at: at }) => at >= from && at <= to)
    .slice(skip, skip + count);
  return { entity: 'collection', count: items.length, items };
};
