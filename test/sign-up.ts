import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { call, type CallResponse } from './call.ts';
import type { FilePart } from './multipart.ts';
import type { TestApp } from './start-app.ts';

const types: Record<string, string> = { jpg: 'image/jpeg', png: 'image/png', svg: 'image/svg+xml' };

/** A file of test/media as a form part. */
export const mediaPart = async (name: string): Promise<FilePart> => ({
  bytes: await readFile(join(import.meta.dirname, 'media', name)),
  name,
  type: types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
});

export const MEERA = { fullName: 'Meera Nair', email: 'meera@school.example', password: 'monsoon rain' };

/** Registers through the API, as the sign-up page does. */
export const register = async (
  app: TestApp,
  fields: Partial<typeof MEERA> & { language?: string } = {},
  from?: string,
): Promise<CallResponse> =>
  call(app, 'POST', '/user/register', {
    parts: { ...MEERA, ...fields, avatar: await mediaPart('avatar.png') },
    ...(from === undefined ? {} : { from }),
  });

export const tokenOf = ({ body }: CallResponse): string => z.string().parse(body['token']);

/** Registers and returns the token. */
export const signUp = async (app: TestApp, fields: Partial<typeof MEERA> = {}): Promise<string> =>
  tokenOf(await register(app, fields));

export const login = (
  app: TestApp,
  email: string = MEERA.email,
  password: string = MEERA.password,
  from?: string,
): Promise<CallResponse> =>
  call(app, 'POST', '/user/login', { body: { email, password }, ...(from === undefined ? {} : { from }) });
