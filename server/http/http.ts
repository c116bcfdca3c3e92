import type { FastifyInstance } from 'fastify';
import { createRequestAudit } from './endpoint/request-audit.ts';
import { createLanguageFor } from './endpoint/language-for.ts';
import { responseWriter } from './endpoint/response-writer.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/database/database.ts';
import type { Observer } from '#server/observer.ts';
import type { OwnWords } from '#server/own-words.ts';
import { createOpenFiles } from '#server/storage/open-files.ts';
import type { Settings } from '#server/settings/settings.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TemporaryFiles } from '#server/storage/temporary-files.ts';
import { serveAccentStyle } from './page/accent-style.ts';
import type { Authenticate } from './endpoint/actor.ts';
import { type AccessControl, createAccessControl } from './endpoint/access-control.ts';
import { serveApiDocs } from './api-docs.ts';
import type { CoursePolicy } from './endpoint/course-policy.ts';
import type { Sniff } from './endpoint/multipart-form.ts';
import { serveHealth } from './health.ts';
import { serveProbe } from './page/probe.ts';
import { type Bind, createBind } from './endpoint/bind.ts';
import { createOrigins, type Origins } from './endpoint/origins.ts';
import { servePublicFiles } from './file/public-files.ts';
import { createFileResponder, type FileResponder } from './file/range-response.ts';
import type { RateLimits } from './endpoint/rate-limit.ts';

/** The server that features register their routes with. */
export interface Http {
  server: FastifyInstance;
  bind: Bind;
  accessControl: AccessControl;
  origins: Origins;
  responder: FileResponder;
  /** Makes `/readyz` return 503, so that balancers stop sending requests; further requests are still handled. */
  drain(): void;
  /** Ends running requests, then closes their files. */
  close(): Promise<void>;
}

export interface HttpPlatform {
  config: Config;
  clock: Clock;
  settings: Settings;
  ownWords: OwnWords;
  database: Database;
  storage: Storage;
  observer: Observer;
  temporaryFiles: TemporaryFiles;
  publicAddress: () => Promise<string>;
  secretKey: { derive(purpose: string): Buffer };
}

export interface HttpNeeds {
  authenticate: Authenticate;
  policy: Pick<CoursePolicy, 'assertAdmin' | 'assertConfirmsPayments' | 'assertMay' | 'assertUnlocked'>;
  limits: RateLimits;
  /** Rejects a file part by its first bytes. */
  sniff: Sniff;
}

interface Servers {
  server: FastifyInstance;
  /** The server for health checks: the same one, or a separate one. */
  probes: FastifyInstance;
}

/** Prepares the server for features, and serves public files, health and the API's documentation. */
export const createHttp = (
  { server, probes }: Servers,
  platform: HttpPlatform,
  { sniff, ...access }: HttpNeeds,
): Http => {
  const { config, clock, settings, database, storage, temporaryFiles, observer, publicAddress, secretKey } = platform;
  const languageFor = createLanguageFor(platform.ownWords);
  for (const one of new Set([server, probes])) one.languageFor = languageFor;
  const openFiles = createOpenFiles(storage);
  const responder = createFileResponder(openFiles, { observer, log: server.log });
  const accessControl = createAccessControl({ ...access, clock });
  const origins = createOrigins(publicAddress);
  const bind = createBind(server, {
    accessControl,
    forms: { storage, temporaryFiles, maxUploadBytes: async () => (await settings.limits()).maxUploadBytes, sniff },
    origins,
    audit: createRequestAudit(database, clock),
    writerFor: async (accepted) =>
      responseWriter(await languageFor(accepted), await settings.calendar(), config.currencySymbol),
    sendsEmail: settings.sendsEmail,
  });
  let isDraining = false;
  servePublicFiles(server, responder, config.corsOrigins.length > 0);
  serveAccentStyle(server);
  serveHealth(probes, database, () => isDraining);
  serveProbe(server, { secretKey, clock });
  serveApiDocs(server, async () => (await settings.school()).brandName);
  const drain = (): void => {
    isDraining = true;
  };
  const close = async (): Promise<void> => {
    drain();
    await Promise.all([probes.close(), server.close()]);
    await openFiles.close();
  };
  return { server, bind, accessControl, origins, responder, drain, close };
};
