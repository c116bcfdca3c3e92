import { messages } from '#contract/messages.ts';
import type { SellerSettings } from '#contract/payment-settings.ts';
import type { AllSettings, EmailSettings, LimitSettings, SchoolImages, SchoolSettings } from '#contract/settings.ts';
import { createCalendars, type SchoolCalendar } from '#server/calendar.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config.ts';
import type { Database, Db, Tx } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import type { SecretKey } from '#server/secret-key.ts';
import { createSecretSealing } from './sealed-secret.ts';
import { createSettingValues, rowName, StoredSection, type StoredSections } from './stored-sections.ts';
import { defaults, readFixedValues, schemas, type SectionName, sectionNames, type SettingValues } from './sections.ts';

const TOPIC = 'settings';

/** What owners may change while the program runs. A variable of the environment wins over what is stored. */
export interface Settings {
  /** The values as they are now. `db` is the caller's transaction, if there is one. */
  school(db?: Db): Promise<SchoolSettings>;
  email(db?: Db): Promise<EmailSettings>;
  seller(db?: Db): Promise<SellerSettings>;
  limits(db?: Db): Promise<LimitSettings>;
  /** The images of the school, as keys of the storage; '' where there is none. */
  images(db?: Db): Promise<SchoolImages>;
  /** Dates in the time zone of the school, as it is now. */
  calendar(db?: Db): Promise<SchoolCalendar>;
  /**
   * The mail server with its password, in the form of SMTP_URL; undefined where emails stay in the outbox. Throws
   * OperatorError when the password was stored under another SECRET_KEY.
   */
  smtpUrl(): Promise<string | undefined>;
  /** The values, which of them the environment sets, and whether secrets are set. */
  describe(): Promise<AllSettings>;
  /**
   * Stores a section and returns the names of the fields that changed. A secret is kept when it is undefined, and removed
   * when it is empty. Every process reads the new values from the commit on. Throws `setting_fixed` for a field that the
   * environment sets.
   */
  change<S extends SectionName>(
    tx: Tx,
    section: S,
    values: SettingValues[S],
    secrets?: Record<string, string | undefined>,
  ): Promise<string[]>;
}

export interface SettingsNeeds {
  config: Pick<Config, 'fixedSettings'>;
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

/** The time zone of a school whose database is open without the rest of the program. */
export const findTimeZone = async ({ fixedSettings }: SettingsNeeds['config'], db: Db): Promise<string> => {
  const fixed = readFixedValues(fixedSettings);
  const { valuesOf } = createSettingValues({ config: { fixedSettings }, fixed, sealing: undefined });
  return valuesOf('school', await findStored(db)).timeZone;
};

/** The images of a school, from the database alone. */
export const findImages = async (db: Db): Promise<SchoolImages> =>
  schemas.images.parse({ ...defaults.images, ...(await findStored(db)).get('images')?.values });

const storeSection = async (tx: Tx, section: SectionName, stored: StoredSection, now: number): Promise<void> => {
  const row = { value: JSON.stringify(stored), updated_at: now };
  await tx
    .insertInto('settings')
    .values({ name: rowName(section), ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
};

/** The stored sections are kept in memory until any process stores others. */
export const createSettings = ({ config, database, secretKey, clock }: SettingsNeeds): Settings => {
  const { db: outside, topics } = database;
  const fixed = readFixedValues(config.fixedSettings);
  const sealing = createSecretSealing(secretKey);
  const { valuesOf, smtpUrlOf, describe } = createSettingValues({ config, fixed, sealing });
  const calendarOf = createCalendars();
  const changing = new WeakSet<Db>();
  let known: { version: string; stored: StoredSections } | undefined;

  const load = async (db: Db = outside): Promise<StoredSections> => {
    const version = topics.version(TOPIC);
    if (known && known.version === version) return known.stored;
    const stored = await findStored(db);
    // What a transaction changed may never be committed.
    if (!changing.has(db)) known = version === undefined ? undefined : { version, stored };
    return stored;
  };

  const assertFree = (section: SectionName, names: string[]): void => {
    const { variables } = fixed[section];
    const details = names.flatMap((name) => {
      const variable = variables[name];
      return variable === undefined ? [] : [{ path: name, message: messages.settings.fixed(variable) }];
    });
    if (details.length > 0) throw fail('setting_fixed', { details });
  };

  const withSecrets = (
    section: SectionName,
    sealed: Record<string, string>,
    secrets: [name: string, secret: string][],
  ): Record<string, string> => {
    const names = new Set(secrets.map(([name]) => name));
    const kept = Object.entries(sealed).filter(([name]) => !names.has(name));
    const added = secrets.filter(([, secret]) => secret !== '');
    return Object.fromEntries([
      ...kept,
      ...added.map(([name, secret]) => [name, sealing.seal(`${section}.${name}`, secret)]),
    ]);
  };

  return {
    school: async (db) => valuesOf('school', await load(db)),
    email: async (db) => valuesOf('email', await load(db)),
    seller: async (db) => valuesOf('seller', await load(db)),
    limits: async (db) => valuesOf('limits', await load(db)),
    images: async (db) => valuesOf('images', await load(db)),
    calendar: async (db) => calendarOf(valuesOf('school', await load(db)).timeZone),
    smtpUrl: async () => smtpUrlOf(await load()),
    describe: async () => describe(await load()),

    change: async (tx, section, values, secrets = {}) => {
      const sections = await findStored(tx);
      const before = new Map<string, unknown>(Object.entries(valuesOf(section, sections)));
      const changedValues = Object.entries(values).filter(([name, value]) => before.get(name) !== value);
      const changedSecrets = Object.entries(secrets).flatMap(([name, secret]): [string, string][] =>
        secret === undefined ? [] : [[name, secret]],
      );
      const changed = [...changedValues, ...changedSecrets].map(([name]) => name);
      assertFree(section, changed);
      if (changed.length === 0) return [];
      const stored = sections.get(section) ?? { values: {}, secrets: {} };
      const standard = new Map<string, unknown>(Object.entries(defaults[section]));
      const next = Object.entries({ ...stored.values, ...Object.fromEntries(changedValues) });
      changing.add(tx);
      await topics.raise(tx, TOPIC);
      const kept = {
        values: Object.fromEntries(next.filter(([name, value]) => standard.get(name) !== value)),
        secrets: withSecrets(section, stored.secrets, changedSecrets),
      };
      await storeSection(tx, section, kept, clock.now());
      return changed;
    },
  };
};
