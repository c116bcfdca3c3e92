import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { join } from 'node:path';
import { runBackupInThread } from './backup-thread.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { accountsRoutes } from './features/accounts/accounts.routes.ts';
import { createAccounts } from './features/accounts/accounts.ts';
import type { Cost } from './features/accounts/passwords.ts';
import { billingRoutes } from './features/billing/billing.routes.ts';
import { createBilling, openPaymentHealth } from './features/billing/billing.ts';
import { recordAudit } from './features/billing/audit/audit.ts';
import { observeProvider } from './features/billing/provider/observed-provider.ts';
import { razorpay } from './features/billing/provider/razorpay/razorpay.ts';
import { catalogRoutes } from './features/catalog/catalog.routes.ts';
import { createCatalog } from './features/catalog/catalog.ts';
import { createCourseDeletion } from './features/catalog/deletion.ts';
import { createSampleCourses } from './features/catalog/sample-courses.ts';
import { classroomRoutes } from './features/classroom/classroom.routes.ts';
import { createClassroom } from './features/classroom/classroom.ts';
import { createDoctor, type Doctor } from './features/school/doctor/doctor.ts';
import { schoolRoutes } from './features/school/school.routes.ts';
import { createSchool } from './features/school/school.ts';
import type { BodyPace } from './http/connections.ts';
import { createHttp } from './http/http.ts';
import { listeningPort, localOrigin } from './http/origins.ts';
import { createRateLimits, type RateLimits } from './http/rate-limit.ts';
import { createIsPublic } from './http/is-public.ts';
import { createServer } from './http/server.ts';
import { serveWebApp } from './http/web-app.ts';
import { createImages, type Images } from './images/images.ts';
import { openPlatform, type Platform } from './platform.ts';
import { schoolData } from './school-data.ts';
import { createFileSweep } from './storage/file-sweep.ts';
import { createTelemetry } from './telemetry/telemetry.ts';
import { sniffUpload } from './upload-kinds.ts';

/** The program without its process. Each command returns what it did, as a line. */
export interface App extends Pick<Platform, 'database' | 'jobs'> {
  /** What the process listens with: the whole app, or a worker's probes. */
  http: FastifyInstance;
  /** Starts the work that needs no request. Returns the path of the one-time setup page while there is no admin. */
  begin(): Promise<string | undefined>;
  installSamples(): Promise<string>;
  /** Queues every video that lacks something. */
  queueVideos(): Promise<string>;
  /** Makes the person with this email an admin. */
  promote(email: string): Promise<string>;
  /** Compares standings, daily sales and access with the ledger and recomputes them. */
  recompute(): Promise<string>;
  /** Ends requests under way, jobs and the database, in this order. */
  close(): Promise<void>;
}

export interface AppOptions {
  config: Config;
  logger: FastifyBaseLogger;
  clock?: Clock;
  /** What hashing a password costs; tests that hash by the hundred use less. */
  passwordCost?: Cost | undefined;
  pages?: string | undefined;
  /** Closed with the app. */
  images?: Images;
  /** How fast bodies have to arrive; tests wait less long for a slow one. */
  bodyPace?: BodyPace | undefined;
}

/** How the school can be paid; the first whose settings are there is used. */
const PROVIDERS = [razorpay];

/** Where `npm run build` writes the pages. */
const PAGES = join(import.meta.dirname, '../dist/web');

/** Creates each feature once, with what it needs of those before it. */
const createFeatures = (platform: Platform, http: FastifyInstance, limits: RateLimits, passwordCost?: Cost) => {
  const { config, database, clock } = platform;
  const isPublic = createIsPublic(http, config.host, platform.publicAddress);
  const providers = PROVIDERS.map((connect) => observeProvider(connect, platform.observer));
  const billing = createBilling({ ...platform, http, isPublic }, { providers });
  const accounts = createAccounts(platform, { limits, passwordCost, subscriptionOf: billing.currentSubscriptionOf });
  const catalog = createCatalog(platform);
  const classroom = createClassroom(platform, { catalog, stillHasAccess: billing.stillHasAccess });
  const { lectures, video } = classroom;
  const courseDeletion = createCourseDeletion(platform, {
    catalog,
    purgeLectures: lectures.deletion.purge,
    resumeVideos: video.resume,
  });
  const installSamples = createSampleCourses(platform, { catalog, prepareLecture: lectures.videos.prepare });
  const school = createSchool(platform, {
    accounts,
    billing,
    recordLinkShown: ({ adminId, userId, emailId }) =>
      recordAudit(database.db, {
        at: clock.now(),
        source: { kind: 'admin', id: adminId },
        userId,
        kind: 'private_link_shown',
        detail: { mailId: emailId },
      }),
    notices: [billing.admin.notices, video.notices],
    installSamples,
    runBackup: runBackupInThread,
  });
  const lastSweep = createFileSweep(platform, schoolData.fileOwners);
  return { billing, accounts, catalog, classroom, courseDeletion, school, installSamples, lastSweep };
};

