interface Detail {
  path: string;
  message: string;
}

/** Codes of errors that come from no endpoint: no response at all, or one that is not JSON with a code. */
export type ClientErrorCode = 'unreachable' | 'unreadable';

/**
 * A call that failed. `serverMessage` is the message of the response; without a readable response it is missing, and the
 * page shows a sentence of its own.
 */
export class ApiError<Code extends string = string> extends Error {
  readonly status: number;
  readonly code: Code;
  readonly serverMessage: string | undefined;
  readonly details: readonly Detail[];
  /** What the next step of a login must carry. */
  readonly ticket: string | undefined;

  constructor(problem: {
    status: number;
    code: Code;
    serverMessage?: string;
    details?: readonly Detail[];
    ticket?: string;
  }) {
    super(problem.serverMessage ?? problem.code);
    this.name = 'ApiError';
    this.status = problem.status;
    this.code = problem.code;
    this.serverMessage = problem.serverMessage;
    this.details = problem.details ?? [];
    this.ticket = problem.ticket;
  }
}

export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** The same may succeed later: the network, a busy server, or an ended session. */
export const isTemporary = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500 || [401, 408, 429].includes(error.status);

/** The sentence to show for a failure: the server's, or the fallback. */
export const errorMessage = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.serverMessage ? error.serverMessage : fallback;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const isDetail = (value: unknown): value is Detail =>
  isRecord(value) && typeof value['path'] === 'string' && typeof value['message'] === 'string';

/** Reads a response that is not a success. */
export const errorFrom = (status: number, received: unknown): ApiError => {
  const body = isRecord(received) ? received : {};
  const { message, code, details, ticket } = body;
  return new ApiError({
    status,
    code: typeof code === 'string' ? code : 'unreadable',
    ...(typeof message === 'string' && message !== '' ? { serverMessage: message } : {}),
    ...(typeof ticket === 'string' ? { ticket } : {}),
    details: Array.isArray(details) ? details.filter(isDetail) : [],
  });
};
