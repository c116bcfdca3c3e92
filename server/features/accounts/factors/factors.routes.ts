import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import type { Bind, RequestFacts } from '#server/http/endpoint/bind.ts';
import type { Accounts } from '../accounts.ts';
import { callerOf } from '../caller.ts';
import type { LoggedIn } from '../login.ts';

type Needs = Pick<
  Accounts,
  'factors' | 'passkeys' | 'secondStep' | 'login' | 'passwordChanges' | 'sessions' | 'present'
>;

const loginRoutes = (bind: Bind, { login, passkeys, sessions, present, passwordChanges }: Needs): void => {
  const respond = async ({ user, token, device }: LoggedIn, request: RequestFacts) => {
    request.device.keep(device);
    return { message: messages.login.success, user: await present(user, request.origin), token };
  };

  bind(api.factors, {
    options: async ({ findActor, body, origin }) => {
      const actor = await findActor();
      const options =
        actor && body.purpose === 'add'
          ? await passkeys.beginAdding(sessions.userOf(actor), origin)
          : await passkeys.beginUsing(actor?.id ?? null, origin);
      return { options };
    },
    logInWithPasskey: async ({ body, ...request }) =>
      respond(await login.withPasskey(body.passkey, request.origin, callerOf(request)), request),
    finishLogin: async ({ body, ...request }) => respond(await login.finish(body, callerOf(request)), request),
    notMe: ({ params }) => passwordChanges.notMe(params.token),
  });
};

export const factorsRoutes = (bind: Bind, needs: Needs): void => {
  const { factors, secondStep, sessions } = needs;
  loginRoutes(bind, needs);

  bind(api.factors, {
    security: ({ actor }) => factors.ofUser(actor),
    addPasskey: async ({ actor, body, ...request }) => ({
      passkey: await factors.addPasskey(actor, { ...body, origin: request.origin }, callerOf(request)),
    }),
    removePassword: ({ actor, ...request }) => factors.removePassword(actor, callerOf(request)),
    renamePasskey: ({ actor, params, body }) => factors.renamePasskey(actor, params.passkeyId, body.name),
    removePasskey: ({ actor, params, ...request }) => factors.removePasskey(actor, params.passkeyId, callerOf(request)),
    beginSecondStep: ({ actor }) => secondStep.begin(sessions.userOf(actor)),
    confirmSecondStep: async ({ actor, body, ...request }) => ({
      recoveryCodes: await factors.turnOn(actor, body.code, callerOf(request)),
    }),
    endSecondStep: ({ actor, ...request }) => factors.turnOff(actor, callerOf(request)),
    renewRecoveryCodes: async ({ actor }) => ({ recoveryCodes: await secondStep.renewCodes(actor.id) }),
    confirm: ({ actor, body, origin, address }) => factors.confirm(actor, body, origin, address),
  });
};
