import { api } from '#contract/api.ts';
import type { Bind } from '#server/http/endpoint/bind.ts';
import type { Accounts } from './accounts.ts';
import { addressRoutes } from './address/address.routes.ts';
import { apiKeysRoutes } from './api-keys/api-keys.routes.ts';
import { factorsRoutes } from './factors/factors.routes.ts';
import { providersRoutes } from './providers/providers.routes.ts';
import { callerOf } from './caller.ts';

export const accountsRoutes = (bind: Bind, accounts: Accounts): void => {
  const { login, profile, passwordChanges, sessions, present, forumLogin } = accounts;

  factorsRoutes(bind, accounts);
  addressRoutes(bind, accounts);
  providersRoutes(bind, accounts);
  apiKeysRoutes(bind, accounts.apiKeys);

  bind(api.forum, {
    logIn: async ({ actor, body }) => ({ address: await forumLogin(sessions.userOf(actor), body) }),
  });

  bind(api.sessions, {
    list: async ({ actor, writer }) => ({ sessions: await sessions.ofActor(actor, await writer()) }),
    end: ({ actor, params }) => sessions.endOne(actor, params.sessionId),
    endOthers: ({ actor }) => sessions.endOthers(actor),
  });

  bind(api.accounts, {
    register: async ({ fields, files, origin, address, device, header }) => {
      const loggedIn = await login.register(fields, files.avatar, callerOf({ address, device, header }));
      device.keep(loggedIn.device);
      const { user, token } = loggedIn;
      return { user: await present(user, origin), token };
    },
    login: async ({ body, origin, address, device, header }) => {
      const loggedIn = await login.login(body, callerOf({ address, device, header }));
      device.keep(loggedIn.device);
      const { user, token } = loggedIn;
      return { user: await present(user, origin), token };
    },
    logout: async ({ findActor }) => {
      const actor = await findActor();
      if (actor) await sessions.end(actor.sessionHash);
    },
    me: async ({ actor, origin }) => ({ user: await present(sessions.userOf(actor), origin) }),
    update: async ({ actor, fields, files, origin }) => ({
      user: await present(await profile.update(actor, { ...fields, avatar: files.avatar }), origin),
    }),
    chooseLanguage: async ({ actor, body, origin }) => ({
      user: await present(await profile.chooseLanguage(actor, body.language), origin),
    }),
    changePassword: async ({ actor, body, device, ...request }) => {
      device.keep(await passwordChanges.change(actor, body, callerOf({ ...request, device })));
      return { succes: true as const };
    },
    forgotPassword: ({ body }) => passwordChanges.requestReset(body.email),
    resetPassword: async ({ params, body, device, ...request }) => {
      const reset = await passwordChanges.reset(params.token, body, callerOf({ ...request, device }));
      device.keep(reset.device);
      return { invitedEmail: reset.invitedEmail };
    },
  });
};
