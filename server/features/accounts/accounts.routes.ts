import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import type { Implement } from '#server/http/implement-endpoint.ts';
import type { Accounts } from './accounts.ts';

export const accountsRoutes = (implement: Implement, accounts: Accounts): void => {
  const { login, profile, passwordChanges, sessions, present } = accounts;

  implement(api.accounts.register, async ({ fields, files, origin, address, device, header }) => {
    const caller = { address, device: device.value, userAgent: header('user-agent') };
    const loggedIn = await login.register(fields, files.avatar, caller);
    device.keep(loggedIn.device);
    const { user, token } = loggedIn;
    return { message: messages.register.success, user: await present(user, origin), token };
  });

  implement(api.accounts.login, async ({ body, origin, address, device, header }) => {
    const loggedIn = await login.login(body, { address, device: device.value, userAgent: header('user-agent') });
    device.keep(loggedIn.device);
    const { user, token } = loggedIn;
    return { message: messages.login.success, user: await present(user, origin), token };
  });

  implement(api.accounts.logout, async ({ findActor }) => {
    const actor = await findActor();
    if (actor) await sessions.end(actor.sessionHash);
    return { message: messages.logout.success };
  });

  implement(api.accounts.me, async ({ actor, origin }) => ({
    message: messages.profile.fetched,
    user: await present(sessions.userOf(actor), origin),
  }));

  implement(api.accounts.update, async ({ actor, fields, files, origin }) => ({
    message: messages.profile.success,
    user: await present(await profile.update(actor, fields, files.avatar), origin),
  }));

  implement(api.accounts.changePassword, async ({ actor, body, device }) => {
    device.keep(await passwordChanges.change(actor, body, device.value));
    return { message: messages.changePassword.success, succes: true as const };
  });

  implement(api.accounts.forgotPassword, async ({ body }) => {
    await passwordChanges.requestReset(body.email);
    return { message: messages.forgotPassword.sent };
  });

  implement(api.accounts.resetPassword, async ({ params, body, device }) => {
    device.keep(await passwordChanges.reset(params.token, body.password, device.value));
    return { message: messages.resetPassword.success };
  });
};
