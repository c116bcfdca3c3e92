import { z } from 'zod';
import { Subscription, User } from '#contract/accounts/accounts.ts';
import { api, API_PREFIX } from '#contract/api.ts';
import { API_SCOPES } from '#contract/accounts/api-scopes.ts';
import { Course, LectureOutline } from '#contract/catalog/catalog.ts';
import { type Endpoint, type FileRule, requestTypes } from '#contract/endpoint.ts';
import { accessName, errorsOf, generalErrors } from '#contract/endpoint-errors.ts';
import { type ErrorCode, errors } from '#contract/errors.ts';
import { Lecture } from '#contract/classroom/lectures.ts';
import { PaymentItem } from '#contract/billing/payments.ts';
import { SiteFacts } from '#contract/school/setup.ts';
import { MIB } from '#contract/fields.ts';
import type { Content, OpenApiDocument, OpenApiResponse, Operation, Parameter, Schema } from './openapi-document.ts';
import { describeMessages } from './openapi-messages.ts';

const named = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries({
  User,
  Subscription,
  Course,
  LectureOutline,
  Lecture,
  PaymentItem,
  SiteFacts,
})) {
  named.add(schema, { id });
}

const acceptedTypes: Record<FileRule['accept'], string> = {
  image: 'image/jpeg, image/png',
  'image-or-svg': 'image/jpeg, image/png, image/svg+xml',
  sound: 'audio/mpeg, audio/mp4, audio/wav',
  video: 'video/*',
  lecture: 'video/*, audio/mpeg, audio/mp4, audio/wav, application/pdf',
  captions: 'text/vtt, application/x-subrip',
  csv: 'text/csv',
  any: '*/*',
};

const OF_STAFF = 'Needs a teacher or an assistant of the course, or an ADMIN.';

const accessSentences: Record<ReturnType<typeof accessName>, string> = {
  public: 'Anyone may call it; an invalid token is ignored.',
  user: 'Needs a logged-in user.',
  admin: 'Needs an ADMIN.',
  payments:
    'Needs an ADMIN or, where the school lets them confirm payments for plans of their courses, a teacher or an assistant.',
  watch: 'Needs a right to the course, a teacher or an assistant of it, or an ADMIN.',
  edit: 'Needs a teacher of the course, or an ADMIN.',
  answer: OF_STAFF,
  'see-figures': OF_STAFF,
};

/** Removes bounds that only mean "a safe integer" and patterns that only repeat the format. */
const dropNoise = ({ jsonSchema }: { jsonSchema: Schema }): void => {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
};

const SchemaText = z.record(z.string(), z.json());

/** Translates schemas of the contract into JSON Schema; named ones are collected once and referenced. */
const createTranslator = () => {
  const components: Record<string, Schema> = {};
  const translate = (schema: z.ZodObject, io: 'input' | 'output'): Schema => {
    const { $defs = {}, ...rest } = z.toJSONSchema(schema, { io, metadata: named, override: dropNoise });
    delete rest.$schema;
    for (const [name, definition] of Object.entries($defs)) {
      if (typeof definition === 'object') components[name] = relocate(definition);
    }
    return relocate(rest);
  };
  return { components, translate };
};

const relocate = (schema: Schema): Schema => {
  const text = JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/');
  const { id: _id, ...moved } = SchemaText.parse(JSON.parse(text));
  return moved;
};

const parametersFrom = (schema: Schema, place: Parameter['in']): Parameter[] =>
  Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || (schema.required ?? []).includes(name),
    schema: typeof property === 'object' ? property : {},
  }));

const fileSchema = ({ accept, maxBytes }: FileRule): Schema => ({
  type: 'string',
  contentMediaType: acceptedTypes[accept],
  description: maxBytes === 'upload' ? 'At most `maxUploadBytes` of the site.' : `At most ${maxBytes / MIB} MiB.`,
});

const formContent = (fields: Schema, files: Record<string, FileRule>): Record<string, Content> => {
  const rules = Object.entries(files);
  return {
    'multipart/form-data': {
      schema: {
        ...fields,
        properties: {
          ...fields.properties,
          ...Object.fromEntries(rules.map(([name, rule]) => [name, fileSchema(rule)])),
        },
        required: [...(fields.required ?? []), ...rules.filter(([, rule]) => !rule.isOptional).map(([name]) => name)],
      },
      encoding: Object.fromEntries(rules.map(([name, { accept }]) => [name, { contentType: acceptedTypes[accept] }])),
    },
  };
};

const errorContent = (codes: readonly ErrorCode[]): Record<string, Content> => ({
  'application/json': {
    schema: {
      allOf: [{ $ref: '#/components/schemas/Error' }, { type: 'object', properties: { code: { enum: [...codes] } } }],
    },
  },
});

