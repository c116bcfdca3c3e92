import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { join } from 'node:path';
import { type Clock, systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { type Database, openPostgres, openSqlite } from './database/database.ts';
import { migrate } from './database/migrate.ts';
import { avatarsAfter, avatarsInUse, countUsers } from './features/accounts/accounts.queries.ts';
import { accountsRoutes } from './features/accounts/accounts.routes.ts';
import { createAccounts } from './features/accounts/accounts.ts';
import { createAdmins } from './features/accounts/admins.ts';
import { createGuesses } from './features/accounts/guesses.ts';
import { createPasswordChanges } from './features/accounts/password-changes.ts';
import { type Cost, createPasswords } from './features/accounts/passwords.ts';
import { createSessions } from './features/accounts/sessions.ts';
import { sweepHourly } from './features/accounts/sweep.ts';
import { createUserAnswer } from './features/accounts/user-answer.ts';
import { contactRoutes } from './features/contact/contact.routes.ts';
import { createContact } from './features/contact/contact.ts';
import { outboxRoutes } from './features/outbox/outbox.routes.ts';
import { createGateway } from './features/payments/gateway.ts';
import { paymentsRoutes } from './features/payments/payments.routes.ts';
import { createPayments } from './features/payments/payments.ts';
import { sellingNotices, toDoNotices } from './features/payments/selling-notices.ts';
import { createPublicAddress } from './features/setup/public-address.ts';
import { setupRoutes } from './features/setup/setup.routes.ts';
import { createSetup } from './features/setup/setup.ts';
import { createSiteFacts } from './features/setup/site-facts.ts';
import { statsRoutes } from './features/stats/stats.routes.ts';
import { createAdmission } from './http/admission.ts';
import { serveApiDocs } from './http/api-docs.ts';
import { serveHealth } from './http/health.ts';
import { createImplement } from './http/implement.ts';
import { createOrigins, isLoopback } from './http/origins.ts';
import { servePublicFiles } from './http/public-files.ts';
import { createFileResponder } from './http/range-response.ts';
import { createRateLimits } from './http/rate-limit.ts';
import { createServer } from './http/server.ts';
import { serveWebApp } from './http/web-app.ts';
import { createImages, type Images } from './images/images.ts';
import { createJobs, type Jobs } from './jobs/jobs.ts';
import { createLearning } from './learning.ts';
import { createMailer } from './mail/mailer.ts';
import { openOutbox, outboxFolder } from './mail/outbox.ts';
import { createDiskStorage } from './storage/disk.ts';
import { createFileKeeper } from './storage/file-keeper.ts';
import { createFileSweep, type FileOwner } from './storage/file-sweep.ts';
import { fileUrl } from './storage/file-url.ts';
import { createOpenFiles } from './storage/open-files.ts';
import { serveTestPayments } from './test-payments.ts';
import { sniffUpload } from './upload-kinds.ts';

export interface App {
  http: FastifyInstance;
  database: Database;
  jobs: Jobs;
  /**
   * Starts the work that needs no request, once the port is known. Answers the path of the one-time setup page while
   * there is no ADMIN.
   */
  begin(port: number): Promise<string | undefined>;
  /** Adds the sample courses; answers what was done, as a line. */
  installSamples(): Promise<string>;
  /** Puts every video in line that lacks something; answers what was done, as a line. */
  queueVideos(): Promise<string>;
  /** Makes the person with this e-mail an ADMIN; answers what was done, as a line. */
  promote(email: string): Promise<string>;
  /** Compares the totals of sales with the ledger and makes them anew; answers what was found, as lines. */
  countAnew(): Promise<string>;
  /** Ends requests under way, jobs and the database, in this order. */
  close(): Promise<void>;
}

export interface AppOptions {
  config: Config;
  logger: FastifyBaseLogger;
  clock?: Clock;
  /** What hashing a password takes; tests that hash by the hundred take less. */
  passwordCost?: Cost | undefined;
  /** Who draws pictures; closed with the app. */
  images?: Images;
}

const openDatabase = ({ databaseUrl, dataDir }: Config): Promise<Database> | Database =>
  databaseUrl === undefined ? openSqlite(join(dataDir, 'lectern.db')) : openPostgres(databaseUrl);

const avatarOwner: FileOwner = { folders: ['avatars'], keysInUse: avatarsInUse, keysAfter: avatarsAfter };

const PAGES = join(import.meta.dirname, '../dist/web');

/** Makes every part once, hands each what it needs, and registers each feature. */
export const createApp = async ({
  config,
  logger,
  clock = systemClock,
  passwordCost,
  images = createImages(),
}: AppOptions): Promise<App> => {
  const database = await openDatabase(config);
  await migrate(database, clock.now());
  const { db } = database;
  const jobs = createJobs(database, clock, logger);
  const limits = createRateLimits(database, clock, config.isRateLimited);
  const address = { port: config.port };
  const origins = createOrigins(config.publicUrl, () => `http://localhost:${address.port}`);
  const publicAddress = createPublicAddress(database, config.publicUrl, () => address.port);
  const mailer = createMailer({ config, jobs, clock, publicAddress });
  const storage = await createDiskStorage(config.dataDir);
  const files = createFileKeeper({ database, jobs, storage, clock });
  const openFiles = createOpenFiles(storage);
  const responder = createFileResponder(openFiles);
  const isForOtherSites = config.corsOrigins.length > 0;
  const http = await createServer(config, logger);
  let isStopping = false;

  const testPayments = serveTestPayments(http, config, clock, logger);
  const gateway = createGateway({
    config,
    standIn: testPayments.current,
    standInBase: testPayments.base,
    isPublic: async () => !isLoopback(await publicAddress()),
  });
  const payments = createPayments({
    database,
    jobs,
    clock,
    gateway,
    mailer,
    publicAddress,
    config,
    log: logger,
  });

  const sessions = createSessions(database, clock);
  const passwords = createPasswords({ cost: passwordCost });
  const guesses = createGuesses(limits);
  const present = createUserAnswer({ subscriptionOf: payments.currentSubscriptionOf, fileUrl });
  const people = { database, clock, jobs, passwords, guesses, sessions, mailer, brandName: config.brandName };
  const accounts = createAccounts({ ...people, files, toAvatar: images.toAvatar });
  const passwordChanges = createPasswordChanges(people);
  const admins = createAdmins({ database, clock, passwords, sessions, present });

  const contact = createContact({
    database,
    clock,
    mailer,
    contactEmail: config.contactEmail,
    adminEmails: admins.emails,
  });
  const learning = createLearning({
    config,
    logger,
    clock,
    database,
    jobs,
    storage,
    files,
    images,
    mayStillWatch: payments.mayStillWatch,
  });
  sweepHourly(jobs, [sessions, passwordChanges, limits, learning.playbackSessions]);
  const owners = [avatarOwner, ...learning.fileOwners];
  const lastSweep = createFileSweep({ database, jobs, storage, files, clock, log: logger, owners });
  const installSamples = async (): Promise<string> => `Sample courses added: ${await learning.addSamples()}`;
  const setup = createSetup({ database, clock, log: logger, configuredAdmin: config.admin, admins, installSamples });
  http.addHook('onReady', setup.prepare);
  const siteFacts = createSiteFacts(config, payments.selling);

  const admission = createAdmission({ authenticate: sessions.authenticate, mayWatch: payments.mayWatch, limits });
  const implement = createImplement(http, {
    admission,
    limits,
    forms: { ...storage, maxUploadBytes: config.maxUploadBytes, sniff: sniffUpload },
    origins,
  });
  accountsRoutes(implement, { accounts, passwordChanges, sessions, present });
  learning.serve({ http, implement, admission, responder, isForOtherSites, lastSweep });
  servePublicFiles(http, responder, isForOtherSites);
  paymentsRoutes(implement, payments);
  contactRoutes(implement, contact);
  statsRoutes(implement, { countUsers: () => countUsers(db), countSubscribedUsers: payments.countSubscribedUsers });
  outboxRoutes(implement, {
    outbox: openOutbox(outboxFolder(config.dataDir)),
    isUsed: config.smtpUrl === undefined,
  });
  setupRoutes(implement, {
    setup,
    siteFacts,
    notices: [sellingNotices(payments.selling, config.razorpay), toDoNotices(payments.desk.toDo), learning.notices],
  });
  serveHealth(http, db, () => isStopping);
  serveApiDocs(http, config.brandName);
  serveWebApp(http, {
    folder: PAGES,
    siteFacts,
    policy: {
      ownOrigins: config.publicUrl === undefined ? [] : [config.publicUrl],
      checkoutScript: config.razorpay.checkoutScript,
    },
    isHttps: config.publicUrl?.startsWith('https:') ?? false,
  });

  return {
    http,
    database,
    jobs,
    begin: async (port) => {
      address.port = port;
      const setupPath = await setup.begin();
      jobs.start();
      await payments.totals.prepare();
      payments.planCheck.begin();
      return setupPath;
    },
    installSamples,
    queueVideos: async () => `Videos put in line: ${await learning.queueVideos()}`,
    promote: admins.promote,
    countAnew: payments.totals.countAnew,
    close: async () => {
      isStopping = true;
      payments.planCheck.stop();
      await http.close();
      await jobs.stop();
      await images.close();
      await openFiles.close();
      await database.close();
    },
  };
};
