import { expect, test } from 'vitest';
import { z } from 'zod';
import { allEndpoints, API_PREFIX } from './api.ts';
import type { Endpoint } from './endpoint.ts';
import { errorsOf } from './endpoint-errors.ts';
import { errors } from './errors.ts';
import { GST_STATE_CODES } from './billing/indian-states.ts';
import { tusEndpoints } from './classroom/uploads.ts';

type Json = z.core.JSONSchema.BaseSchema;

/** Every integer of a schema is a safe one: that is not written down. */
const bound = (value: number | undefined): string =>
  value === undefined || Math.abs(value) === Number.MAX_SAFE_INTEGER ? '' : String(value);

const range = (from: number | undefined, to: number | undefined): string => {
  const words = `${bound(from)}..${bound(to)}`;
  return words === '..' ? '' : ` ${words}`;
};

const fieldsOf = ({ properties = {}, required = [] }: Json): string =>
  Object.entries(properties)
    .map(([name, field]) => `${name}${required.includes(name) ? '' : '?'}: ${show(field)}`)
    .join(', ');

const kindOf = (schema: Json): string => {
  const {
    type = 'any',
    format = '',
    pattern = '',
    oneOf,
    anyOf = oneOf,
    items,
    prefixItems,
    properties,
    additionalProperties,
  } = schema;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join('|');
  if (anyOf) return anyOf.map(show).join('|');
  if (prefixItems) return `[${prefixItems.map(show).join(', ')}]`;
  if (items !== undefined && !Array.isArray(items)) return `[${show(items)}]`;
  if (properties) return `{ ${fieldsOf(schema)} }`;
  if (typeof additionalProperties === 'object') return `{ any: ${show(additionalProperties)} }`;
  return [String(type), format, format === 'date-time' ? '' : pattern].filter((part) => part !== '').join(' ');
};

const show = (schema: Json | boolean): string =>
  typeof schema === 'boolean'
    ? String(schema)
    : [
        kindOf(schema),
        range(schema.minLength, schema.maxLength),
        range(schema.minimum, schema.maximum),
        range(schema.minItems, schema.maxItems),
        schema.default === undefined ? '' : ` = ${JSON.stringify(schema.default)}`,
      ].join('');

const schemaLines = (name: string, schema: z.ZodType | undefined, io: 'input' | 'output'): string[] =>
  schema === undefined ? [] : [`  ${name}: ${show(z.toJSONSchema(schema, { io, unrepresentable: 'any' }))}`];

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const describeEndpoint = (endpoint: Endpoint): string[] => [
  `${endpoint.method} ${API_PREFIX}${endpoint.path}`,
  ...(['summary', 'access', 'incomplete', 'rateLimit', 'status', 'produces'] as const).flatMap((key) =>
    endpoint[key] === undefined ? [] : [`  ${key}: ${asText(endpoint[key])}`],
  ),
  ...(endpoint.bodyMaxBytes === undefined ? [] : [`  body: up to ${endpoint.bodyMaxBytes} bytes`]),
  ...(endpoint.rawBody ? [`  rawBody: up to ${endpoint.rawBody.maxBytes} bytes`] : []),
  ...schemaLines('params', endpoint.params, 'input'),
  ...schemaLines('query', endpoint.query, 'input'),
  ...schemaLines('body', endpoint.body, 'input'),
  ...schemaLines('form', endpoint.form?.fields, 'input'),
  ...Object.entries(endpoint.form?.files ?? {}).map(
    ([name, { accept, maxBytes, isOptional }]) =>
      `  file ${name}: ${accept}, up to ${maxBytes} bytes${isOptional === true ? ', optional' : ''}`,
  ),
  ...schemaLines('response', endpoint.response, 'output'),
  `  errors: ${[...new Set(errorsOf(endpoint))].join(' ')}`,
  '',
];

/** The contract written down a second time: who changes it sees the change in the diff of these files. */
test('every endpoint matches its recorded declaration', async () => {
  const endpoints = [...allEndpoints(), ...Object.values(tusEndpoints)];
  await expect(endpoints.flatMap(describeEndpoint).join('\n')).toMatchFileSnapshot('declared-endpoints.txt');
});

test('every error and every state matches its recorded declaration', async () => {
  const lines = [
    ...Object.entries(errors).map(([code, [status, message]]) => `${status} ${code}: ${message}`),
    ...Object.entries(GST_STATE_CODES).map(([state, code]) => `${code} ${state}`),
  ];
  await expect(lines.join('\n')).toMatchFileSnapshot('declared-values.txt');
});
