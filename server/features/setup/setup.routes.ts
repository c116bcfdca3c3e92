import type { z } from 'zod';
import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import type { SiteFacts } from '#contract/setup.ts';
import type { Implement } from '#server/http/implement.ts';
import type { Setup } from './setup.ts';

export type Notice = z.output<typeof api.setup.notices.response>['notices'][number];

export interface SetupParts {
  setup: Setup;
  siteFacts: () => Promise<SiteFacts>;
  /** Each answers what an ADMIN should know of one part of the product. */
  notices: (() => Promise<Notice[]>)[];
}

export const setupRoutes = (implement: Implement, { setup, siteFacts, notices }: SetupParts): void => {
  implement(api.setup.site, async () => ({ message: messages.site.success, site: await siteFacts() }));

  implement(api.setup.checkLink, async ({ body, origin }) => {
    await setup.check(body.token);
    return { message: messages.setup.open, publicAddress: origin };
  });

  implement(api.setup.finish, async ({ body, origin }) => {
    const { user, token } = await setup.finish(body, origin);
    return { message: messages.setup.success, user, token };
  });

  implement(api.setup.notices, async () => ({
    message: messages.notices.success,
    notices: (await Promise.all(notices.map((ask) => ask()))).flat(),
  }));
};
