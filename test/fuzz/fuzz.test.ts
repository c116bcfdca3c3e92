import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { openApiDocument } from '#server/http/endpoint/openapi.ts';
import { multipart } from '#test/multipart.ts';
import { startApp, type TestApp } from '#test/start-app.ts';
import { createFaults } from './faults.ts';
import { type FuzzRequest, requestsOf, textOf } from './requests.ts';
import { CALLERS, type Caller, openSchool } from './school.ts';

/** `npm run fuzz` sends more. Requests change the school, so it is opened again after some. */
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 2000);
const SEED = Number(process.env['FUZZ_SEED'] ?? 1);
const PER_SCHOOL = 500;

/** A key opens little, an admin much. */
const callersOften = fc.oneof(
  ...CALLERS.map((caller) => ({
    weight: caller === 'admin' ? 12 : caller.includes(':') ? 1 : 4,
    arbitrary: fc.constant(caller),
  })),
);

const MAY_CHANGE: readonly Caller[] = ['visitor', 'user', 'blocked', 'holder of another course', 'holder', 'member'];

/** In every other school nobody opens to others what they may read, so what others read is a leak. */
const isQuiet = (school: number): boolean => school % 2 === 1;
const mayCall = (caller: Caller, { method }: FuzzRequest, school: number): boolean =>
  !isQuiet(school) || method === 'GET' || MAY_CHANGE.includes(caller);

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A picture where one is expected, and any text elsewhere. */
const fileOf = (accepted: string, value: unknown) =>
  accepted.startsWith('image/')
    ? { bytes: PICTURE, name: 'a.png', type: 'image/png' }
    : { bytes: Buffer.from(textOf(value)), name: 'a.txt', type: accepted.split(',')[0] ?? '' };

const send = async (app: TestApp, { method, url, body, parts, operation }: FuzzRequest, headers: object) => {
  const { encoding = {} } = operation.requestBody?.content['multipart/form-data'] ?? {};
  const form =
    parts &&
    (await multipart(
      Object.fromEntries(
        parts.map(([name, value]) => [
          name,
          name in encoding ? fileOf(encoding[name]?.contentType ?? '', value) : textOf(value),
        ]),
      ),
    ));
  const json = body === undefined ? undefined : JSON.stringify(body);
  return app.http.inject({
    method,
    url,
    headers: { ...headers, ...(json === undefined ? {} : { 'content-type': 'application/json' }), ...form?.headers },
    ...(form ? { payload: form.payload } : json === undefined ? {} : { payload: json }),
  });
};

const document = openApiDocument('Lectern');
const faults = createFaults(document);

/** Returns the faults of some requests to a new school. */
const fuzz = async (school: number, count: number): Promise<string[]> => {
  const app = await startApp();
  const { callers, secrets, ids } = await openSchool(app);
  const found: string[] = [];
  const sent = fc
    .tuple(callersOften, requestsOf(document, ids))
    .filter(([caller, request]) => mayCall(caller, request, school));
  for (const [caller, request] of fc.sample(sent, { numRuns: count, seed: SEED + school })) {
    const response = await send(app, request, callers.get(caller) ?? {});
    const leak = isQuiet(school) ? faults.leakIn(secrets, caller, response) : undefined;
    const fault = leak === undefined ? faults.faultIn(request.operation, response) : `shows ${leak}`;
    if (fault === undefined) continue;
    const asked = `${caller}: ${request.method} ${request.url.slice(0, 200)} ${JSON.stringify(request.body ?? request.parts ?? '').slice(0, 300)}`;
    found.push(`${asked} → ${response.statusCode} ${response.body.slice(0, 300)} ${fault}`);
  }
  // An error that the contract does not declare.
  await app.close().catch((error: unknown) => found.push(String(error)));
  return found;
};

test(
  `${REQUESTS} requests from the OpenAPI document as every role get what it describes, and nothing of others`,
  { timeout: 60 * 60_000 },
  async () => {
    const found: string[] = [];
    for (let school = 0; school * PER_SCHOOL < REQUESTS && found.length < 20; school += 1)
      found.push(...(await fuzz(school, Math.min(PER_SCHOOL, REQUESTS - school * PER_SCHOOL))));
    expect(found).toEqual([]);
  },
);
