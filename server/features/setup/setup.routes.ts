import type { z } from 'zod';
import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import { PRICE_IN_PAISE } from '#contract/payments.ts';
import type { SiteFacts } from '#contract/setup.ts';
import type { Config } from '#server/config.ts';
import type { Implement } from '#server/http/implement.ts';
import type { Setup } from './setup.ts';

export type Notice = z.output<typeof api.setup.notices.response>['notices'][number];

export interface SetupParts {
  setup: Setup;
  config: Pick<Config, 'brandName' | 'currencySymbol' | 'timeZone' | 'maxUploadBytes'>;
  /** Whether the bundle is on sale, and whether with pretend money. */
  selling: () => Pick<SiteFacts, 'isSelling' | 'isTestMode'>;
  /** Each answers what an ADMIN should know of one part of the product. */
  notices: (() => Promise<Notice[]>)[];
}

export const setupRoutes = (implement: Implement, { setup, config, selling, notices }: SetupParts): void => {
  implement(api.setup.site, () => ({
    message: messages.site.success,
    site: {
      brandName: config.brandName,
      currencySymbol: config.currencySymbol,
      priceInPaise: PRICE_IN_PAISE,
      timeZone: config.timeZone,
      maxUploadBytes: config.maxUploadBytes,
      ...selling(),
    },
  }));

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
