import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';

const inputValidation = { source: 'business', step: 'payment_initiation', reason: 'input_validation_failed' };
const notApplicable = { source: 'NA', step: 'NA', reason: 'NA' };

/** An error whose response has the provider's form. */
export class RazorpayError extends Error {
  readonly status: number;
  readonly details: Record<string, string>;

  constructor(status: number, description: string, details: Record<string, string> = notApplicable) {
    super(description);
    this.status = status;
    this.details = details;
  }
}

export const badRequest = (description: string, field?: string): RazorpayError =>
  new RazorpayError(400, description, field === undefined ? inputValidation : { field, ...inputValidation });

export const idDoesNotExist = (): RazorpayError => badRequest('The id provided does not exist');

export const authenticationFailed = (): RazorpayError => new RazorpayError(401, 'Authentication failed');

export const conflict = (description: string): RazorpayError => new RazorpayError(409, description);

export const tooManyRequests = (): RazorpayError =>
  new RazorpayError(429, 'Request failed. Please try after sometime.');

export const serverError = (): RazorpayError =>
  new RazorpayError(500, 'We are facing some trouble completing your request at the moment. Please try again shortly.');

export const urlNotFound = (): RazorpayError =>
  new RazorpayError(400, 'The requested URL was not found on the server.');

// What Fastify itself refuses (broken JSON, a wrong content type, a body that is too large) gets the provider's form too.
const fromFramework = ({ statusCode = 500 }: FastifyError): RazorpayError =>
  statusCode >= 400 && statusCode < 500
    ? new RazorpayError(statusCode, 'The request could not be read')
    : serverError();

export const createErrorHandler =
  (report: (error: Error) => void) =>
  (error: FastifyError | RazorpayError, _request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const known = error instanceof RazorpayError ? error : fromFramework(error);
    if (known.status === 500 && known !== error) report(error);
    const code = known.status === 500 ? 'SERVER_ERROR' : 'BAD_REQUEST_ERROR';
    return reply
      .code(known.status)
      .send({ error: { code, description: known.message, ...known.details, metadata: {} } });
  };
