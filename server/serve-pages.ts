import type { FastifyInstance } from 'fastify';
import { DAY_MS } from './clock.ts';
import type { PageProgram } from '#contract/page-program.ts';
import type { Config } from './config.ts';
import type { Features } from './create-features.ts';
import { z } from 'zod';
import { defineJob } from './jobs/jobs.ts';
import { serveWebApp } from './http/page/web-app.ts';
import type { Platform } from './platform.ts';
import { availableLanguages } from './languages.ts';

/** The version that runs marks that it does. */
const keepPages = defineJob({
  name: 'pages.keep',
  lane: 'upkeep',
  payload: z.object({}),
  everyMs: DAY_MS,
});

/** Serves the pages, which may load files of their own address and of the CDN. */
export const servePages = (
  server: FastifyInstance,
  { config, pages, pageProgram }: { config: Config; pages?: string | undefined; pageProgram?: PageProgram | undefined },
  {
    platform,
    features: { billing, catalog, certificates, classroom, school },
  }: { platform: Platform; features: Features },
): void => {
  const ownOrigins = [
    ...(config.publicUrl === undefined ? [] : [config.publicUrl]),
    ...classroom.playback.delivery.origins,
  ];
  const earlier = serveWebApp(server, {
    platform,
    folder: pages,
    program: pageProgram,
    publicUrl: config.publicUrl,
    source: {
      ...school.setup,
      ...platform,
      languages: platform.settings.languages,
      allLanguages: () => availableLanguages().map(({ code }) => code),
      selling: billing.selling,
    },
    courses: catalog,
    certificates,
    policy: { ownOrigins, checkout: billing.checkoutSources },
  });
  platform.jobs.handle(keepPages, earlier.keep);
  let keeping = Promise.resolve();
  server.addHook('onListen', async () => {
    // Pages go on without it.
    keeping = earlier
      .keep()
      .catch((error: unknown) => platform.log.warn({ err: error }, 'the pages are not kept for later'));
  });
  server.addHook('onClose', () => keeping);
};
