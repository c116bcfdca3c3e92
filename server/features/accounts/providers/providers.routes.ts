import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import type { Implement } from '#server/http/endpoint/implement-endpoint.ts';
import type { Accounts } from '../accounts.ts';
import { callerOf } from '../caller.ts';

const { providers: contract } = api;
const words = messages.providers;

export const providersRoutes = (
  implement: Implement,
  { providers, present }: Pick<Accounts, 'providers' | 'present'>,
): void => {
  implement(contract.begin, async () => ({ message: words.begun, ...(await providers.begin(null)) }));

  implement(contract.logIn, async ({ body, ...request }) => {
    const { user, token, device, isNew } = await providers.logIn(body, callerOf(request));
    request.device.keep(device);
    return { message: messages.login.success, user: await present(user, request.origin), token, isNew };
  });

  implement(contract.beginAdding, async ({ actor }) => ({
    message: words.begun,
    ...(await providers.begin(actor.id)),
  }));

  implement(contract.add, async ({ actor, body, ...request }) => {
    await providers.add(actor.id, body, callerOf(request));
    return { message: words.added };
  });

  implement(contract.remove, async ({ actor, params, ...request }) => {
    await providers.remove(actor.id, params.identityId, callerOf(request));
    return { message: words.removed };
  });
};
