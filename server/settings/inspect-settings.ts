import { createCalendar } from '#server/calendar.ts';
import { systemClock } from '#server/clock.ts';
import type { Config } from '#server/config.ts';
import { inspectDatabase } from '#server/database/inspect.ts';
import { findSecretKey } from '#server/secret-key.ts';
import { type FixedBackups, fixedBackupsOf } from './backup-access.ts';
import type { FixedPayments } from './payment-access.ts';
import { createSecretSealing } from './sealed-secret.ts';
import { readFixedValues, sectionNames } from './sections.ts';
import type { Settings } from './settings.ts';
import { createSettingValues, rowName, StoredSection, type StoredSections } from './stored-sections.ts';

const findStored = async (config: Config): Promise<StoredSections> => {
  const sections = new Map<string, StoredSection>();
  try {
    await using inspection = await inspectDatabase(config);
    for (const section of sectionNames) {
      const value = await inspection?.value(`SELECT value FROM settings WHERE name = '${rowName(section)}'`);
      if (typeof value === 'string') sections.set(section, StoredSection.parse(JSON.parse(value)));
    }
  } catch {
    // The doctor's check of the database reports the reason.
  }
  return sections;
};

/** Reads the settings for the doctor and for commands, whether or not the server runs, without writing. */
export const inspectSettings = (
  config: Config,
  fixedPayments: FixedPayments,
): Pick<Settings, 'email' | 'mailServer' | 'calendar' | 'payments' | 'ways' | 'backups'> => {
  const values = async (fixedBackups: FixedBackups = {}) => {
    const secretKey = await findSecretKey(config.secretKey, config.dataDir);
    const sealing = secretKey && createSecretSealing(secretKey);
    const fixed = readFixedValues(config.fixedSettings, fixedPayments, fixedBackups);
    return createSettingValues({ config, fixed, fixedPayments, fixedBackups, sealing });
  };
  return {
    email: async () => (await values()).valuesOf('email', await findStored(config)),
    mailServer: async () => (await values()).mailServerOf(await findStored(config)),
    calendar: async () => createCalendar((await values()).valuesOf('school', await findStored(config)).timeZone),
    ways: async () => (await values()).valuesOf('ways', await findStored(config)),
    backups: async (change) =>
      (await values(fixedBackupsOf(config.environment))).backupsOf(await findStored(config), change),
    payments: async () => (await values()).paymentsOf(await findStored(config), systemClock.now()),
  };
};
