import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import { toInstantOrNull } from '#server/clock.ts';
import type { Implement } from '#server/http/endpoint/implement-endpoint.ts';
import { networkOf } from '#server/http/endpoint/network-address.ts';
import type { Accounts } from '../accounts.ts';
import { callerOf } from '../caller.ts';

const { addresses: contract } = api;
const words = messages.addresses;

type Needs = Pick<Accounts, 'address' | 'login' | 'present'>;

export const addressRoutes = (implement: Implement, { address: addresses, login, present }: Needs): void => {
  implement(contract.requestConfirmation, async ({ actor }) => {
    await addresses.requestConfirmation(actor.id);
    return { message: words.linkSent };
  });

  implement(contract.change, async ({ actor, body, address, header }) => {
    const where = { userAgent: header('user-agent') ?? null, network: networkOf(address) };
    await addresses.requestChange(actor.id, body.email, where);
    return { message: words.changeSent };
  });

  implement(contract.cancelChange, async ({ actor }) => {
    await addresses.cancelChange(actor.id);
    return { message: words.cancelled };
  });

  implement(contract.confirm, async ({ params }) => {
    const { newAloneAt, ...confirmed } = await addresses.confirm(params.token);
    const message = confirmed.waitsFor.length === 0 ? words.confirmed : words.linkLeft;
    return { message, ...confirmed, newAloneAt: toInstantOrNull(newAloneAt) };
  });

  implement(contract.requestCode, async ({ body }) => ({
    message: words.codeSent,
    ticket: await login.beginCode(body.email),
  }));

  implement(contract.logInWithCode, async ({ body, ...request }) => {
    const { user, token, device } = await login.withCode(body, callerOf(request));
    request.device.keep(device);
    return { message: messages.login.success, user: await present(user, request.origin), token };
  });
};
