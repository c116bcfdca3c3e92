import type { z } from 'zod';
import type { User } from '#contract/accounts/accounts.ts';
import type { SaidNotice, SchoolBrand, SetupBody } from '#contract/school/setup.ts';
import type { Tx } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import { newSecret, secretDigest } from '#server/ids.ts';
import type { Platform } from '#server/platform.ts';
import { storePublicAddress } from '#server/public-address.ts';
import { diskNotices } from './disk-notices.ts';
import { deleteSetupLinks, insertSetupLink, isSetupLink } from './setup.queries.ts';
import { createSiteFacts, type SiteFactsNeeds } from './site-facts.ts';

type SetupFields = z.output<typeof SetupBody>;

export interface LoggedIn {
  user: User;
  token: string;
  /** The device cookie for the browser. */
  device: string;
}

export interface SetupNeeds extends SiteFactsNeeds {
  admins: {
    exist(): Promise<boolean>;
    ensure(configured: { email: string; password: string }): Promise<void>;
    createFirst(
      person: { fullName: string; email: string; password: string; school: string | undefined },
      origin: string,
      also: (tx: Tx, adminId: string) => Promise<void>,
    ): Promise<LoggedIn | undefined>;
  };
  /** Changes the name and the colour of the school in the transaction that creates its first admin. */
  brandSchool: (tx: Tx, adminId: string, brand: SchoolBrand) => Promise<void>;
  /** Changes the price of the bundle, in the same transaction. */
  setFirstPrice: (tx: Tx, adminId: string, priceInPaise: number) => Promise<void>;
  /** Test purchases no longer count at an address that others can reach. */
  recomputePurchaseMode: () => Promise<void>;
  installSamples: () => Promise<unknown>;
  /** Each returns the notices of another part of the product. */
  notices: (() => Promise<SaidNotice[]>)[];
}

/** How a school begins: a link that creates the first admin, valid until there is one. */
export type Setup = ReturnType<typeof createSetup>;

export const createSetup = (platform: Platform, needs: SetupNeeds) => {
  const { admins, brandSchool, setFirstPrice, recomputePurchaseMode, plansOnSale, installSamples, notices } = needs;
  const { config, settings, database, clock, log } = platform;
  const { db } = database;

  const assertOpen = async (token: string): Promise<void> => {
    if (!(await isSetupLink(db, secretDigest(token))) || (await admins.exist())) throw fail('setup_closed');
  };

  return {
    /** The name of the school with its source, and the price of the bundle. Throws `setup_closed` unless the link works. */
    check: async (
      token: string,
    ): Promise<{ brandName: string; brandNameVariable: string | null; priceInPaise: number }> => {
      await assertOpen(token);
      const { values, environment } = (await settings.describe()).school;
      const { priceInPaise } = (await plansOnSale()).chosen;
      return { brandName: values.brandName, brandNameVariable: environment['brandName'] ?? null, priceInPaise };
    },
    /** The colour and the images of every page. */
    look: platform.branding.ofPage,
    /** The data that every page needs before it draws. */
    siteFacts: createSiteFacts(platform, needs),

    notices: async (): Promise<SaidNotice[]> => {
      const all = await Promise.all([diskNotices(platform), ...notices.map((ask) => ask())]);
      return all.flat();
    },

    /** Creates the configured admin if absent: before the first request, so that nobody else can be the first. */
    prepare: async () => {
      if (config.admin) await admins.ensure(config.admin);
    },

    /** Returns the path of a new setup link while there is no admin. */
    open: async (): Promise<string | undefined> => {
      if (await admins.exist()) return undefined;
      const token = newSecret();
      await insertSetupLink(db, secretDigest(token), clock.now());
      return `/setup/${token}`;
    },

    finish: async (
      { token, publicAddress, withSamples, brandName, accent, priceInPaise, ...admin }: SetupFields,
      origin: string,
    ): Promise<LoggedIn> => {
      await assertOpen(token);
      const loggedIn = await admins.createFirst({ ...admin, school: brandName }, origin, async (tx, adminId) => {
        await storePublicAddress(database, tx, new URL(publicAddress).origin, clock.now());
        await deleteSetupLinks(tx);
        await brandSchool(tx, adminId, { brandName, accent });
        if (priceInPaise !== undefined) await setFirstPrice(tx, adminId, priceInPaise);
      });
      if (!loggedIn) throw fail('setup_closed');
      await recomputePurchaseMode();
      if (withSamples)
        // The school stands without them, and `npm run samples` adds them later.
        await installSamples().catch((error: unknown) => log.error({ err: error }, 'samples could not be added'));
      return loggedIn;
    },
  };
};
