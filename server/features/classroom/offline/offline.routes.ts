import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import type { Implement } from '#server/http/endpoint/implement-endpoint.ts';
import type { Offline } from './offline.ts';

export const offlineRoutes = (implement: Implement, offline: Offline): void => {
  implement(api.offline.keys, async ({ actor, body }) => ({
    message: messages.offline.keys,
    ...(await offline.keysFor(actor, body)),
  }));
};
