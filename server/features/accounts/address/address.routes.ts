import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import { toInstantOrNull } from '#server/clock.ts';
import type { Bind } from '#server/http/endpoint/bind.ts';
import { networkOf } from '#server/http/endpoint/network-address.ts';
import type { Accounts } from '../accounts.ts';
import { callerOf } from '../caller.ts';

const words = messages.addresses;

type Needs = Pick<Accounts, 'address' | 'login' | 'present'>;

export const addressRoutes = (bind: Bind, { address: addresses, login, present }: Needs): void => {
  bind(api.addresses, {
    requestConfirmation: ({ actor }) => addresses.requestConfirmation(actor.id),
    change: async ({ actor, body, address, header }) => {
      const where = { userAgent: header('user-agent') ?? null, network: networkOf(address) };
      await addresses.requestChange(actor.id, body.email, where);
    },
    cancelChange: ({ actor }) => addresses.cancelChange(actor.id),
    confirm: async ({ params }) => {
      const { newAloneAt, ...confirmed } = await addresses.confirm(params.token);
      const message = confirmed.waitsFor.length === 0 ? words.confirmed : words.linkLeft;
      return { message, ...confirmed, newAloneAt: toInstantOrNull(newAloneAt) };
    },
    requestCode: async ({ body }) => ({ ticket: await login.beginCode(body.email) }),
    logInWithCode: async ({ body, ...request }) => {
      const { user, token, device } = await login.withCode(body, callerOf(request));
      request.device.keep(device);
      return { user: await present(user, request.origin), token };
    },
  });
};