/** The table of contents: opens the platform, creates the features on it, and registers their routes. */
export const createApp = async (options: AppOptions): Promise<App> => {
  const { config, logger, clock = systemClock, pages = PAGES, images = createImages() } = options;
  const isWorker = config.role === 'worker';
  const server = await createServer(config, logger, options.bodyPace);
  const probes = isWorker ? await createServer(config, logger) : server;
  let boundPort: number | undefined;
  const port = (): number => (boundPort ??= listeningPort(probes)) ?? config.port;
  const telemetry = await createTelemetry({ config, log: logger });
  const { observer } = telemetry;
  telemetry.watchRequests(probes);
  const platform = await openPlatform({ config, clock, log: logger, observer, images, port });
  const { database, jobs, storage } = platform;
  const limits = createRateLimits(database, clock, config.isRateLimited);
  const features = createFeatures(platform, server, limits, options.passwordCost);
  const { billing, accounts, catalog, classroom, school } = features;

  const { authenticate } = accounts.sessions;
  const needs = { authenticate, hasAccess: billing.hasAccess, limits, sniff: sniffUpload };
  const http = createHttp({ server, probes }, platform, needs);
  accountsRoutes(http.implement, accounts);
  catalogRoutes(http.implement, catalog, features.courseDeletion);
  classroomRoutes(http, classroom, { config, lastSweep: features.lastSweep });
  billingRoutes(http.implement, billing);
  schoolRoutes(http.implement, school);
  telemetry.serveMetrics(probes, {
    jobs: jobs.counts,
    videos: classroom.video.counts,
    sales: billing.salesToday,
    viewers: classroom.playback.sessions.countPlaying,
    disk: async () => ({ freeBytes: await storage.freeBytes(), totalBytes: await storage.totalBytes() }),
    connections: async () => database.connections(),
  });
  const ownOrigins = [
    ...(config.publicUrl === undefined ? [] : [config.publicUrl]),
    ...classroom.playback.delivery.origins,
  ];
  const policy = { ownOrigins, checkout: billing.checkoutSources };
  serveWebApp(server, { folder: pages, siteFacts: school.setup.siteFacts, hasCourse: catalog.has, policy });
  server.addHook('onReady', school.setup.prepare);

  return {
    http: probes,
    database,
    jobs,
    begin: async () => {
      // Only the sandbox of this process calls the app of a worker, and in production there is none.
      if (isWorker) await (config.isProduction ? server.ready() : server.listen({ host: '127.0.0.1', port: 0 }));
      const setupPath = isWorker ? undefined : await school.setup.begin();
      if (config.role !== 'web') jobs.start();
      await billing.projections.prepare();
      billing.planCheck.begin();
      return setupPath;
    },
    installSamples: async () => `Sample courses added: ${await features.installSamples()}`,
    queueVideos: async () => `Videos queued: ${await classroom.video.queueLacking()}`,
    promote: accounts.admins.promote,
    recompute: billing.projections.repair,
    close: async () => {
      billing.planCheck.stop();
      await http.close();
      await jobs.stop();
      await images.close();
      await storage.close();
      await database.close();
      await telemetry.close();
    },
  };
};

/** The doctor alone, which opens no part of the app: it works while the app cannot start. */
export const openDoctor = async (config: Config, log: FastifyBaseLogger): Promise<Doctor> => {
  const http = await createServer(config, log);
  const address = async (): Promise<string> => config.publicUrl ?? localOrigin(config.host, config.port);
  const isPublic = createIsPublic(http, config.host, address);
  const host = { config, clock: systemClock, log, http, isPublic };
  return createDoctor({ ...host, payments: openPaymentHealth(host, { providers: PROVIDERS }) });
};
