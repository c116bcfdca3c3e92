import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { temporaryFolder } from '#test/isolated-data.ts';
import { startPrivatePostgres } from '#test/setup/postgres-server.ts';
import { freePort, run } from './run.ts';

const root = path.resolve(import.meta.dirname, '../..');
const ADMIN = { email: 'asha@school.example', password: 'monsoon rain' };
const PEOPLE = 40;
const KILLS = 3;
const ENGINES = ['sqlite', 'postgres'] as const;
/** A day of work between two releases, and the releases: each knows less of what today's rules ask for. */
const VERSIONS = [
  ['23 November 2026', 'dc59c75e'],
  ['0.2.0', '5a83e122'],
  ['0.3.0', '562a55fb'],
] as const;

const Token = z.object({ token: z.string(), user: z.object({ _id: z.string() }) });
const Json = z.record(z.string(), z.json());
type Person = z.output<typeof Token>;

/** A version as it was, with its own packages. */
const checkOut = async (commit: string): Promise<string> => {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  await run('sh', ['-c', 'git -C "$1" archive "$2" | tar -x -C "$3"', 'sh', root, commit, folder.path]);
  await run('npm', ['ci', '--prefix', folder.path, '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund']);
  return folder.path;
};

interface Server {
  origin: string;
  stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

const start = async (folder: string, settings: Record<string, string>): Promise<Server> => {
  const port = await freePort();
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: folder,
    env: { PATH: process.env['PATH'], PORT: String(port), LOG_LEVEL: 'error', RATE_LIMIT: 'off', ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  const stop = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    child.kill(signal);
    await ended;
  };
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) await stop('SIGKILL');
  });
  const origin = `http://127.0.0.1:${port}`;
  const isReady = (): Promise<boolean> =>
    fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isReady, { timeout: 300_000 }).toBe(true);
  return { origin, stop };
};

