export interface Detail {
  path: string;
  message: string;
}

/**
 * A call that did not work. `serverMessage` is what the server said; it is missing when nothing readable came back, and
 * then the page shows the sentence of the catalogue.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly serverMessage: string | undefined;
  readonly details: readonly Detail[];

  constructor(problem: { status: number; code: string; serverMessage?: string; details?: readonly Detail[] }) {
    super(problem.serverMessage ?? problem.code);
    this.name = 'ApiError';
    this.status = problem.status;
    this.code = problem.code;
    this.serverMessage = problem.serverMessage;
    this.details = problem.details ?? [];
  }
}

/** The sentence to show for a failure: the server's, or the fallback. */
export const sentenceOf = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.serverMessage ? error.serverMessage : fallback;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const isDetail = (value: unknown): value is Detail =>
  isRecord(value) && typeof value['path'] === 'string' && typeof value['message'] === 'string';

/** Reads an answer that is not a success. */
export const errorFrom = (status: number, answer: unknown): ApiError => {
  const body = isRecord(answer) ? answer : {};
  const { message, code, details } = body;
  return new ApiError({
    status,
    code: typeof code === 'string' ? code : 'unreadable',
    ...(typeof message === 'string' && message !== '' ? { serverMessage: message } : {}),
    details: Array.isArray(details) ? details.filter(isDetail) : [],
  });
};
