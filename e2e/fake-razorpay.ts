import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify from 'fastify';
import { openSandbox } from '#sandbox/sandbox.ts';

/** Razorpay for a server that is started with its address as FAKE_RAZORPAY, and what an owner enters of the account. */
export const openFakeRazorpay = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'lectern-e2e-'));
  const sandbox = await openSandbox({ stateFile: path.join(folder, 'state.json'), now: Date.now });
  const http = Fastify();
  await http.register(sandbox.routes, { prefix: '/sandbox' });
  const origin = await http.listen({ host: '127.0.0.1', port: 0 });
  const close = async (): Promise<void> => {
    await http.close();
    await sandbox.close();
    await rm(folder, { recursive: true, force: true });
  };
  return {
    address: `${origin}/sandbox`,
    keyId: sandbox.keyId.replace('rzp_test_', 'rzp_live_'),
    keySecret: sandbox.keySecret,
    planId: sandbox.planId,
    [Symbol.asyncDispose]: close,
  };
};
