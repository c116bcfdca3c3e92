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

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Whatever was sent: a response of the contract, or a refusal of the error table with its status. Never a 500. */
export const expectOrderly = (response: AnyAnswer, sent: string): void => {
  const seen = `${sent} → ${response.statusCode} ${response.contentType} ${response.body.slice(0, 300)}`;
  if (response.statusCode === 304 || response.statusCode === 204) return;
  if (response.statusCode === 200 && /^(?:text\/csv|application\/pdf)\b/.test(response.contentType)) return;
  expect(response.contentType, seen).toMatch(/^application\/json/);
  expect(isJson(response.body), seen).toBe(true);
  const body: unknown = JSON.parse(response.body);
  if (response.statusCode < 400) {
    expect(Success.safeParse(body).success, seen).toBe(true);
    return;
  }
  const refusal = Refusal.safeParse(body);
  expect(refusal.success, seen).toBe(true);
  if (!refusal.success) return;
  const { code } = refusal.data;
  expect(response.statusCode, seen).toBe(isErrorCode(code) ? errors[code][0] : undefined);
  expect(code, seen).not.toBe('internal');
  expect(response.statusCode < 500 || response.statusCode === 503, seen).toBe(true);
};
