import { api } from '#contract/api.ts';
import type { Bind } from '#server/http/endpoint/bind.ts';
import type { Offline } from './offline.ts';

export const offlineRoutes = (bind: Bind, offline: Offline): void => {
  bind(api.offline, {
    keys: ({ actor, body }) => offline.keysFor(actor, body),
  });
};
