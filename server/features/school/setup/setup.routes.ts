import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import type { Implement } from '#server/http/endpoint/implement-endpoint.ts';
import type { Setup } from './setup.ts';

export const setupRoutes = (implement: Implement, setup: Setup): void => {
  implement(api.setup.site, async () => ({ message: messages.site.success, site: await setup.siteFacts() }));

  implement(api.setup.checkLink, async ({ body }) => {
    return { message: messages.setup.open, ...(await setup.check(body.token)) };
  });

  implement(api.setup.finish, async ({ body, origin, device: cookie }) => {
    const { user, token, device } = await setup.finish(body, origin);
    cookie.keep(device);
    return { message: messages.setup.success, user, token };
  });

  implement(api.setup.notices, async () => ({
    message: messages.notices.success,
    notices: await setup.notices(),
  }));
};
