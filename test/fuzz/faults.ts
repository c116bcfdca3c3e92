import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { LightMyRequestResponse as Response } from 'fastify';
import type { OpenApiDocument, OpenApiResponse, Operation } from '#server/http/endpoint/openapi-document.ts';
import type { Caller, Secret } from './school.ts';

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Compares responses with what the document says about them. */
export const createFaults = (document: OpenApiDocument) => {
  const ajv = new Ajv2020({
    strict: false,
    validateFormats: false,
    schemas: { document: { components: document.components } },
  });
  const validators = new Map<object, ValidateFunction>();

  const validatorOf = (schema: object): ValidateFunction => {
    const known = validators.get(schema);
    if (known) return known;
    const text = JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/');
    const made = ajv.compile(JSON.parse(text));
    validators.set(schema, made);
    return made;
  };

  const describedBy = (operation: Operation, status: number): OpenApiResponse | undefined => {
    const found = operation.responses[String(status)] ?? operation.responses['default'];
    return found && '$ref' in found ? document.components.responses['GeneralError'] : found;
  };

  const inSchema = (operation: Operation, { statusCode, headers, body }: Response): string | undefined => {
    if (statusCode === 304) return undefined;
    const [type = ''] = (headers['content-type'] ?? '').split(';');
    const content = describedBy(operation, statusCode)?.content?.[type];
    if (!content) return `${type} is not described`;
    if (type !== 'application/json') return undefined;
    const isValid = validatorOf(content.schema);
    return isValid(parsed(body)) ? undefined : ajv.errorsText(isValid.errors);
  };

  return {
    /** What is wrong with a response, if anything is. */
    faultIn: (operation: Operation, response: Response): string | undefined => {
      const { statusCode } = response;
      // Another server that does not respond is 502 or 503, where the operation says so.
      if (statusCode >= 500 && !(String(statusCode) in operation.responses)) return 'is an error of the server';
      return inSchema(operation, response);
    },
    /** What the response shows to a caller who may not read it. */
    leakIn: (secrets: readonly Secret[], caller: Caller, { body }: Response): string | undefined =>
      secrets.find(({ text, readers }) => !readers.includes(caller) && body.includes(text))?.what,
  };
};
