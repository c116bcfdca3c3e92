import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import type { Implement } from '#server/http/implement.ts';
import type { Accounts } from './accounts.ts';
import type { PasswordChanges } from './password-changes.ts';
import type { Sessions } from './sessions.ts';
import type { UserAnswer } from './user-answer.ts';

export interface AccountsParts {
  accounts: Accounts;
  passwordChanges: PasswordChanges;
  sessions: Sessions;
  present: UserAnswer;
}

export const accountsRoutes = (implement: Implement, parts: AccountsParts): void => {
  const { accounts, passwordChanges, sessions, present } = parts;

  implement(api.accounts.register, async ({ fields, files, origin }) => {
    const { user, token } = await accounts.register(fields, files.avatar);
    return { message: messages.register.success, user: await present(user, origin), token };
  });

  implement(api.accounts.login, async ({ body, origin }) => {
    const { user, token } = await accounts.login(body);
    return { message: messages.login.success, user: await present(user, origin), token };
  });

  implement(api.accounts.logout, async ({ findActor }) => {
    const actor = await findActor();
    if (actor) await sessions.end(actor.sessionHash);
    return { message: messages.logout.success };
  });

  implement(api.accounts.me, async ({ actor, origin }) => ({
    message: messages.profile.fetched,
    user: await present(await accounts.me(actor), origin),
  }));

  implement(api.accounts.update, async ({ actor, fields, files, origin }) => ({
    message: messages.profile.success,
    user: await present(await accounts.update(actor, fields, files.avatar), origin),
  }));

  implement(api.accounts.changePassword, async ({ actor, body }) => {
    await passwordChanges.change(actor, body);
    return { message: messages.changePassword.success, succes: true as const };
  });

  implement(api.accounts.forgotPassword, async ({ body }) => {
    await passwordChanges.requestReset(body.email);
    return { message: messages.forgotPassword.sent };
  });

  implement(api.accounts.resetPassword, async ({ params, body }) => {
    await passwordChanges.reset(params.token, body.password);
    return { message: messages.resetPassword.success };
  });
};
