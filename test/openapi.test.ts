import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { allEndpoints } from '#contract/api.ts';
import { errors } from '#contract/errors.ts';
import { startApp } from './start-app.ts';

const SchemaObject = z.record(z.string(), z.unknown());
const Content = z.record(z.string(), z.object({ schema: SchemaObject }));
const Response = z.union([
  z.object({ description: z.string().min(1), content: Content.optional() }),
  z.strictObject({ $ref: z.string() }),
]);
const Operation = z.object({
  operationId: z.string(),
  summary: z.string().min(5),
  tags: z.array(z.string()).length(1),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z
    .array(z.object({ name: z.string(), in: z.enum(['path', 'query']), required: z.boolean(), schema: SchemaObject }))
    .optional(),
  requestBody: z.object({ required: z.literal(true), content: Content }).optional(),
  responses: z.record(z.string().regex(/^(?:[2-5]\d\d|default)$/), Response),
});
const Document = z.object({
  openapi: z.string().regex(/^3\.1\.\d+$/),
  info: z.object({ title: z.string(), version: z.string() }),
  servers: z.array(z.object({ url: z.literal('/api/v1') })),
  paths: z.record(
    z.string().startsWith('/'),
    z.partialRecord(z.enum(['get', 'post', 'put', 'patch', 'delete']), Operation),
  ),
  webhooks: z.record(
    z.string(),
    z.strictObject({
      post: z.object({
        summary: z.string().min(5),
        parameters: z.array(z.object({ name: z.string(), in: z.literal('header') })),
        requestBody: z.object({ content: Content }),
        responses: z.record(z.string(), Response),
      }),
    }),
  ),
  components: z.object({
    schemas: z.record(z.string().regex(/^[\w.-]+$/), SchemaObject),
    responses: z.record(z.string(), Response),
    securitySchemes: SchemaObject,
  }),
});

const read = async () => {
  await using app = await startApp({ BRAND_NAME: 'Kiln & <Co>' });
  const sent = await app.http.inject({ url: '/api/v1/openapi.json' });
  const again = await app.http.inject({
    url: '/api/v1/openapi.json',
    headers: { 'if-none-match': String(sent.headers['etag']) },
  });
  const page = await app.http.inject({ url: '/api/docs' });
  return { sent, again, page };
};

const refsIn = (value: unknown): string[] =>
  [...JSON.stringify(value).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref = '']) => ref);

test('the document is valid OpenAPI 3.1: parameters match paths, references resolve, ids are unique', async () => {
  const { sent, again } = await read();
  expect(sent.statusCode).toBe(200);
  expect(sent.headers['content-type']).toContain('application/json');
  expect(again.statusCode).toBe(304);
  const document = Document.parse(sent.json());
  const ids: string[] = [];
  for (const [path, operations] of Object.entries(document.paths)) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    for (const operation of Object.values(operations)) {
      ids.push(operation.operationId);
      const declared = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path');
      expect(declared.map(({ name }) => name)).toEqual(inPath);
      expect(declared.every(({ required }) => required)).toBe(true);
      expect(Object.keys(operation.responses)).toContain('default');
    }
  }
  expect(ids).toHaveLength(allEndpoints().length);
  expect(new Set(ids).size).toBe(ids.length);
  const known = (['schemas', 'responses'] as const).flatMap((kind) =>
    Object.keys(document.components[kind]).map((name) => `#/components/${kind}/${name}`),
  );
  expect(known.length).toBeGreaterThan(5);
  expect([...new Set(refsIn(sent.json()))].filter((ref) => !known.includes(ref))).toEqual([]);
  expect(sent.body).not.toContain('$defs');
});

test('each endpoint lists its errors with status, code and sentence', async () => {
  const { sent } = await read();
  const { paths, components } = Document.parse(sent.json());
  const { responses } = paths['/courses/{courseId}/lecture/{lectureId}/restore']?.post ?? {};
  expect(Object.keys(responses ?? {})).toEqual(['200', '401', '403', '404', '410', 'default']);
  expect(responses?.['404']).toEqual({
    description: `lecture_not_found: ${errors.lecture_not_found[1]}\n\ncourse_not_found: ${errors.course_not_found[1]}`,
    content: {
      'application/json': {
        schema: {
          allOf: [
            { $ref: '#/components/schemas/Error' },
            { type: 'object', properties: { code: { enum: ['lecture_not_found', 'course_not_found'] } } },
          ],
        },
      },
    },
  });
  expect(components.responses['GeneralError']).toMatchObject({ description: expect.stringContaining('busy: ') });
});

test('the document describes each message that the school sends', async () => {
  const { sent, page } = await read();
  const { webhooks } = Document.parse(sent.json());
  expect(Object.keys(webhooks)).toEqual(['purchase', 'refund', 'registration', 'completion', 'certificate', 'review']);
  expect(webhooks['certificate']?.post.parameters.map(({ name }) => name)).toEqual([
    'webhook-id',
    'webhook-timestamp',
    'webhook-signature',
  ]);
  expect(webhooks['certificate']?.post.requestBody.content['application/json']?.schema).toMatchObject({
    properties: {
      type: { const: 'certificate' },
      timestamp: { format: 'date-time' },
      data: { required: ['userId', 'courseId', 'code'] },
    },
  });
  expect(page.body).toContain('A certificate was issued');
});

test("the page lists every endpoint and error, escapes the school's name, and loads nothing from outside", async () => {
  const { page } = await read();
  expect(page.statusCode).toBe(200);
  expect(page.headers['content-type']).toContain('text/html');
  const css = /<style>([^]*)<\/style>/.exec(page.body)?.[1] ?? '';
  const digest = createHash('sha256').update(css).digest('base64');
  expect(css).toContain('body {');
  expect(page.headers['content-security-policy']).toContain(`default-src 'none'; style-src 'sha256-${digest}'; `);
  expect(page.body).toContain('Kiln &amp; &lt;Co&gt; API');
  expect(page.body).not.toMatch(/<script|<link|src=|@import|url\(/);
  const unescaped = page.body.replaceAll('&amp;', '&').replaceAll('&quot;', '"');
  for (const { path, summary } of allEndpoints()) {
    expect(unescaped).toContain(path.replaceAll(/:(\w+)/g, '{$1}'));
    expect(unescaped).toContain(summary);
  }
  for (const code of Object.keys(errors)) expect(page.body).toContain(code);
});
