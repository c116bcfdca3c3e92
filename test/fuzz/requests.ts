import * as fc from 'fast-check';
import type { OpenApiDocument, Operation } from '#server/http/endpoint/openapi-document.ts';
import { API_PREFIX } from '#contract/api.ts';
import { createValues, type Ids, Schema, type Values } from './values.ts';

/** A request that the document describes, or one close to it. */
export interface FuzzRequest {
  operation: Operation;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  body: unknown;
  /** A form instead of JSON: its parts, where `file` stands for a file. */
  parts: [name: string, value: unknown][] | undefined;
}

/** A stream does not end by itself. */
const ENDLESS = ['notices.stream'];

const METHODS = { get: 'GET', post: 'POST', put: 'PUT', patch: 'PATCH', delete: 'DELETE' } as const;
const isMethod = (name: string): name is keyof typeof METHODS => name in METHODS;

/** A value as an address and a form send it. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? ''));

/** Escapes what fills an address. A lone surrogate cannot be sent. */
const escaped = (value: unknown): string => encodeURIComponent(textOf(value).toWellFormed());

const inPath = (template: string, { allowed, named, wrong }: Values, operation: Operation): fc.Arbitrary<string> => {
  const parameters = (operation.parameters ?? []).filter((one) => one.in === 'path');
  const values = parameters.map(({ name, schema }) =>
    fc
      .oneof(
        { weight: 18, arbitrary: named(name, Schema.parse(schema), 0) },
        { weight: 1, arbitrary: allowed(Schema.parse(schema)) },
        { weight: 1, arbitrary: wrong },
      )
      // Without a text between two slashes it is another address.
      .filter((value) => textOf(value) !== ''),
  );
  return fc
    .tuple(...values)
    .map((filled) =>
      parameters.reduce((path, { name }, index) => path.replace(`{${name}}`, escaped(filled[index])), template),
    );
};

const inQuery = ({ named, wrong }: Values, operation: Operation): fc.Arbitrary<string> => {
  const parameters = (operation.parameters ?? []).filter((one) => one.in === 'query');
  const values = parameters.map(({ name, schema }) =>
    fc.option(
      fc.oneof({ weight: 8, arbitrary: named(name, Schema.parse(schema), 0) }, { weight: 1, arbitrary: wrong }),
    ),
  );
  return fc.tuple(...values).map((filled) => {
    const pairs = parameters.flatMap(({ name }, index) =>
      filled[index] === null || filled[index] === undefined ? [] : [`${name}=${escaped(filled[index])}`],
    );
    return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
  });
};

const bodies = ({ allowed }: Values, operation: Operation): fc.Arbitrary<Pick<FuzzRequest, 'body' | 'parts'>> => {
  const { content = {} } = operation.requestBody ?? {};
  const [json, form] = [content['application/json'], content['multipart/form-data']];
  const asJson = json && allowed(Schema.parse(json.schema)).map((body) => ({ body, parts: undefined }));
  const asForm =
    form &&
    allowed(Schema.parse(form.schema)).map((fields) => ({
      body: undefined,
      parts: Object.entries(typeof fields === 'object' && fields !== null ? fields : {}),
    }));
  const choices = [asJson, asForm].filter((choice) => choice !== undefined);
  return choices.length === 0 ? fc.constant({ body: undefined, parts: undefined }) : fc.oneof(...choices);
};

/** Requests to every operation of the document alike. */
export const requestsOf = (document: OpenApiDocument, ids: Ids): fc.Arbitrary<FuzzRequest> => {
  const values = createValues(document.components.schemas, ids);
  const operations = Object.entries(document.paths).flatMap(([template, methods]) =>
    Object.entries(methods).flatMap(([name, operation]) => {
      if (!isMethod(name) || ENDLESS.includes(operation.operationId)) return [];
      const parts = fc.tuple(
        inPath(template, values, operation),
        inQuery(values, operation),
        bodies(values, operation),
      );
      return [
        parts.map(([path, query, sent]) => ({
          operation,
          method: METHODS[name],
          url: `${API_PREFIX}${path}${query}`,
          ...sent,
        })),
      ];
    }),
  );
  return fc.oneof(...operations);
};
