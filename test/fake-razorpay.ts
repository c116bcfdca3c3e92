/**
 * Sends what would go to Razorpay to a sandbox at another address, where live keys are the sandbox's own. Live keys are sent
 * nowhere but to Razorpay, so no setting of the program does this. Loaded before a program that runs as a process
 * (`node --import`), it reads the address from FAKE_RAZORPAY.
 */
const RAZORPAY = 'https://api.razorpay.com/';

const withTestKey = (headers: Headers): Headers => {
  const [, encoded = ''] = headers.get('authorization')?.split(' ') ?? [];
  const keys = Buffer.from(encoded, 'base64').toString().replace('rzp_live_', 'rzp_test_');
  headers.set('authorization', `Basic ${Buffer.from(keys).toString('base64')}`);
  return headers;
};

/** `base` is undefined while Razorpay cannot be reached. Returns what ends it. */
export const sendToSandbox = (base: () => string | undefined): (() => void) => {
  const { fetch: before } = globalThis;
  globalThis.fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (!url.startsWith(RAZORPAY)) return before(input, init);
    const sandbox = base();
    if (sandbox === undefined) throw new TypeError('fetch failed');
    return before(`${sandbox}/${url.slice(RAZORPAY.length)}`, {
      ...init,
      headers: withTestKey(new Headers(init?.headers)),
    });
  };
  return () => {
    globalThis.fetch = before;
  };
};

const { FAKE_RAZORPAY: given } = process.env;
if (given !== undefined) sendToSandbox(() => given);
