import { api } from '#contract/api.ts';
import { keyMessages } from '#contract/accounts/key-messages.ts';
import type { Implement } from '#server/http/endpoint/implement-endpoint.ts';
import { callerOf } from '../caller.ts';
import type { ApiKeys } from './api-keys.ts';

export const apiKeysRoutes = (implement: Implement, apiKeys: ApiKeys): void => {
  implement(api.apiKeys.list, async () => ({ message: keyMessages.fetched, apiKeys: await apiKeys.list() }));

  implement(api.apiKeys.create, async (request) => ({
    message: keyMessages.created,
    ...(await apiKeys.create(request.actor, request.body, callerOf(request))),
  }));

  implement(api.apiKeys.end, async ({ params }) => {
    await apiKeys.end(params.keyId);
    return { message: keyMessages.ended };
  });
};
