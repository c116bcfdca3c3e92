import { z } from 'zod';
import type { BackupSettings } from '#contract/school/backup-settings.ts';
import { messages } from '#contract/messages.ts';
import type { SecretState } from '#contract/school/secret-state.ts';
import type { AllSettings } from '#contract/school/settings.ts';
import type { Config } from '#server/config.ts';
import { OperatorError } from '#server/errors.ts';
import { availableLanguages } from '#server/languages.ts';
import {
  type BackupAccess,
  type BackupSecrets,
  fixedBackupAccess,
  type FixedBackups,
  storedBackupAccess,
} from './backup-access.ts';
import type { SecretSealing } from './sealed-secret.ts';
import type { FixedPayments, PaymentAccess } from './payment-access.ts';
import { type MailServer, readSmtpUrl, toSmtpUrl } from './smtp-url.ts';
import { type FixedSections, imageAddress, type SectionName, sections, type SettingValues } from './sections.ts';

/** The last four characters of shorter secrets are not shown. */
const SHOWN_FROM_LENGTH = 12;

/** A stored section: the values that differ from the defaults, and the sealed secrets. */
export const StoredSection = z.object({
  values: z.record(z.string(), z.json()),
  secrets: z.record(z.string(), z.string()),
  /** The previous secrets and until when they still verify. */
  previous: z.record(z.string(), z.object({ sealed: z.string(), until: z.int() })).optional(),
});
export type StoredSection = z.output<typeof StoredSection>;
export type StoredSections = ReadonlyMap<string, StoredSection>;

/** The name under which a secret is sealed. */
export const sealedName = (section: SectionName, name: string): string => `${section}.${name}`;

export const rowName = (section: SectionName): string => `settings.${section}`;

/** `secret` is null if it cannot be opened. */
const stateOf = (secret: string | null | undefined): SecretState => ({
  isSet: secret !== undefined && secret !== '',
  lastFour: secret && secret.length >= SHOWN_FROM_LENGTH ? secret.slice(-4) : null,
  isReadable: secret !== null,
});

/** A forum whose members log in here. */
export interface Forum {
  address: string;
  /** Signs what the forum and this school send to each other. */
  secret: string;
}

/** Another service that logs people in. */
export interface LoginProvider {
  name: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
}

const GOOGLE = { name: 'Google', issuer: 'https://accounts.google.com' };

interface ValueNeeds {
  config: Pick<Config, 'fixedSettings' | 'environment'>;
  fixed: FixedSections;
  fixedPayments: FixedPayments;
  fixedBackups?: FixedBackups;
  /** Undefined without a key: no secret can be read. */
  sealing: Pick<SecretSealing, 'open'> | undefined;
}

