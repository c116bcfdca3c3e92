import type { FastifyRequest } from 'fastify';
import { fail } from '#server/errors.ts';

const entriesOf = ({ body }: FastifyRequest) => (body instanceof FormData ? [...body] : []);

/** The fields of a form. */
export const formOf = (request: FastifyRequest): URLSearchParams => {
  if (request.body instanceof URLSearchParams) return request.body;
  return new URLSearchParams(
    entriesOf(request).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
};

/** The files of a form, by their fields; a field without a file sends one without a name. */
export const filesOf = (request: FastifyRequest): Map<string, File> =>
  new Map(
    entriesOf(request).flatMap(([name, value]) =>
      typeof value !== 'string' && value.name !== '' ? [[name, value] as const] : [],
    ),
  );

export const isMultipart = ({ headers }: FastifyRequest): boolean =>
  headers['content-type']?.toLowerCase().startsWith('multipart/form-data') ?? false;

/** Most forms have no file. */
export const refuseFiles = async (request: FastifyRequest): Promise<void> => {
  if (isMultipart(request)) throw fail('unsupported_media_type');
};

/** Throws `malformed_request`. */
export const readMultipart = async ({ headers }: FastifyRequest, body: string | Buffer): Promise<FormData> => {
  try {
    return await new Response(typeof body === 'string' ? body : new Uint8Array(body), {
      headers: { 'content-type': headers['content-type'] ?? '' },
    }).formData();
  } catch (error) {
    throw fail('malformed_request', { cause: error });
  }
};
