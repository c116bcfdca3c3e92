import { expect, test } from 'vitest';
import { z } from 'zod';
import { type Endpoint, type FileRule, requestTypes } from './endpoint.ts';

const typesOf = (more: Partial<Endpoint>) =>
  requestTypes({ method: 'POST', path: '/things', access: 'user', summary: 'Do it', response: z.object({}), ...more });

const fields = z.object({});
const needed: FileRule = { accept: 'image', maxBytes: 1 };
const optional: FileRule = { ...needed, isOptional: true };

test('an endpoint with a body, parsed or raw, accepts JSON, and one without accepts no body', () => {
  expect(typesOf({})).toEqual([]);
  expect(typesOf({ body: fields })).toEqual(['application/json']);
  expect(typesOf({ rawBody: { maxBytes: 1 } })).toEqual(['application/json']);
});

test('a form accepts JSON unless it needs a file', () => {
  expect(typesOf({ form: { fields, files: { picture: needed } } })).toEqual(['multipart/form-data']);
  expect(typesOf({ form: { fields, files: { picture: optional, cover: needed } } })).toEqual(['multipart/form-data']);
  expect(typesOf({ form: { fields, files: { picture: optional } } })).toEqual([
    'multipart/form-data',
    'application/json',
  ]);
  expect(typesOf({ form: { fields, files: {} } })).toEqual(['multipart/form-data', 'application/json']);
});
