import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';

interface Place {
  source: string;
  step: string;
  reason: string;
}

const validation: Place = {
  source: 'business',
  step: 'payment_initiation',
  reason: 'input_validation_failed',
};
const nowhere: Place = { source: 'NA', step: 'NA', reason: 'NA' };

/** An error that is answered in the provider's form. */
export class RazorpayError extends Error {
  readonly status: number;
  readonly code: string;
  readonly field: string | undefined;
  readonly place: Place;

  constructor(status: number, description: string, more: { code?: string; field?: string; place?: Place } = {}) {
    super(description);
    this.status = status;
    this.code = more.code ?? 'BAD_REQUEST_ERROR';
    this.field = more.field;
    this.place = more.place ?? validation;
  }
}

export const badRequest = (description: string, field?: string): RazorpayError =>
  new RazorpayError(400, description, field === undefined ? {} : { field });

export const idDoesNotExist = (): RazorpayError => badRequest('The id provided does not exist');

export const authenticationFailed = (): RazorpayError =>
  new RazorpayError(401, 'Authentication failed', { place: nowhere });

export const conflict = (description: string): RazorpayError => new RazorpayError(409, description, { place: nowhere });

export const tooManyRequests = (): RazorpayError =>
  new RazorpayError(429, 'Request failed. Please try after sometime.', { place: nowhere });

export const serverError = (): RazorpayError =>
  new RazorpayError(
    500,
    'We are facing some trouble completing your request at the moment. Please try again shortly.',
    { code: 'SERVER_ERROR', place: nowhere },
  );

export const urlNotFound = (): RazorpayError =>
  new RazorpayError(400, 'The requested URL was not found on the server.', { place: nowhere });

const errorBody = (error: RazorpayError) => ({
  error: {
    code: error.code,
    description: error.message,
    ...(error.field === undefined ? {} : { field: error.field }),
    ...error.place,
    metadata: {},
  },
});

// Whatever Fastify itself refuses (broken JSON, a wrong content type, a body that is too large) gets the same form.
const fromFramework = (error: FastifyError): RazorpayError => {
  const status = error.statusCode ?? 500;
  if (status < 400 || status >= 500) return serverError();
  return new RazorpayError(status, 'The request could not be read', { place: nowhere });
};

export const createErrorHandler =
  (report: (error: Error) => void) =>
  (error: FastifyError, _request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const known = error instanceof RazorpayError ? error : fromFramework(error);
    if (known.status === 500 && known !== error) report(error);
    return reply.code(known.status).send(errorBody(known));
  };
