import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { PageProgram } from '#contract/page-program.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { createFeatures, type Features, figuresOf } from './create-features.ts';
import { unlessReadOnly } from './database/failures.ts';
import { untilConnected } from './database/until-connected.ts';
import type { Cost } from './features/accounts/passwords.ts';
import type { Doctor } from './features/school/doctor/doctor.ts';
import type { ConnectionLimits } from './http/connections.ts';
import { createHttp } from './http/http.ts';
import { listeningPort } from './http/endpoint/origins.ts';
import { createRateLimits } from './http/endpoint/rate-limit.ts';
import { createServer } from './http/server.ts';
import { registerRoutes } from './register-routes.ts';
import { servePages } from './serve-pages.ts';
import { createImages, type Images } from './images/images.ts';
import { fixedPaymentsOf } from './payment-providers.ts';
import { createPdf, type Pdf } from './pdf/pdf.ts';
import { openPlatform, type Platform } from './platform.ts';
import { createTelemetry } from './telemetry/telemetry.ts';
import { sniffUpload } from './upload-kinds.ts';

/** The program without its process. Each command returns its result as a line. */
export interface App extends Pick<Platform, 'database' | 'jobs' | 'settings'> {
  /** The server of the process: the whole app, or the probes of a worker. */
  http: FastifyInstance;
  /** Starts the work that needs no request. */
  begin(): Promise<void>;
  /** Whether there is an admin. */
  isSetUp(): Promise<boolean>;
  /** Opens a setup page, once, and returns its path; undefined when there is an admin. */
  openSetup(): Promise<string | undefined>;
  /** The failures of some of the doctor's checks. */
  failures: Doctor['failures'];
  /** As drafts, or published. */
  installSamples(options?: { isPublished?: boolean }): Promise<string>;
  /** Queues every video that lacks something. */
  queueVideos(): Promise<string>;
  /** Makes the person with this email an admin. */
  promote(email: string): Promise<string>;
  /** Compares standings, daily sales and access with the ledger, and ratings with the reviews, and recomputes them. */
  recompute(): Promise<string>;
  /** From now on another key signs certificates; those of before stay good. */
  rotateCertificateKey(): Promise<string>;
  /** Writes the pages of all certificates, and what verifies them, into a folder that needs no server. */
  exportCertificates(folder: string): Promise<string>;
  archives: Features['school']['moving']['archives'];
  /** Makes the readiness probe fail, so that balancers stop sending requests; requests are still handled. */
  drain(): void;
  /** Ends what `begin` does, requests under way, jobs and the database. */
  close(): Promise<void>;
}

export interface AppOptions {
  config: Config;
  logger: FastifyBaseLogger;
  clock?: Clock;
  /** The cost of hashing a password; tests use a lower one. */
  passwordCost?: Cost | undefined;
  pages?: string | undefined;
  /** Renders them in the place of their built program. */
  pageProgram?: PageProgram | undefined;
  /** Closed with the app. */
  images?: Images;
  /** How long connections are waited for; tests wait less long for a slow one. */
  connectionLimits?: ConnectionLimits | undefined;
  pdf?: Pdf;
}

/** Starts the work that needs no request. */
const beginWork = async (
  { config, jobs }: Platform,
  { server, features: { billing, catalog, certificates, school } }: { server: FastifyInstance; features: Features },
  closing: AbortSignal,
): Promise<void> => {
  // Only the sandbox of this process calls the app of a worker, and in production there is none.
  if (config.role === 'worker')
    await (config.isProduction ? server.ready() : server.listen({ host: '127.0.0.1', port: 0 }));
  if (config.role !== 'web') jobs.start();
  for (const { prepare } of [billing.projections, catalog, certificates.keys])
    await untilConnected(() => prepare(closing).catch(unlessReadOnly), closing);
  billing.planCheck.begin();
  if (config.role !== 'worker') school.proxyWatch.begin(closing);
};

/** The table of contents: opens the platform, creates the features on it, and registers their routes. */
export const createApp = async (options: AppOptions): Promise<App> => {
  const { config, logger, clock = systemClock, images = createImages(), pdf = createPdf() } = options;
  const isWorker = config.role === 'worker';
  const server = await createServer(config, logger, options.connectionLimits);
  const probes = isWorker ? await createServer(config, logger) : server;
  let boundPort: number | undefined;
  const port = (): number => (boundPort ??= listeningPort(probes)) ?? config.port;
  const telemetry = await createTelemetry({ config, log: logger });
  telemetry.watchRequests(probes);
  const { observer } = telemetry;
  const fixedPayments = fixedPaymentsOf(config.environment);
  const parts = { config, clock, log: logger, observer, images, pdf, port, fixedPayments };
  const { platform, closePlatform } = await openPlatform(parts);
  const { database, jobs, settings } = platform;
  const limits = createRateLimits(database, clock, config.isRateLimited);
  const features = createFeatures(platform, server, limits, options.passwordCost);
  const { billing, accounts, access, classroom, school } = features;
  const needs = { authenticate: accounts.authenticate, policy: access, limits, sniff: sniffUpload };
  const http = createHttp({ server, probes }, platform, needs);
  registerRoutes(http, platform, features);
  telemetry.serveMetrics(probes, figuresOf(platform, features));
  servePages(server, options, { platform, features });
  server.addHook('onReady', async () => {
    await school.setup.prepare();
    // A worker may listen elsewhere than the processes that sell.
    if (!isWorker) await billing.account.recomputePurchaseMode().catch(unlessReadOnly);
  });

  const closing = new AbortController();
  let begun = Promise.resolve();

  return {
    http: probes,
    database,
    jobs,
    settings,
    begin: () => (begun = beginWork(platform, { server, features }, closing.signal)),
    isSetUp: accounts.admins.exist,
    openSetup: school.setup.open,
    failures: school.doctor.failures,
    installSamples: async (options) => `Sample courses added: ${await features.installSamples(options)}`,
    queueVideos: async () => `Videos queued: ${await classroom.video.queueLacking()}`,
    promote: accounts.admins.promote,
    recompute: async () =>
      [await billing.projections.repair(), ...(await features.reviews.recomputeRatings())].join('\n'),
    rotateCertificateKey: async () => {
      await features.certificates.keys.rotate();
      return 'Another key signs certificates from now on. Those of before stay good';
    },
    exportCertificates: async (folder) =>
      `Certificates exported to ${folder}: ${await features.certificates.exportTo(folder)}`,
    archives: school.moving.archives,
    drain: http.drain,
    close: async () => {
      closing.abort();
      await Promise.all([http.close(), begun.catch(() => undefined).then(jobs.stop)]);
      billing.planCheck.stop();
      await closePlatform();
      await telemetry.close();
    },
  };
};
