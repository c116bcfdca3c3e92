import { type ErrorCode, errors } from '#contract/errors.ts';

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