const send = async (
  { origin }: Server,
  method: string,
  address: string,
  { token, body }: { token?: string; body?: object } = {},
): Promise<Record<string, unknown>> => {
  const isForm = body instanceof FormData;
  const response = await fetch(origin + address, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  expect(response.ok, `${method} ${address} ${response.status}`).toBe(true);
  return Json.parse(await response.json());
};

const register = async (server: Server, number: number): Promise<Person> => {
  const form = new FormData();
  form.append('fullName', `Ravi Kumar ${number}`);
  form.append('email', `ravi-${number}@home.example`);
  form.append('password', 'a boat at noon');
  const avatar = await readFile(path.join(root, 'test/media/avatar.png'));
  form.append('avatar', new File([new Uint8Array(avatar)], 'avatar.png'));
  return Token.parse(await send(server, 'POST', '/api/v1/user/register', { body: form }));
};

/** The purchase is begun by one process and confirmed by another, unless it is the same. */
const buy = async (server: Server, { token }: Person, other = server, order = {}): Promise<void> => {
  const subscribed = await send(server, 'POST', '/api/v1/payments/subscribe', { token, body: order });
  const ref = String(subscribed['subscription_id']);
  const paying = { [ref.startsWith('order_') ? 'order_id' : 'subscription_id']: ref, outcome: 'success' };
  const proof = await send(other, 'POST', '/sandbox/control/pay', { body: paying });
  await send(other, 'POST', '/api/v1/payments/verify', { token, body: proof });
};

/** Everyone buys but for a few; one of four gives it back, and one of five gets ten days more. */
const fill = async (server: Server, numbers: readonly number[], other = server): Promise<Person[]> => {
  const { token: admin } = Token.parse(await send(server, 'POST', '/api/v1/user/login', { body: ADMIN }));
  const people: Person[] = [];
  for (const number of numbers) {
    const person = await register(server, number);
    people.push(person);
    if (number % 9 === 0) continue;
    await buy(server, person, other);
    if (number % 4 === 0) await send(other, 'POST', '/api/v1/payments/unsubscribe', { token: person.token });
    else if (number % 5 === 0)
      await send(server, 'POST', `/api/v1/admin/people/${person.user._id}/extend`, {
        token: admin,
        body: { days: 10, reason: 'A holiday' },
      });
  }
  return people;
};

const Given = z.object({ gifts: z.array(z.object({ _id: z.string() })) });

/** Of those who did not buy, the first buys with a coupon, and the second redeems a gift of someone who did. */
const sellOtherwise = async (server: Server, people: readonly Person[], numbers: readonly number[]): Promise<void> => {
  const { token: admin } = Token.parse(await send(server, 'POST', '/api/v1/user/login', { body: ADMIN }));
  const [buyer, receiver] = people.filter((_person, index) => (numbers[index] ?? 0) % 9 === 0);
  const [giver] = people;
  if (!buyer || !receiver || !giver) throw new Error('Too few people');
  const code = `MONSOON-${numbers[0]}`;
  await send(server, 'POST', '/api/v1/admin/coupons', { token: admin, body: { code, percentOff: 10 } });
  await buy(server, buyer, server, { couponCode: code });
  const gift = { name: 'Ravi', email: 'ravi@elsewhere.example', message: 'For the rain' };
  await buy(server, giver, server, { gift });
  const { gifts } = Given.parse(await send(server, 'GET', '/api/v1/gifts', { token: giver.token }));
  const made = await send(server, 'POST', `/api/v1/gifts/${gifts[0]?._id}/link`, { token: giver.token, body: {} });
  const token = String(made['link']).split('/').at(-1);
  await send(server, 'POST', '/api/v1/gifts/redeem', { token: receiver.token, body: { token } });
};

/** What each of them sees of their membership, purchases and receipts: dates to the millisecond, money to the paisa. */
const seenBy = async (server: Server, people: readonly Person[]): Promise<unknown[]> => {
  const seen: unknown[] = [];
  for (const { token } of people) {
    const { user } = z
      .object({ user: z.object({ subscription: Json }) })
      .parse(await send(server, 'GET', '/api/v1/user/me', { token }));
    const { purchases } = await send(server, 'GET', '/api/v1/payments/mine', { token });
    seen.push({ subscription: user.subscription, purchases });
  }
  return seen;
};

const untilReceiptsAreIssued = (server: Server, people: readonly Person[]): Promise<unknown> =>
  expect
    .poll(async () => JSON.stringify(await seenBy(server, people)).includes('"receipts":[]'), { timeout: 120_000 })
    .toBe(false);

const Settings = z.object({
  allPayments: z.object({ count: z.int() }),
  grossInPaise: z.int(),
  refundedInPaise: z.int(),
  netInPaise: z.int(),
});

const totalsOf = async (server: Server): Promise<unknown> => {
  const { token } = Token.parse(await send(server, 'POST', '/api/v1/user/login', { body: ADMIN }));
  return Settings.parse(await send(server, 'GET', '/api/v1/payments', { token }));
};

const Jobs = z.object({ jobs: z.array(z.object({ name: z.string(), waiting: z.int(), running: z.int() })) });

const isRecomputed = async (server: Server): Promise<boolean> => {
  const { token } = Token.parse(await send(server, 'POST', '/api/v1/user/login', { body: ADMIN }));
  const { jobs } = Jobs.parse(await send(server, 'GET', '/api/v1/admin/system', { token }));
  return jobs.every(({ name, waiting, running }) => !/^billing\.recompute\.\d/.test(name) || waiting + running === 0);
};

/** An empty place for a school. */
const settingsOn = async (engine: (typeof ENGINES)[number]): Promise<Record<string, string>> => {
  const data = await temporaryFolder();
  onTestFinished(data.remove);
  const postgres = engine === 'postgres' ? await startPrivatePostgres() : undefined;
  if (postgres) onTestFinished(postgres.stop);
  return {
    ...(postgres && { DATABASE_URL: postgres.url }),
    DATA_DIR: data.path,
    SECRET_KEY: 'thirty-two characters and a few more',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    FFMPEG_PATH: 'none',
  };
};

const numbersTo = (last: number): number[] => Array.from({ length: last }, (_unused, index) => index + 1);

const cases = VERSIONS.flatMap(([name, commit]) => ENGINES.map((engine) => [name, engine, commit] as const));

test.each(cases)(
  'a school of %s on %s shows its people the same after an upgrade that is killed',
  { timeout: 900_000 },
  async (_, engine, commit) => {
    const before = await checkOut(commit);
    const settings = await settingsOn(engine);
    const numbers = numbersTo(PEOPLE);
    const first = await start(before, { ...settings, TIME_ZONE: 'Asia/Kolkata' });
    const people = await fill(first, numbers.slice(0, PEOPLE / 2));
    await sellOtherwise(first, people, numbers);
    await untilReceiptsAreIssued(first, people);
    await first.stop('SIGTERM');
    // The school moves, and sells on.
    const elsewhere = { ...settings, TIME_ZONE: 'America/New_York' };
    const second = await start(before, elsewhere);
    const later = numbers.slice(PEOPLE / 2);
    people.push(...(await fill(second, later)));
    await sellOtherwise(second, people.slice(PEOPLE / 2), later);
    await untilReceiptsAreIssued(second, people);
    const [seen, totals] = [await seenBy(second, people), await totalsOf(second)];
    await second.stop('SIGTERM');
    for (let kill = 0; kill < KILLS; kill += 1) await (await start(root, elsewhere)).stop('SIGKILL');
    const after = await start(root, elsewhere);
    expect(await seenBy(after, people)).toMatchObject(seen);
    await expect.poll(() => isRecomputed(after), { timeout: 120_000 }).toBe(true);
    expect([await seenBy(after, people), await totalsOf(after)]).toMatchObject([seen, totals]);
  },
);

test(
  '0.3.0 and this version sell side by side on PostgreSQL, and leave the sums of one',
  { timeout: 900_000 },
  async () => {
    const settings = { ...(await settingsOn('postgres')), TIME_ZONE: 'Asia/Kolkata' };
    const older = await start(await checkOut('562a55fb'), settings);
    const numbers = numbersTo(30);
    const people = await fill(older, numbers.slice(0, 10));
    // It migrates and recomputes while the older one sells.
    const newer = await start(root, settings);
    people.push(...(await fill(older, numbers.slice(10, 15), newer)));
    people.push(...(await fill(newer, numbers.slice(15, 20), older)));
    await expect.poll(() => isRecomputed(newer), { timeout: 120_000 }).toBe(true);
    people.push(...(await fill(older, numbers.slice(20, 30))));
    await untilReceiptsAreIssued(newer, people);
    const seen = await seenBy(newer, people);
    await older.stop('SIGTERM');
    // 27 of 30 bought for ₹499, and seven of them gave it back: those no longer count as sold.
    const sums = { allPayments: { count: 20 }, grossInPaise: 1_347_300, refundedInPaise: 349_300, netInPaise: 998_000 };
    await expect.poll(() => totalsOf(newer), { timeout: 180_000 }).toEqual(sums);
    expect(await run(process.execPath, [path.join(root, 'server/main.ts'), 'recompute'], settings)).toBe(
      'Terms, standings, daily sales and access agree with the ledger\n',
    );
    expect([await seenBy(newer, people), await totalsOf(newer)]).toEqual([seen, sums]);
  },
);
