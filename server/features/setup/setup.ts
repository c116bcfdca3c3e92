import type { z } from 'zod';
import type { User } from '#contract/accounts.ts';
import type { SetupBody } from '#contract/setup.ts';
import type { Clock } from '#server/clock.ts';
import type { Database, Tx } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import { newSecret, secretDigest } from '#server/ids.ts';
import { deleteSetupLinks, insertSetupLink, isSetupLink, SITE_TOPIC, storePublicAddress } from './setup.queries.ts';

type Answers = z.output<typeof SetupBody>;

export interface SetupNeeds {
  database: Database;
  clock: Clock;
  log: { error(facts: object, text: string): void };
  /** The ADMIN of the configuration, if there is one. */
  configuredAdmin: { email: string; password: string } | undefined;
  admins: {
    exist(): Promise<boolean>;
    ensure(configured: { email: string; password: string }): Promise<void>;
    createFirst(
      person: { fullName: string; email: string; password: string },
      origin: string,
      also: (tx: Tx) => Promise<void>,
    ): Promise<{ user: User; token: string } | undefined>;
  };
  installSamples: () => Promise<unknown>;
}

/** How a school begins: a link that makes the first ADMIN, printed at the start, good until there is one. */
export interface Setup {
  /** Makes the configured ADMIN if absent: before the first request is answered, so that it can be theirs. */
  prepare: () => Promise<void>;
  /** Answers the path of a new setup link while there is no ADMIN. */
  begin(): Promise<string | undefined>;
  /** Throws `setup_closed` unless the link works. */
  check(token: string): Promise<void>;
  finish(answers: Answers, origin: string): Promise<{ user: User; token: string }>;
}

export const createSetup = (needs: SetupNeeds): Setup => {
  const { database, clock, log, configuredAdmin, admins, installSamples } = needs;
  const { db } = database;

  const check = async (token: string): Promise<void> => {
    if (!(await isSetupLink(db, secretDigest(token))) || (await admins.exist())) throw fail('setup_closed');
  };

  return {
    check,

    prepare: async () => {
      if (configuredAdmin) await admins.ensure(configuredAdmin);
    },

    begin: async () => {
      if (await admins.exist()) return undefined;
      const token = newSecret();
      await insertSetupLink(db, secretDigest(token), clock.now());
      return `/setup/${token}`;
    },

    finish: async ({ token, publicAddress, withSamples, fullName, email, password }, origin) => {
      await check(token);
      const signedIn = await admins.createFirst({ fullName, email, password }, origin, async (tx) => {
        await database.topics.raise(tx, SITE_TOPIC);
        await storePublicAddress(tx, new URL(publicAddress).origin, clock.now());
        await deleteSetupLinks(tx);
      });
      if (!signedIn) throw fail('setup_closed');
      if (withSamples)
        // The school stands without them, and `npm run samples` adds them later.
        await installSamples().catch((error: unknown) => log.error({ err: error }, 'samples could not be added'));
      return signedIn;
    },
  };
};
