import { isDeepStrictEqual } from 'node:util';
import type { BackupSettings } from '#contract/school/backup-settings.ts';
import { messages } from '#contract/messages.ts';
import type { AllSettings } from '#contract/school/settings.ts';
import type { SchoolImages } from '#contract/school/school-images.ts';
import { recordChange } from '#server/audit/context.ts';
import { createCalendars, type SchoolCalendar } from '#server/calendar.ts';
import { type Clock, HOUR_MS } from '#server/clock.ts';
import type { Config } from '#server/config.ts';
import { cachedByTopic } from '#server/database/cached-by-topic.ts';
import type { Database, Db, Tx } from '#server/database/database.ts';
import { storeValue } from '#server/database/stored-value.ts';
import { fail } from '#server/errors.ts';
import type { SecretKey } from '#server/secret-key.ts';
import type { BackupAccess, BackupSecrets, FixedBackups } from './backup-access.ts';
import { createSecretSealing } from './sealed-secret.ts';
import type { FixedPayments, PaymentAccess } from './payment-access.ts';
import { findRetentionStart, deleteRetentionStart } from './retention-start.ts';
import { createPurchaseMode } from './purchase-mode.ts';
import type { MailServer } from './smtp-url.ts';
import {
  createSettingValues,
  type Forum,
  type LoginProvider,
  rowName,
  sealedName,
  StoredSection,
  type StoredSections,
} from './stored-sections.ts';
import { readFixedValues, type SectionName, sectionNames, sections, type SettingValues } from './sections.ts';

const TOPIC = 'settings';
/** The provider repeats webhooks for a day, and payment windows stay open as long. */
const PREVIOUS_SECRET_MS = 25 * HOUR_MS;

/** The current values of each section. `db` is the caller's transaction, if any. Images are storage keys. */
type Values = {
  [S in Exclude<SectionName, 'forum' | 'payments' | 'backups'>]: (db?: Db) => Promise<SettingValues[S]>;
};

/** The settings that owners can change while the program runs. An environment variable takes precedence over a stored value. */
export interface Settings extends Values {
  /** Nothing older is deleted by a limit: it was there before the limits, and the owner has not saved them since. */
  keptBefore(): Promise<number>;
  /** The forum with its secret; undefined unless both are set, and readable. */
  forum(): Promise<Forum | undefined>;
  /** The other service that logs people in, with its secret. */
  loginProvider(): Promise<LoginProvider | undefined>;
  /** The calendar of the school's current time zone. */
  calendar(db?: Db): Promise<SchoolCalendar>;
  /**
   * The mail server with its password; undefined without one. Throws OperatorError if the password was
   * stored under another SECRET_KEY.
   */
  mailServer(): Promise<MailServer | undefined>;
  /** Whether emails are sent; without a mail server they are stored instead. */
  sendsEmail(): Promise<boolean>;
  /** The provider's keys and plan. The same object until a change. */
  payments(): Promise<PaymentAccess>;
  /** Where backups are written; with a change, as it would be after it. */
  backups(change?: BackupSettings & Partial<BackupSecrets>): Promise<BackupAccess>;
  /**
   * The mode whose purchases count and give access: a stored fact, so that no request of a viewer asks the provider. It
   * follows from the payment settings and from where the server runs, and is recomputed when either changes.
   */
  purchaseMode(db?: Db): Promise<PaymentAccess['mode']>;
  storePurchaseMode(tx: Tx, mode: PaymentAccess['mode']): Promise<void>;
  /** The values, the variables that set them, and whether secrets are set. */
  describe(): Promise<AllSettings>;
  /**
   * Stores a section and returns the names of the changed fields. An undefined secret stays, an empty one is removed; those
   * in `keepsPrevious` still verify for a day after a replacement. Every process reads the new values after the commit.
   * Throws `setting_fixed` for a field that the environment sets.
   */
  change<S extends SectionName>(
    tx: Tx,
    section: S,
    values: SettingValues[S],
    secrets?: Record<string, string | undefined>,
    keepsPrevious?: readonly string[],
  ): Promise<string[]>;
}

export interface SettingsNeeds {
  config: Pick<Config, 'fixedSettings' | 'environment'>;
  fixedPayments: FixedPayments;
  fixedBackups?: FixedBackups;
  database: Pick<Database, 'db' | 'topics'>;
  secretKey: SecretKey;
  clock: Clock;
}

const findStored = async (db: Db): Promise<StoredSections> => {
  const rows = await db
    .selectFrom('settings')
    .select(['name', 'value'])
    .where('name', 'in', sectionNames.map(rowName))
    .execute();
  const byName = new Map(rows.map(({ name, value }) => [name, StoredSection.parse(JSON.parse(value))]));
  return new Map(
    sectionNames.flatMap((section) => {
      const stored = byName.get(rowName(section));
      return stored ? [[section, stored]] : [];
    }),
  );
};

/** The time zone of a school, for programs that only open its database. */
export const findTimeZone = async (config: SettingsNeeds['config'], db: Db): Promise<string> => {
  const fixed = readFixedValues(config.fixedSettings, {});
  const { valuesOf } = createSettingValues({ config, fixed, fixedPayments: {}, sealing: undefined });
  return valuesOf('school', await findStored(db)).timeZone;
};

