import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { formOf } from '../school.ts';
import { json, read, type Reply, type Visitor } from '../visitor.ts';

const WAIT_MS = 2000;

export interface Buyer {
  email: string;
  token: string;
}

const Registered = z.object({ token: z.string() });
const Subscribed = z.object({ subscription_id: z.string() });

/** A request that was carried out although its response was lost is refused when it is repeated. */
const orDone = (reply: Reply, isRetry: boolean): Reply =>
  isRetry && (reply.status === 400 || reply.status === 409) ? { ...reply, status: 200 } : reply;

/** Registers, writes to the school, and pays in the payment window. Every third closes the page before it learns of the payment. */
export const buy = async (
  visitor: Visitor,
  { email, password, place }: { email: string; password: string; place: number },
): Promise<Buyer> => {
  visitor.token = undefined;
  const avatar = new File([readFileSync('test/media/avatar.png')], 'avatar.png', { type: 'image/png' });
  const form = await formOf({ fullName: 'Bench Buyer', email, password, avatar });
  const registered = await visitor.stepOf('register', async (isRetry) => {
    const reply = await visitor.send('/api/v1/user/register', form);
    return isRetry && reply.status === 409 ? visitor.send('/api/v1/user/login', json({ email, password })) : reply;
  });
  const { token } = read(Registered, registered);
  visitor.token = token;
  const message = { name: 'Bench Buyer', email, message: 'Is there a certificate?' };
  await visitor.step('contact', '/api/v1/contact', json(message));
  await setTimeout(WAIT_MS);
  const subscribed = await visitor.step('subscribe', '/api/v1/payments/subscribe', json({}));
  const { subscription_id: id } = read(Subscribed, subscribed);
  await setTimeout(WAIT_MS);
  const payment = json({ subscription_id: id, outcome: 'success' });
  const paid = await visitor.stepOf('pay', async (isRetry) =>
    orDone(await visitor.send('/sandbox/control/pay', payment), isRetry),
  );
  const proof: unknown = JSON.parse(paid.body.toString('utf8'));
  const isSigned = typeof proof === 'object' && proof !== null && 'razorpay_signature' in proof;
  if (isSigned && place % 3 !== 0) await visitor.step('verify', '/api/v1/payments/verify', json(proof));
  return { email, token };
};