const sentencesOf = (codes: readonly ErrorCode[]): string =>
  codes.map((code) => `${code}: ${errors[code][1]}`).join('\n\n');

const retryAfter = { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' as const } } };

const errorResponses = (endpoint: Endpoint): Record<string, OpenApiResponse> => {
  const own = errorsOf(endpoint);
  // A status that is listed here hides the general errors of the same one.
  const general = generalErrors.filter((code) => own.some((other) => errors[other][0] === errors[code][0]));
  const byStatus = Object.groupBy(new Set([...own, ...general]), (code) => errors[code][0]);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, codes]) => [
      status,
      {
        description: sentencesOf(codes),
        ...(status === '429' ? { headers: retryAfter } : {}),
        content: errorContent(codes),
      },
    ]),
  );
};

/** Referenced by every endpoint. */
const generalError: OpenApiResponse = { description: sentencesOf(generalErrors), content: errorContent(generalErrors) };

type Translate = ReturnType<typeof createTranslator>['translate'];

const requestContent = (endpoint: Endpoint, translate: Translate): Record<string, Content> | undefined => {
  if (endpoint.form) {
    const fields = translate(endpoint.form.fields, 'input');
    const isAlsoJson = requestTypes(endpoint).includes('application/json');
    return {
      ...formContent(fields, endpoint.form.files),
      ...(isAlsoJson ? { 'application/json': { schema: fields } } : {}),
    };
  }
  if (endpoint.body) return { 'application/json': { schema: translate(endpoint.body, 'input') } };
  return endpoint.rawBody ? { 'application/json': { schema: { type: 'object' } } } : undefined;
};

const operationOf = (feature: string, name: string, endpoint: Endpoint, translate: Translate): Operation => {
  const parameters = [
    ...(endpoint.params ? parametersFrom(translate(endpoint.params, 'input'), 'path') : []),
    ...(endpoint.query ? parametersFrom(translate(endpoint.query, 'input'), 'query') : []),
  ];
  const content = requestContent(endpoint, translate);
  const returned: Record<string, Content> = endpoint.produces
    ? { [endpoint.produces]: { schema: { type: 'string', contentMediaType: endpoint.produces } } }
    : { 'application/json': { schema: translate(endpoint.response, 'output') } };
  return {
    operationId: `${feature}.${name}`,
    summary: endpoint.summary,
    description: accessSentences[accessName(endpoint.access)],
    tags: [feature],
    'x-access': accessName(endpoint.access),
    security: [
      ...(endpoint.access === 'public' ? [{}] : []),
      { bearer: [] },
      ...(endpoint.scope === undefined ? [] : [{ apiKey: [endpoint.scope] }]),
    ],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(content ? { requestBody: { required: true, content } } : {}),
    responses: {
      [endpoint.status ?? 200]: { description: endpoint.summary, content: returned },
      ...errorResponses(endpoint),
      default: { $ref: '#/components/responses/GeneralError' },
    },
  };
};

const errorSchema: Schema = {
  type: 'object',
  properties: {
    success: { const: false },
    message: { type: 'string', description: 'A sentence for the user.' },
    code: { type: 'string', enum: Object.keys(errors), description: 'For programs: a code does not change.' },
    ticket: { type: 'string', description: 'Of `second_step_needed`: for the next step of the login.' },
    details: {
      type: 'array',
      description: 'Which fields are wrong, and why.',
      items: {
        type: 'object',
        properties: { path: { type: 'string' }, message: { type: 'string' } },
        required: ['path', 'message'],
      },
    },
  },
  required: ['success', 'message', 'code'],
};

/** The contract as an OpenAPI 3.1 document. */
export const openApiDocument = (brandName: string): OpenApiDocument => {
  const { components, translate } = createTranslator();
  const paths: OpenApiDocument['paths'] = {};
  for (const [feature, endpoints] of Object.entries(api)) {
    for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
      const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
      const operation = operationOf(feature, name, endpoint, translate);
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation };
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${brandName} API`,
      version: '1',
      description:
        'Every response except a file is JSON with success and message; an error also has a code that programs may rely on, and its message is in the language of Accept-Language, as far as it is translated.',
    },
    servers: [{ url: API_PREFIX }],
    tags: Object.keys(api).map((name) => ({ name })),
    paths,
    webhooks: describeMessages(translate),
    components: {
      schemas: { Error: errorSchema, ...components },
      responses: { GeneralError: generalError },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The token that register and login return' },
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: `The secret of an API key, which an admin creates under Settings. Its scopes: ${API_SCOPES.join(', ')}`,
        },
      },
    },
  };
};
