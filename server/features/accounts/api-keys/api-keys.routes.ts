import { api } from '#contract/api.ts';
import type { Bind } from '#server/http/endpoint/bind.ts';
import { callerOf } from '../caller.ts';
import type { ApiKeys } from './api-keys.ts';

export const apiKeysRoutes = (bind: Bind, apiKeys: ApiKeys): void => {
  bind(api.apiKeys, {
    list: async () => ({ apiKeys: await apiKeys.list() }),
    create: (request) => apiKeys.create(request.actor, request.body, callerOf(request)),
    end: ({ params }) => apiKeys.end(params.keyId),
  });
};
