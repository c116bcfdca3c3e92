import * as fc from 'fast-check';
import { z } from 'zod';

/** What of JSON Schema the OpenAPI document uses. */
export const Schema = z.looseObject({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  const: z.json().optional(),
  enum: z.array(z.json()).optional(),
  pattern: z.string().optional(),
  format: z.string().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  get items() {
    return z.union([Schema, z.boolean()]).optional();
  },
  get prefixItems() {
    return z.array(Schema).optional();
  },
  get properties() {
    return z.record(z.string(), Schema).optional();
  },
  required: z.array(z.string()).optional(),
  get anyOf() {
    return z.array(Schema).optional();
  },
  get oneOf() {
    return z.array(Schema).optional();
  },
  get allOf() {
    return z.array(Schema).optional();
  },
});
export type Schema = z.output<typeof Schema>;

/** Values that a program may send where another is expected. */
const wrong: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(null, true, 0, -1, 1.5, 1e308, '', ' ', [], {}, ['a'], { a: { b: 1 } }, { $gt: '' }),
  fc.constantFrom('\u0000', '\ud800', '\u202e', '__proto__', "'; DROP TABLE users; --", '<script>x()</script>', '=1+1'),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('x'.repeat(5000), 'क'.repeat(300), '../../etc/passwd', 'javascript:x()', '1970-01-01', 'NaN'),
);

const AT_MOST = 12;

const texts = ({ pattern, format, minLength = 0, maxLength = 40 }: Schema): fc.Arbitrary<unknown> => {
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  if (format === 'email') return fc.constantFrom('someone@school.example', 'a@b.example');
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, 'u')).map((text) => text.slice(0, 200));
  const limits = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, 40)) };
  return fc.oneof(fc.string(limits), fc.string({ ...limits, unit: 'grapheme' }));
};

const numbers = ({ minimum = -1000, maximum = 2_000_000_000 }: Schema): fc.Arbitrary<number> =>
  fc.oneof(
    fc.integer({ min: Math.ceil(minimum), max: Math.floor(maximum) }),
    fc.constantFrom(Math.ceil(minimum), Math.floor(maximum)),
  );

/** Ids that exist, for the name of a field or parameter. */
export type Ids = (name: string) => readonly string[] | undefined;

/** Returns the arbitrary values that a schema of the document allows; one field in forty is wrong. */
export const createValues = (components: Record<string, unknown>, ids: Ids) => {
  const resolve = (ref: string): Schema => Schema.parse(components[ref.replace('#/components/schemas/', '')]);

  const fields = ({ properties = {}, required = [] }: Schema, depth: number): fc.Arbitrary<unknown> =>
    fc.record(
      Object.fromEntries(
        Object.entries(properties).map(([name, schema]) => [
          name,
          fc.oneof({ weight: 40, arbitrary: named(name, schema, depth) }, { weight: 1, arbitrary: wrong }),
        ]),
      ),
      { requiredKeys: required.filter((name) => name in properties) },
    );

  const named = (name: string, schema: Schema, depth: number): fc.Arbitrary<unknown> => {
    const known = ids(name);
    if (!known) return allowed(schema, depth);
    const isList = schema.type === 'array';
    return isList ? fc.array(fc.constantFrom(...known), { maxLength: 4 }) : fc.constantFrom(...known);
  };

  const ofType = (type: string, schema: Schema, depth: number): fc.Arbitrary<unknown> => {
    if (type === 'null') return fc.constant(null);
    if (type === 'boolean') return fc.boolean();
    if (type === 'integer') return numbers(schema);
    if (type === 'number') return fc.oneof(numbers(schema), fc.double({ noNaN: true, min: 0, max: 100 }));
    if (type === 'string') return texts(schema);
    if (type === 'object') return fields(schema, depth + 1);
    if (type !== 'array' || depth > 4) return fc.constant([]);
    const { minItems = 0, maxItems = 3, items, prefixItems } = schema;
    if (prefixItems) return fc.tuple(...prefixItems.map((one) => allowed(one, depth + 1)));
    const maxLength = Math.max(minItems, Math.min(maxItems, 3));
    return fc.array(allowed(typeof items === 'object' ? items : {}, depth + 1), {
      minLength: Math.min(minItems, AT_MOST),
      maxLength,
    });
  };

  const allowed = (schema: Schema, depth = 0): fc.Arbitrary<unknown> => {
    if (schema.$ref !== undefined) return allowed(resolve(schema.$ref), depth);
    if ('const' in schema) return fc.constant(schema.const);
    if (schema.enum) return fc.constantFrom<unknown>(...schema.enum);
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) return fc.oneof(...choices.map((choice) => allowed(choice, depth)));
    if (schema.allOf)
      return fc
        .tuple(...schema.allOf.map((part) => allowed(part, depth)))
        .map((parts) => Object.assign({}, ...parts.filter((part) => typeof part === 'object')));
    const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
    return types.length === 0 ? wrong : fc.oneof(...types.map((type) => ofType(type, schema, depth)));
  };

  return { allowed, named, wrong };
};

export type Values = ReturnType<typeof createValues>;
