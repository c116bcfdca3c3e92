import { ApiError } from '#web/api/api-error.ts';

/** Whether the server took the request and yet did not say that it worked. */
export const answeredBadly = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status >= 200 && error.status < 300;

/** The same failure, with a sentence for a person unless the server had one. */
export const saying = (sentence: string, { status, code, serverMessage }: ApiError): ApiError =>
  new ApiError({ status, code, serverMessage: serverMessage ?? sentence });
