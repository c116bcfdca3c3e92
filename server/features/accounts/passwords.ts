import { argon2, type Argon2Parameters, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { fail } from '#server/errors.ts';
import { newSecret } from '#server/ids.ts';

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const SHIPPED: Cost = { memoryKib: 19 * 1024, passes: 2, lanes: 1 };
const SALT_BYTES = 16;
const TAG_BYTES = 32;
/** Node's pool has four threads, and one of them stays free for files. So all hashes together take 57 MiB at most. */
const PARALLEL = Math.min(3, availableParallelism());
/** Some five seconds of work on two cores. */
const MAX_WAITING = 200;
const BUSY_RETRY_MS = 5000;

/** The cost of a hash. */
export interface Cost {
  memoryKib: number;
  passes: number;
  lanes: number;
}

interface Stored extends Cost {
  salt: Buffer;
  tag: Buffer;
}

/** No password has such a hash. */
export const unusableHash = (): string => `ended ${newSecret()}`;

/** Counts wrong guesses: runs the check, or throws when no more are allowed. It is called inside the hashing slot. */
export type GuessGuard = (isRight: () => Promise<boolean>) => Promise<boolean>;

/** Hashes and checks passwords off the event loop, a few at a time; throws `busy` when too many wait. */
export type Passwords = ReturnType<typeof createPasswords>;

const PHC = /^\$argon2id\$v=19\$m=(\d{1,8}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{16,86})$/;

const parse = (text: string): Stored | undefined => {
  const [, memory, passes, lanes, salt, tag] = PHC.exec(text) ?? [];
  if (salt === undefined || tag === undefined) return undefined;
  return {
    memoryKib: Number(memory),
    passes: Number(passes),
    lanes: Number(lanes),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
};

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

const format = ({ memoryKib, passes, lanes, salt, tag }: Stored): string =>
  `$argon2id$v=19$m=${memoryKib},t=${passes},p=${lanes}$${unpadded(salt)}$${unpadded(tag)}`;

const compute = promisify<'argon2id', Argon2Parameters, Buffer>(argon2);

/** One letter may arrive in several encodings, by keyboard; it is the same password. */
const derive = (password: string, salt: Buffer, tagLength: number, cost: Cost): Promise<Buffer> =>
  compute('argon2id', {
    message: password.normalize('NFC'),
    nonce: salt,
    tagLength,
    memory: cost.memoryKib,
    passes: cost.passes,
    parallelism: cost.lanes,
  });

/** Runs up to `size` works at once; the others wait in line, up to `maxWaiting` of them. */
const createSlots = (size: number, maxWaiting: number) => {
  const waiting: (() => void)[] = [];
  let free = size;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1;
    else {
      if (waiting.length >= maxWaiting) throw fail('busy', { retryAfterMs: BUSY_RETRY_MS });
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
};

const costs = (text: string, cost: Cost): boolean => {
  const stored = parse(text);
  return (
    stored !== undefined &&
    stored.memoryKib === cost.memoryKib &&
    stored.passes === cost.passes &&
    stored.lanes === cost.lanes &&
    stored.tag.length === TAG_BYTES
  );
};

const isRight = async (password: string, { salt, tag, ...cost }: Stored): Promise<boolean> =>
  timingSafeEqual(await derive(password, salt, tag.length, cost), tag);

export const createPasswords = ({ cost = SHIPPED, parallel = PARALLEL, maxWaiting = MAX_WAITING } = {}) => {
  const inSlot = createSlots(parallel, maxWaiting);
  /** The hash for unknown accounts: no password matches it. */
  const nobody: Stored = { ...cost, salt: randomBytes(SALT_BYTES), tag: randomBytes(TAG_BYTES) };
  return {
    /** A PHC string: algorithm, parameters, salt and hash. */
    hash: (password: string): Promise<string> =>
      inSlot(async () => {
        const salt = randomBytes(SALT_BYTES);
        return format({ ...cost, salt, tag: await derive(password, salt, TAG_BYTES, cost) });
      }),
    /** Takes as long without a stored hash as with a wrong password. */
    verify: (password: string, stored: string | undefined, guard: GuessGuard): Promise<boolean> =>
      inSlot(() =>
        guard(async () => {
          const known = stored === undefined ? undefined : parse(stored);
          const matches = await isRight(password, known ?? nobody);
          return matches && known !== undefined;
        }),
      ),
    /** Whether a stored hash was made with today's parameters. */
    isCurrent: (stored: string): boolean => costs(stored, cost),
  };
};
