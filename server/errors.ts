import { type ErrorCode, errors } from '#contract/errors.ts';
import { say, type Sentence } from '#contract/languages/say.ts';

/** An error for the client: a code of the error table, and optionally a more precise message. */
export class Failure extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly retryAfterMs: number | undefined;
  readonly details: FieldProblem[] | undefined;
  readonly ticket: string | undefined;

  constructor(code: ErrorCode, options: FailureOptions = {}) {
    const [status, message] = errors[code];
    super(options.message ?? message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'Failure';
    this.code = code;
    this.status = status;
    this.retryAfterMs = options.retryAfterMs;
    this.details = options.details;
    this.ticket = options.ticket;
  }
}

export interface FieldProblem {
  path: string;
  message: string;
}

export interface FailureOptions {
  message?: string;
  retryAfterMs?: number;
  details?: FieldProblem[];
  /** What the next step of the caller must carry. */
  ticket?: string;
  cause?: unknown;
}

/** `throw fail('course_not_found')`. */
export const fail = (code: ErrorCode, options?: FailureOptions): Failure => new Failure(code, options);

/** `validation_failed` for one field, whose message is that of the error. */
export const invalidField = (path: string, message: string): Failure =>
  fail('validation_failed', { message, details: [{ path, message }] });

/** A dependency, such as the object store, cannot be reached: a retry may succeed. */
export class UnavailableError extends Error {}

/** An error that the operator can fix, at the start or in a command: shown as one line, without a stack. */
export class OperatorError extends Error {}

/** OpenSSL's codes and, where a library keeps only the message, its words. */
const CERTIFICATE_REASONS: [RegExp, Sentence][] = [
  [
    /SELF_SIGNED|UNABLE_TO_(?:VERIFY_LEAF|GET_ISSUER)|self-signed certificate|unable to (?:verify the first|get local issuer)/,
    say(
      'its certificate is not trusted: set NODE_EXTRA_CA_CERTS to the file of the authority that signed it, and restart',
    ),
  ],
  [/CERT_HAS_EXPIRED|certificate has expired/, say('its certificate has expired')],
  [
    /CERT_NOT_YET_VALID|certificate is not yet valid/,
    say('its certificate is not valid yet, or the clock here is wrong'),
  ],
  [/ALTNAME_INVALID|does not match certificate/, say('its certificate is for another name')],
];

/** What is wrong with the certificate of a server, as the end of a sentence; undefined for any other error. */
export const certificateProblem = (error: unknown): Sentence | undefined => {
  if (!(error instanceof Error)) return undefined;
  const said = `${'code' in error ? String(error.code) : ''} ${error.message}`;
  return CERTIFICATE_REASONS.find(([pattern]) => pattern.test(said))?.[1] ?? certificateProblem(error.cause);
};