/** The images of a school, for programs that only open its database. */
export const findImages = async (db: Db): Promise<SchoolImages> =>
  sections.images.schema.parse({ ...sections.images.defaults, ...(await findStored(db)).get('images')?.values });

export const createSettings = (needs: SettingsNeeds): Settings => {
  const { config, fixedPayments, fixedBackups = {}, database, secretKey, clock } = needs;
  const fixed = readFixedValues(config.fixedSettings, fixedPayments, fixedBackups);
  const sealing = createSecretSealing(secretKey);
  const { valuesOf, mailServerOf, paymentsOf, backupsOf, forumOf, loginProviderOf, describe } = createSettingValues({
    config,
    fixed,
    fixedPayments,
    fixedBackups,
    sealing,
  });
  const calendarOf = createCalendars();
  const load = cachedByTopic(database, TOPIC, findStored);
  const purchaseMode = createPurchaseMode(database, TOPIC);

  const assertFree = (section: SectionName, names: string[]): void => {
    const { variables = {} } = fixed[section] ?? {};
    const details = names.flatMap((name) => {
      const variable = variables[name];
      return variable === undefined ? [] : [{ path: name, message: messages.settings.fixed(variable) }];
    });
    if (details.length > 0) throw fail('setting_fixed', { details });
  };

  const withSecrets = (
    section: SectionName,
    { secrets, previous }: StoredSection,
    changes: [name: string, secret: string][],
    keepsPrevious: readonly string[],
  ): Pick<StoredSection, 'secrets' | 'previous'> => {
    const names = new Set(changes.map(([name]) => name));
    const isUnchanged = ([name]: [string, unknown]): boolean => !names.has(name);
    const added = changes.filter(([, secret]) => secret !== '');
    const until = clock.now() + PREVIOUS_SECRET_MS;
    const replaced = added.flatMap(([name]) => {
      const sealed = keepsPrevious.includes(name) ? secrets[name] : undefined;
      return sealed === undefined ? [] : [[name, { sealed, until }] as const];
    });
    return {
      secrets: Object.fromEntries([
        ...Object.entries(secrets).filter(isUnchanged),
        ...added.map(([name, secret]) => [name, sealing.seal(sealedName(section, name), secret)]),
      ]),
      previous: Object.fromEntries([...Object.entries(previous ?? {}).filter(isUnchanged), ...replaced]),
    };
  };

  const read =
    <S extends SectionName>(section: S) =>
    async (db?: Db): Promise<SettingValues[S]> =>
      valuesOf(section, await load(db));

  let access: { stored: StoredSections; payments: PaymentAccess; until: number } | undefined;

  /** Cached, because decrypting the secrets takes longer than most requests. */
  const payments = async (): Promise<PaymentAccess> => {
    const [stored, now] = [await load(), clock.now()];
    if (access?.stored === stored && now < access.until) return access.payments;
    const ends = Object.values(stored.get('payments')?.previous ?? {}).map(({ until }) => until);
    const until = Math.min(...ends.filter((end) => end > now), Infinity);
    access = { stored, payments: paymentsOf(stored, now), until };
    return access.payments;
  };

  return {
    school: read('school'),
    email: read('email'),
    seller: read('seller'),
    ways: read('ways'),
    look: read('look'),
    languages: read('languages'),
    limits: read('limits'),
    keptBefore: () => findRetentionStart(database.db),
    teaching: read('teaching'),
    community: read('community'),
    certificates: read('certificates'),
    forum: async () => forumOf(await load()),
    login: read('login'),
    loginProvider: async () => loginProviderOf(await load()),
    images: read('images'),
    calendar: async (db) => calendarOf(valuesOf('school', await load(db)).timeZone),
    mailServer: async () => mailServerOf(await load()),
    sendsEmail: async () => valuesOf('email', await load()).host !== '',
    payments,
    backups: async (change) => backupsOf(await load(), change),
    purchaseMode: purchaseMode.find,
    storePurchaseMode: (tx, mode) => purchaseMode.store(tx, mode, clock.now()),
    describe: async () => describe(await load(), clock.now()),

    change: async (tx, section, values, secrets = {}, keepsPrevious = []) => {
      const current = await findStored(tx);
      const before = new Map<string, unknown>(Object.entries(valuesOf(section, current)));
      const changedValues = Object.entries(values).filter(
        ([name, value]) => !isDeepStrictEqual(before.get(name), value),
      );
      const changedSecrets = Object.entries(secrets).flatMap(([name, secret]): [string, string][] =>
        secret === undefined ? [] : [[name, secret]],
      );
      const changed = [...changedValues, ...changedSecrets].map(([name]) => name);
      assertFree(section, changed);
      if (section === 'limits') await deleteRetentionStart(tx);
      if (changed.length === 0) return [];
      recordChange({ before: valuesOf(section, current), after: values });
      const stored = current.get(section) ?? { values: {}, secrets: {} };
      const standard = new Map<string, unknown>(Object.entries(sections[section].defaults));
      const next = Object.entries({ ...stored.values, ...Object.fromEntries(changedValues) });
      await database.topics.raise(tx, TOPIC);
      const kept = {
        values: Object.fromEntries(next.filter(([name, value]) => !isDeepStrictEqual(standard.get(name), value))),
        ...withSecrets(section, stored, changedSecrets, keepsPrevious),
      };
      await storeValue(tx, rowName(section), JSON.stringify(kept), clock.now());
      return changed;
    },
  };
};
