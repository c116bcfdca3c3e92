import { z } from 'zod';
import type { Person } from './factories.ts';
import { call } from './call.ts';
import type { TestApp } from './start-app.ts';

const Listed = z.object({ notices: z.array(z.looseObject({ kind: z.string() })) });

/** What the app lists for a person besides receipts, the newest first. */
export const noticesOf = async (app: TestApp, { token }: Person) =>
  Listed.parse((await call(app, 'GET', '/notices?limit=100', { token })).body).notices.filter(
    ({ kind }) => kind !== 'receipt',
  );

export const kindsFor = async (app: TestApp, person: Person): Promise<string[]> =>
  (await noticesOf(app, person)).map(({ kind }) => kind);
