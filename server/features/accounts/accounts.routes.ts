import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import type { Implement } from '#server/http/endpoint/implement-endpoint.ts';
import type { Accounts } from './accounts.ts';
import { addressRoutes } from './address/address.routes.ts';
import { apiKeysRoutes } from './api-keys/api-keys.routes.ts';
import { factorsRoutes } from './factors/factors.routes.ts';
import { providersRoutes } from './providers/providers.routes.ts';
import { callerOf } from './caller.ts';

export const accountsRoutes = (implement: Implement, accounts: Accounts): void => {
  const { login, profile, passwordChanges, sessions, present, forumLogin } = accounts;

  implement(api.accounts.register, async ({ fields, files, origin, address, device, header }) => {
    const loggedIn = await login.register(fields, files.avatar, callerOf({ address, device, header }));
    device.keep(loggedIn.device);
    const { user, token } = loggedIn;
    return { message: messages.register.success, user: await present(user, origin), token };
  });

  implement(api.accounts.login, async ({ body, origin, address, device, header }) => {
    const loggedIn = await login.login(body, callerOf({ address, device, header }));
    device.keep(loggedIn.device);
    const { user, token } = loggedIn;
    return { message: messages.login.success, user: await present(user, origin), token };
  });

  factorsRoutes(implement, accounts);
  addressRoutes(implement, accounts);
  providersRoutes(implement, accounts);
  apiKeysRoutes(implement, accounts.apiKeys);

  implement(api.forum.logIn, async ({ actor, body }) => ({
    message: messages.forum.going,
    address: await forumLogin(sessions.userOf(actor), body),
  }));

  implement(api.accounts.logout, async ({ findActor }) => {
    const actor = await findActor();
    if (actor) await sessions.end(actor.sessionHash);
    return { message: messages.logout.success };
  });

  implement(api.sessions.list, async ({ actor }) => ({
    message: messages.sessions.fetched,
    sessions: await sessions.ofActor(actor),
  }));

  implement(api.sessions.end, async ({ actor, params }) => {
    await sessions.endOne(actor, params.sessionId);
    return { message: messages.sessions.ended };
  });

  implement(api.sessions.endOthers, async ({ actor }) => {
    await sessions.endOthers(actor);
    return { message: messages.sessions.othersEnded };
  });

  implement(api.accounts.me, async ({ actor, origin }) => ({
    message: messages.profile.fetched,
    user: await present(sessions.userOf(actor), origin),
  }));

  implement(api.accounts.update, async ({ actor, fields, files, origin }) => ({
    message: messages.profile.success,
    user: await present(await profile.update(actor, { ...fields, avatar: files.avatar }), origin),
  }));

  implement(api.accounts.changePassword, async ({ actor, body, device, ...request }) => {
    device.keep(await passwordChanges.change(actor, body, callerOf({ ...request, device })));
    return { message: messages.changePassword.success, succes: true as const };
  });

  implement(api.accounts.forgotPassword, async ({ body }) => {
    await passwordChanges.requestReset(body.email);
    return { message: messages.forgotPassword.sent };
  });

  implement(api.accounts.resetPassword, async ({ params, body, device, ...request }) => {
    const reset = await passwordChanges.reset(params.token, body, callerOf({ ...request, device }));
    device.keep(reset.device);
    return { message: messages.resetPassword.success, invitedEmail: reset.invitedEmail };
  });
};
