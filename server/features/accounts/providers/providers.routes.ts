import { api } from '#contract/api.ts';
import type { Bind } from '#server/http/endpoint/bind.ts';
import type { Accounts } from '../accounts.ts';
import { callerOf } from '../caller.ts';

export const providersRoutes = (bind: Bind, { providers, present }: Pick<Accounts, 'providers' | 'present'>): void => {
  bind(api.providers, {
    begin: () => providers.begin(null),
    logIn: async ({ body, ...request }) => {
      const { user, token, device, isNew } = await providers.logIn(body, callerOf(request));
      request.device.keep(device);
      return { user: await present(user, request.origin), token, isNew };
    },
    beginAdding: ({ actor }) => providers.begin(actor.id),
    add: ({ actor, body, ...request }) => providers.add(actor.id, body, callerOf(request)),
    remove: ({ actor, params, ...request }) => providers.remove(actor.id, params.identityId, callerOf(request)),
  });
};
