import { ApiError } from '#web/api/api-error.ts';

/** A 2xx response whose body does not report success. */
export const isUnsuccessfulResponse = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status >= 200 && error.status < 300;

/** Adds a message to an error for which the server gave no message. */
export const withFallbackMessage = (message: string, { status, code, serverMessage }: ApiError): ApiError =>
  new ApiError({ status, code, serverMessage: serverMessage ?? message });