/** The values of stored sections: environment before stored before default. */
export const createSettingValues = ({ config, fixed, fixedPayments, fixedBackups = {}, sealing }: ValueNeeds) => {
  const { smtpUrl: fixedSmtpUrl } = config.fixedSettings;

  const valuesOf = <S extends SectionName>(section: S, stored: StoredSections): SettingValues[S] =>
    sections[section].schema.parse({
      ...sections[section].defaults,
      ...stored.get(section)?.values,
      ...fixed[section]?.values,
    });

  /** Null if it was sealed with another key. */
  const secretIn = (stored: StoredSections, section: SectionName, name: string): string | null | undefined => {
    const sealed = stored.get(section)?.secrets[name];
    return sealed === undefined ? undefined : (sealing?.open(sealedName(section, name), sealed) ?? null);
  };

  const passwordIn = (stored: StoredSections): string | null | undefined =>
    fixedSmtpUrl === undefined ? secretIn(stored, 'email', 'password') : readSmtpUrl(fixedSmtpUrl).password;

  const previousIn = (stored: StoredSections, name: string, now: number): string[] => {
    const { sealed, until } = stored.get('payments')?.previous?.[name] ?? { sealed: '', until: 0 };
    const secret = until > now ? sealing?.open(sealedName('payments', name), sealed) : undefined;
    return secret === undefined ? [] : [secret];
  };

  /** The environment already sets a list of secrets. */
  const paymentSecrets = (stored: StoredSections, name: 'keySecret' | 'webhookSecret', now: number) => {
    const [, given] = fixedPayments[name] ?? [];
    if (given !== undefined) return { secret: given[0], all: given };
    const secret = secretIn(stored, 'payments', name);
    return { secret, all: secret ? [secret, ...previousIn(stored, name, now)] : [] };
  };

  const backupSecret = (stored: StoredSections, name: keyof BackupSecrets): string | null | undefined =>
    fixedBackups[name]?.[1] ?? secretIn(stored, 'backups', name);

  return {
    valuesOf,

    /** With a change, as it would be after it: a secret that is not given stays. */
    backupsOf: (stored: StoredSections, change?: BackupSettings & Partial<BackupSecrets>): BackupAccess => {
      const fixedAccess = fixedBackupAccess(config.environment);
      if (fixedAccess) return fixedAccess;
      const current: BackupSettings & Partial<BackupSecrets> = change ?? valuesOf('backups', stored);
      const { secretKey, passphrase, ...values } = current;
      const secretOf = (name: keyof BackupSecrets, given: string | undefined): string | undefined => {
        const secret = given ?? backupSecret(stored, name);
        if (secret === null) throw new OperatorError(messages.backups.unreadable);
        return secret || undefined;
      };
      const known = passphrase ?? backupSecret(stored, 'passphrase');
      const isEncrypted = known !== undefined && known !== '';
      return storedBackupAccess(values, isEncrypted, config.environment, () => ({
        secretKey: secretOf('secretKey', secretKey),
        passphrase: secretOf('passphrase', passphrase),
      }));
    },

    /** Undefined without a mail server. Throws OperatorError without its password. */
    mailServerOf: (stored: StoredSections): MailServer | undefined => {
      if (fixedSmtpUrl !== undefined) return { url: fixedSmtpUrl, mayBeLinkLocal: true };
      const server = valuesOf('email', stored);
      if (server.host === '') return undefined;
      const password = passwordIn(stored);
      if (password === null) throw new OperatorError(messages.settings.unreadable);
      return { url: toSmtpUrl(server, password ?? ''), mayBeLinkLocal: false };
    },

    paymentsOf: (stored: StoredSections, now: number): PaymentAccess => {
      const [key, webhook] = [paymentSecrets(stored, 'keySecret', now), paymentSecrets(stored, 'webhookSecret', now)];
      return {
        ...valuesOf('payments', stored),
        keySecrets: key.all,
        webhookSecrets: webhook.all,
        isReadable: key.secret !== null && webhook.secret !== null,
      };
    },

    /** Undefined without one, and without its secret. */
    forumOf: (stored: StoredSections): Forum | undefined => {
      const { address } = valuesOf('forum', stored);
      const secret = secretIn(stored, 'forum', 'secret');
      return address && secret ? { address, secret } : undefined;
    },

    /** Undefined without one, and without its secret. */
    loginProviderOf: (stored: StoredSections): LoginProvider | undefined => {
      const { provider, providerName, issuer, clientId } = valuesOf('login', stored);
      const clientSecret = secretIn(stored, 'login', 'clientSecret');
      if (provider === 'none' || !clientId || !clientSecret) return undefined;
      return { clientId, clientSecret, ...(provider === 'google' ? GOOGLE : { name: providerName, issuer }) };
    },

    describe: (stored: StoredSections, now: number): AllSettings => {
      const described = <S extends SectionName>(section: S) => ({
        values: valuesOf(section, stored),
        environment: fixed[section]?.variables ?? {},
      });
      const { logo, icon } = valuesOf('images', stored);
      return {
        school: { ...described('school'), images: { logo: imageAddress(logo), icon: imageAddress(icon) } },
        look: described('look'),
        languages: { ...described('languages'), available: availableLanguages() },
        email: { ...described('email'), password: stateOf(passwordIn(stored)) },
        seller: described('seller'),
        ways: described('ways'),
        limits: described('limits'),
        teaching: described('teaching'),
        community: described('community'),
        login: { ...described('login'), clientSecret: stateOf(secretIn(stored, 'login', 'clientSecret')) },
        certificates: described('certificates'),
        forum: { ...described('forum'), secret: stateOf(secretIn(stored, 'forum', 'secret')) },
        payments: {
          ...described('payments'),
          keySecret: stateOf(paymentSecrets(stored, 'keySecret', now).secret),
          webhookSecret: stateOf(paymentSecrets(stored, 'webhookSecret', now).secret),
        },
        backups: {
          ...described('backups'),
          secretKey: stateOf(backupSecret(stored, 'secretKey')),
          // People choose it, so that its end would reveal much.
          passphrase: { ...stateOf(backupSecret(stored, 'passphrase')), lastFour: null },
        },
      };
    },
  };
};
