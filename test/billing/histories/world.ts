import { createNotices } from '#server/features/notices/notices.ts';
import { AsyncLocalStorage } from 'node:async_hooks';
import fastify from 'fastify';
import pino from 'pino';
import { readConfig } from '#server/config.ts';
import type { Database } from '#server/database/database.ts';
import { type Billing, createBilling } from '#server/features/billing/billing.ts';
import { insertCourse } from '#server/features/catalog/catalog.queries.ts';
import { createEmailTexts } from '#server/email/email-texts.ts';
import type { Mailer } from '#server/email/mailer.ts';
import { createRateLimits } from '#server/http/endpoint/rate-limit.ts';
import { createJobs, type Jobs } from '#server/jobs/jobs.ts';
import { languageOf } from '#server/languages.ts';
import { noObserver } from '#server/observer.ts';
import type { OwnWords } from '#server/own-words.ts';
import { createPdf } from '#server/pdf/pdf.ts';
import { createSettings } from '#server/settings/settings.ts';
import { createFakeClock } from '../../fake-clock.ts';
import { insertTestUser } from '../../insert-user.ts';
import { createMemoryProvider } from '../memory-provider/memory-provider.ts';
import { noBranding } from '../no-branding.ts';
import { noFiles } from '../no-files.ts';
import { BUNDLE, couponBody, COUPONS, COURSES, fieldsOf, PLAN_NAMES, SELLER } from './shop.ts';

/** Longer than the leases of jobs and attempts, so that another process takes over. */
const AFTER_A_CRASH_MS = 61_000;
const BUYERS = 2;
export const OWNER = 'owner';

export interface Process {
  jobs: Jobs;
  payments: Billing;
  died: Promise<void>;
  die: () => void;
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
/** Emails are not part of these histories. */
const nothing = async (): Promise<void> => undefined;
const noOwnWords: OwnWords = {
  read: async () => ({ languageOf, ownOf: () => undefined, version: '' }),
  raise: nothing,
};
const mailer: Mailer = {
  enqueue: nothing,
  enqueueOnce: nothing,
  deliver: async () => '',
  sentAmong: async () => new Set(),
  sentTo: async () => [],
  preview: async () => ({ subject: '', text: '', html: '' }),
  readerOf: async () => ({ write: String, prefix: '' }),
  texts: createEmailTexts('₹', { languageOfSchool: async () => 'en', ownWords: noOwnWords }),
  forget: nothing,
  sweep: nothing,
};

/** Adds what is sold. Returns the ids of the plans by their names. */
const openShop = async (database: Database, { payments }: Process): Promise<ReadonlyMap<string, string>> => {
  for (const id of COURSES) {
    const facts = { title: id, description: '', category: '', created_by: '', search_text: '' };
    const row = { ...facts, id, author_id: null, thumbnail_key: null, published_at: 0, now: 0 };
    await database.transaction((tx) => insertCourse(tx, row));
  }
  for (const name of PLAN_NAMES) if (name !== BUNDLE) await payments.admin.plans.create(fieldsOf(name, 1), OWNER);
  for (const [code, terms] of Object.entries(COUPONS)) await payments.coupons.create(couponBody(code, terms), OWNER);
  return new Map((await payments.plans.listAll()).map(({ id, name }) => [name, id]));
};

/** Two processes on one database, with a provider in memory. A process that dies never runs its next line. */
export const createWorld = async (opened: Database, isTaxed: boolean) => {
  const config = readConfig(isTaxed ? SELLER : {});
  const clock = createFakeClock();
  const dying = new AsyncLocalStorage<{ die: () => void }>();
  const plan: { commitsLeft: number | undefined } = { commitsLeft: undefined };
  const crash = (): Promise<never> => {
    clock.advance(AFTER_A_CRASH_MS);
    dying.getStore()?.die();
    return new Promise(() => undefined);
  };
  const database: Database = {
    ...opened,
    transaction: async (work) => {
      const result = await opened.transaction(work);
      if (plan.commitsLeft === undefined || dying.getStore() === undefined) return result;
      plan.commitsLeft -= 1;
      if (plan.commitsLeft >= 0) return result;
      plan.commitsLeft = undefined;
      return crash();
    },
  };
  const secretKey = { derive: () => Buffer.alloc(32, 1) };
  const settings = createSettings({ config, fixedPayments: {}, database, secretKey, clock });
  const memory = createMemoryProvider(clock, crash);
  const startProcess = (): Process => {
    const jobs = createJobs(database, clock, silent);
    const publicAddress = async () => 'http://localhost';
    const log = pino({ level: 'silent' });
    const notices = createNotices({ database, jobs, settings, clock, mailer, config, secretKey, publicAddress, log });
    const payments = createBilling(
      {
        database,
        jobs,
        clock,
        mailer,
        publicAddress,
        notices,
        config,
        settings,
        ownWords: noOwnWords,
        branding: noBranding,
        ...noFiles,
        pdf: createPdf(),
        log,
        observer: noObserver,
        http: fastify(),
        limits: createRateLimits(database, clock, false),
        isPublic: async () => false,
      },
      { providers: [memory.connect] },
    );
    const { promise: died, resolve } = Promise.withResolvers<void>();
    const process: Process = {
      jobs,
      payments,
      died,
      die: () => {
        processes[processes.indexOf(process)] = startProcess();
        resolve();
      },
    };
    return process;
  };
  const processes: Process[] = [];
  const first = startProcess();
  await first.payments.account.recomputePurchaseMode();
  const ways = await settings.ways();
  await opened.transaction((tx) => settings.change(tx, 'ways', { ...ways, upi: true, upiId: 'school@okbank' }));
  processes.push(first, startProcess());
  const buyers: string[] = [];
  while (buyers.length < BUYERS) buyers.push(await insertTestUser(opened.db, clock.now()));
  const processAt = (place: number): Process => {
    const process = processes[place % 2];
    if (!process) throw new Error('a history has two processes');
    return process;
  };
  const planIds = await openShop(opened, processAt(0));
  /** Resolves when the work is done or its process has died; then a new process has replaced it. */
  const inProcess = async (place: number, work: (process: Process) => Promise<unknown>): Promise<void> => {
    const process = processAt(place);
    await dying.run(process, () => Promise.race([work(process), process.died]));
  };
  return {
    database,
    clock,
    memory,
    get payments() {
      return processAt(0).payments;
    },
    processAt,
    plan,
    planIds,
    buyers,
    isTaxed,
    inProcess,
  };
};

export type World = Awaited<ReturnType<typeof createWorld>>;
