import { expect } from 'vitest';
import { z } from 'zod';
import { errors, isErrorCode } from '#contract/errors.ts';

export interface AnyAnswer {
  statusCode: number;
  contentType: string;
  body: string;
}

const Refusal = z.strictObject({
  success: z.literal(false),
  message: z.string().min(1),
  code: z.string().refine(isErrorCode),
  details: z.array(z.strictObject({ path: z.string(), message: z.string() })).optional(),
});
const Success = z.looseObject({ success: z.literal(true), message: z.string() });

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** What is wrong with a response, if anything is. */
const disorderIn = ({ statusCode, contentType, body }: AnyAnswer): string | undefined => {
  if (statusCode === 304 || statusCode === 204) return undefined;
  if (
    statusCode === 200 &&
    /^(?:(?:text\/(?:csv|markdown|event-stream)|application\/jsonl); charset=utf-8|application\/pdf)$/.test(contentType)
  )
    return undefined;
  if (contentType !== 'application/json; charset=utf-8') return 'is not JSON in UTF-8';
  if (statusCode < 400) return Success.safeParse(parsed(body)).success ? undefined : 'is no success';
  const refusal = Refusal.safeParse(parsed(body));
  if (!refusal.success) return 'is no refusal';
  const { code } = refusal.data;
  if (isErrorCode(code) && errors[code][0] !== statusCode) return 'has not the status of its code';
  return code === 'internal' || (statusCode >= 500 && statusCode !== 503) ? 'is an error of the server' : undefined;
};

/** Whatever was sent: a response of the contract, or a refusal of the error table with its status. Never a 500. */
export const expectOrderly = (response: AnyAnswer, sent: string): void => {
  const disorder = disorderIn(response);
  // Called by the ten thousand: one assertion for each would be a fifth of the work.
  if (disorder === undefined) return;
  expect.fail(
    `${sent} → the response ${disorder}: ${response.statusCode} ${response.contentType} ${response.body.slice(0, 300)}`,
  );
};
