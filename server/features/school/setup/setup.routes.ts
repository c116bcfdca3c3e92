import { api } from '#contract/api.ts';
import type { Bind } from '#server/http/endpoint/bind.ts';
import type { Setup } from './setup.ts';

export const setupRoutes = (bind: Bind, setup: Setup): void => {
  bind(api.setup, {
    site: async ({ query }) => ({ site: await setup.siteFacts(query.language) }),
    checkLink: ({ body }) => setup.check(body.token),
    finish: async ({ body, origin, device: cookie }) => {
      const { user, token, device } = await setup.finish(body, origin);
      cookie.keep(device);
      return { user, token };
    },
    notices: async ({ writer }) => {
      const [found, write] = [await setup.notices(), await writer()];
      return { notices: found.map((notice) => ({ ...notice, text: write(notice.text) })) };
    },
  });
};
