import { api } from '#contract/api.ts';
import type { Bind } from '#server/http/endpoint/bind.ts';
import type { Extensions } from './extensions.ts';

export const extensionRoutes = (bind: Bind, extensions: Extensions): void => {
  bind(api.extensions, {
    extend: ({ body, actor }) => extensions.extend(body, actor.id),
    list: async ({ query }) => ({ extensions: await extensions.list(query) }),
    undo: async ({ params: { extensionId }, actor }) => ({
      extension: await extensions.undo(extensionId, actor.id),
    }),
  });
};
