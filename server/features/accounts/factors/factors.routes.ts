import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import type { Implement, RequestFacts } from '#server/http/endpoint/implement-endpoint.ts';
import type { Accounts } from '../accounts.ts';
import { callerOf } from '../caller.ts';
import type { LoggedIn } from '../login.ts';

const { factors: contract } = api;
const words = messages.factors;

type Needs = Pick<
  Accounts,
  'factors' | 'passkeys' | 'secondStep' | 'login' | 'passwordChanges' | 'sessions' | 'present'
>;

const loginRoutes = (implement: Implement, { login, passkeys, sessions, present, passwordChanges }: Needs): void => {
  const respond = async ({ user, token, device }: LoggedIn, request: RequestFacts) => {
    request.device.keep(device);
    return { message: messages.login.success, user: await present(user, request.origin), token };
  };

  implement(contract.options, async ({ findActor, body, origin }) => {
    const actor = await findActor();
    const options =
      actor && body.purpose === 'add'
        ? await passkeys.beginAdding(sessions.userOf(actor), origin)
        : await passkeys.beginUsing(actor?.id ?? null, origin);
    return { message: words.options, options };
  });

  implement(contract.logInWithPasskey, async ({ body, ...request }) =>
    respond(await login.withPasskey(body.passkey, request.origin, callerOf(request)), request),
  );

  implement(contract.finishLogin, async ({ body, ...request }) =>
    respond(await login.finish(body, callerOf(request)), request),
  );

  implement(contract.notMe, async ({ params }) => {
    await passwordChanges.notMe(params.token);
    return { message: words.secured };
  });
};

export const factorsRoutes = (implement: Implement, needs: Needs): void => {
  const { factors, secondStep, sessions } = needs;
  loginRoutes(implement, needs);

  implement(contract.security, async ({ actor }) => ({
    message: words.fetched,
    ...(await factors.ofUser(actor)),
  }));

  implement(contract.addPasskey, async ({ actor, body, ...request }) => ({
    message: words.added,
    passkey: await factors.addPasskey(actor, { ...body, origin: request.origin }, callerOf(request)),
  }));

  implement(contract.removePassword, async ({ actor, ...request }) => {
    await factors.removePassword(actor, callerOf(request));
    return { message: words.passwordRemoved };
  });

  implement(contract.renamePasskey, async ({ actor, params, body }) => {
    await factors.renamePasskey(actor, params.passkeyId, body.name);
    return { message: words.renamed };
  });

  implement(contract.removePasskey, async ({ actor, params, ...request }) => {
    await factors.removePasskey(actor, params.passkeyId, callerOf(request));
    return { message: words.removed };
  });

  implement(contract.beginSecondStep, async ({ actor }) => ({
    message: words.begun,
    ...(await secondStep.begin(sessions.userOf(actor))),
  }));

  implement(contract.confirmSecondStep, async ({ actor, body, ...request }) => ({
    message: words.on,
    recoveryCodes: await factors.turnOn(actor, body.code, callerOf(request)),
  }));

  implement(contract.endSecondStep, async ({ actor, ...request }) => {
    await factors.turnOff(actor, callerOf(request));
    return { message: words.off };
  });

  implement(contract.renewRecoveryCodes, async ({ actor }) => ({
    message: words.codes,
    recoveryCodes: await secondStep.renewCodes(actor.id),
  }));

  implement(contract.confirm, async ({ actor, body, origin, address }) => {
    await factors.confirm(actor, body, origin, address);
    return { message: words.confirmed };
  });
};
