import { api } from '#contract/api.ts';
import { keyMessages } from '#contract/key-messages.ts';
import type { Implement } from '#server/http/implement-endpoint.ts';
import type { ApiKeys } from './api-keys.ts';

export const apiKeysRoutes = (implement: Implement, apiKeys: ApiKeys): void => {
  implement(api.apiKeys.list, async () => ({ message: keyMessages.fetched, apiKeys: await apiKeys.list() }));

  implement(api.apiKeys.create, async ({ actor, body }) => ({
    message: keyMessages.created,
    ...(await apiKeys.create(actor, body)),
  }));

  implement(api.apiKeys.end, async ({ params }) => {
    await apiKeys.end(params.keyId);
    return { message: keyMessages.ended };
  });
};
