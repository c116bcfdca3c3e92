import { z } from 'zod';
import { API_PREFIX } from '#contract/api.ts';
import { type FilePart, multipart } from './multipart.ts';
import type { TestApp } from './start-app.ts';

const AnyJson = z.record(z.string(), z.json());

/** The response to an API call. */
export interface CallResponse {
  status: number;
  headers: Record<string, unknown>;
  text: string;
  body: z.output<typeof AnyJson>;
}

export interface CallInput {
  body?: object;
  parts?: Record<string, string | FilePart>;
  token?: string;
  headers?: Record<string, string>;
  /** The address that the call comes from. */
  from?: string;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Calls the API below /api/v1 without a network. Every response of it is JSON. */
export const call = async (
  { http }: TestApp,
  method: Method,
  path: string,
  { body, parts, token, headers = {}, from }: CallInput = {},
): Promise<CallResponse> => {
  const form = parts && (await multipart(parts));
  const payload = form?.payload ?? body;
  const response = await http.inject({
    method,
    url: `${API_PREFIX}${path}`,
    headers: { ...form?.headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers },
    ...(payload === undefined ? {} : { payload }),
    ...(from === undefined ? {} : { remoteAddress: from }),
  });
  return {
    status: response.statusCode,
    headers: response.headers,
    text: response.body,
    body: AnyJson.parse(response.json()),
  };
};
