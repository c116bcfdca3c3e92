import type { z } from 'zod';
import type { BackupChange } from '#contract/school/backup-settings.ts';
import type { LoginChange } from '#contract/accounts/login-settings.ts';
import type { ForumChange } from '#contract/accounts/forum.ts';
import { type CertificateDesign, type DesignChange, wholeDesign } from '#contract/certificates/certificate-fields.ts';
import { HOME } from '#contract/catalog/page-blocks.ts';
import { say, type Write } from '#contract/languages/say.ts';
import { messages } from '#contract/messages.ts';
import type { PaymentKeys, PaymentsChange, WebhookState } from '#contract/billing/payment-settings.ts';
import type { CommunitySettings, LimitChange } from '#contract/classroom/classroom-settings.ts';
import type { AllSettings, EmailChange, SchoolChange } from '#contract/school/settings.ts';
import type { SchoolImages } from '#contract/school/school-images.ts';
import type { LanguageSettings } from '#contract/school/languages.ts';
import type { SchoolBrand } from '#contract/school/setup.ts';
import type { Tx } from '#server/database/database.ts';
import { CATALOG_TOPIC } from '#server/database/topics.ts';
import { fail } from '#server/errors.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import type { ReceivedFile } from '#server/http/endpoint/received-file.ts';
import { newId } from '#server/ids.ts';
import { assertAvailable } from '#server/languages.ts';
import type { Platform } from '#server/platform.ts';
import type { SettingValues } from '#server/settings/sections.ts';
import { type BackupChangesNeeds, createBackupChanges } from './backups.ts';
import { createPaymentChanges, type PaymentAccount, type SaveSection } from './payments.ts';
import { describeSmtpError, readReply } from '#server/email/smtp-error.ts';
import { createSchoolImages, type RecordSettings } from './school-images.ts';

export { schoolImageFiles } from './school-images.ts';

export interface OwnerSettingsNeeds extends Pick<BackupChangesNeeds, 'startFirstBackup'> {
  recordSettings: RecordSettings;
  /** Recomputes the daily sales, after a change of the time zone. */
  recomputeDays: (tx: Tx) => Promise<void>;
  emailOf: (userId: string) => Promise<string | undefined>;
  account: PaymentAccount;
  /** Throws `validation_failed` for a picture that is not of the school. */
  assertCertificatePictures: (tx: Tx, design: CertificateDesign) => Promise<void>;
}

/** Sections that have no rules beyond their schema. */
export type PlainSection = 'look' | 'seller' | 'teaching' | 'ways';

/** Settings that an owner changes in the browser. Each section is saved on its own, and recorded. */
export interface OwnerSettings {
  describe(): Promise<AllSettings>;
  saveSchool(actor: Actor, values: z.output<typeof SchoolChange>): Promise<void>;
  /** Changes name and colour in the caller's transaction. Throws `setting_fixed`. */
  brandSchool(tx: Tx, adminId: string, brand: SchoolBrand): Promise<void>;
  saveImage(actor: Actor, image: keyof SchoolImages, file: ReceivedFile): Promise<void>;
  removeImage(actor: Actor, image: keyof SchoolImages): Promise<void>;
  saveSection<S extends PlainSection>(actor: Actor, section: S, values: SettingValues[S]): Promise<void>;
  /** Throws `validation_failed` for a language that the interface does not have. */
  saveLanguages(actor: Actor, values: LanguageSettings): Promise<void>;
  saveLimits(actor: Actor, values: z.output<typeof LimitChange>): Promise<void>;
  saveCommunity(actor: Actor, values: CommunitySettings): Promise<void>;
  /** Throws `validation_failed` for an address without a secret. */
  saveCertificates(actor: Actor, values: DesignChange): Promise<void>;
  saveForum(actor: Actor, values: z.output<typeof ForumChange>): Promise<void>;
  saveLogin(actor: Actor, values: z.output<typeof LoginChange>): Promise<void>;
  /** Throws `validation_failed` when a stored password would be sent to another server than it was entered for. */
  saveEmail(actor: Actor, values: z.output<typeof EmailChange>): Promise<void>;
  /**
   * Changed keys are checked at the provider first. Throws `keys_refused`, or `provider_unreachable`, and
   * `validation_failed` for keys without their secret, and for live mode without live keys.
   */
  savePayments(actor: Actor, values: z.output<typeof PaymentsChange>): Promise<void>;
  /** Checks keys at the provider, and returns the result as a sentence. Throws as saving them does. */
  checkKeys(keys: z.output<typeof PaymentKeys>, write: Write): Promise<string>;
  /**
   * A place is tried first, and a new one gets a backup at once. Throws `backup_place_unusable` with the reason, and
   * `validation_failed` for what is missing.
   */
  saveBackups(actor: Actor, change: z.output<typeof BackupChange>): Promise<void>;
  /** Tries a place, and returns the result as a sentence. Throws as saving it does. */
  testBackups(change: z.output<typeof BackupChange>): Promise<string>;
  webhook(): Promise<z.input<typeof WebhookState>>;
  /** Sends an email to the caller now. Throws `email_not_set_up`, or `email_not_sent` with the reply of the mail server. */
  testEmail(actor: Actor): Promise<{ to: string; reply: string }>;
}

/** Throws `validation_failed` for a service without its address, its client or its secret. */
/** Whether the owner wrote something of the home page. */
const hasHomeTexts = async (tx: Tx, { tagline, heroText }: SettingValues['school']): Promise<boolean> => {
  if (tagline !== messages.settings.tagline || heroText !== messages.settings.heroText) return true;
  const blocks = tx.selectFrom('page_blocks').select('page').where('page', '=', HOME).where('blocks', '!=', '[]');
  return (await blocks.executeTakeFirst()) !== undefined;
};

const assertComplete = (
  { provider, providerName, issuer, clientId }: z.output<typeof LoginChange>,
  hasSecret: boolean,
): void => {
  const { badIssuer, clientMissing, nameMissing, secretMissing } = messages.providers;
  if (provider === 'none') return;
  const missing: [path: string, isMissing: boolean, message: string][] = [
    ['providerName', provider === 'other' && providerName === '', nameMissing],
    ['issuer', provider === 'other' && issuer === '', badIssuer],
    ['clientId', clientId === '', clientMissing],
    ['clientSecret', !hasSecret, secretMissing],
  ];
  const details = missing.flatMap(([path, isMissing, message]) => (isMissing ? [{ path, message }] : []));
  if (details.length > 0) throw fail('validation_failed', { details });
};

export const createOwnerSettings = (
  platform: Platform,
  { recordSettings, recomputeDays, emailOf, account, startFirstBackup, assertCertificatePictures }: OwnerSettingsNeeds,
): OwnerSettings => {
  const { config, settings, database, clock, mailer } = platform;
  const save: SaveSection = (actor, section, change) =>
    database.transaction(async (tx) => {
      const fields = await change(tx);
      if (fields.length > 0) await recordSettings(tx, { adminId: actor.id, section, fields });
    });

  const { savePayments, checkKeys } = createPaymentChanges({ settings, account, save });

  return {
    describe: settings.describe,
    savePayments,
    checkKeys,
    webhook: account.webhook,

    saveSchool: (actor, values) =>
      save(actor, 'school', async (tx) => {
        const fields = await settings.change(tx, 'school', values);
        if (fields.includes('timeZone')) await recomputeDays(tx);
        return fields;
      }),

    brandSchool: async (tx, adminId, { brandName, accent }) => {
      const before = await settings.school(tx);
      const brand = { brandName: brandName ?? before.brandName, accent: accent ?? before.accent };
      const fields = await settings.change(tx, 'school', { ...before, ...brand });
      if (fields.length > 0) await recordSettings(tx, { adminId, section: 'school', fields });
    },

    ...createBackupChanges({ config, settings, save, startFirstBackup }),
    ...createSchoolImages(platform, recordSettings),

    saveSection: (actor, section, values) => save(actor, section, (tx) => settings.change(tx, section, values)),

    saveLanguages: async (actor, { language, others }) => {
      assertAvailable('language', [language]);
      assertAvailable('others', others);
      const further = [...new Set(others)].filter((code) => code !== language);
      await save(actor, 'languages', async (tx) => {
        const before = await settings.languages(tx);
        const had = new Set([...before.former, before.language, ...before.others]);
        const former = [...had].filter((code) => code !== language && !further.includes(code));
        const home = before.home ?? ((await hasHomeTexts(tx, await settings.school(tx))) ? before.language : undefined);
        const next = { language, others: further, former, ...(home !== undefined && { home }) };
        const changed = await settings.change(tx, 'languages', next);
        if (changed.length > 0) await database.topics.raise(tx, CATALOG_TOPIC);
        return changed.filter((field) => field !== 'former' && field !== 'home');
      });
    },

    saveLimits: (actor, { auditYears, noticeMonths, emailMonths, messageMonths, ...values }) =>
      save(actor, 'limits', async (tx) => {
        const before = await settings.limits(tx);
        return settings.change(tx, 'limits', {
          ...values,
          auditYears: auditYears ?? before.auditYears,
          noticeMonths: noticeMonths ?? before.noticeMonths,
          emailMonths: emailMonths ?? before.emailMonths,
          messageMonths: messageMonths ?? before.messageMonths,
        });
      }),

    saveCommunity: (actor, values) =>
      save(actor, 'community', async (tx) => {
        const fields = await settings.change(tx, 'community', values);
        // Lists and pages of courses show ratings.
        if (fields.includes('reviews')) await database.topics.raise(tx, CATALOG_TOPIC);
        return fields;
      }),

    saveCertificates: (actor, values) =>
      save(actor, 'certificates', async (tx) => {
        const design = wholeDesign(values, await settings.certificates(tx));
        await assertCertificatePictures(tx, design);
        return settings.change(tx, 'certificates', design);
      }),

    saveForum: (actor, { secret, ...values }) =>
      save(actor, 'forum', async (tx) => {
        const isKnown = secret === undefined ? (await settings.describe()).forum.secret.isSet : secret !== '';
        if (values.address !== '' && !isKnown)
          throw fail('validation_failed', { details: [{ path: 'secret', message: messages.forum.secretMissing }] });
        return settings.change(tx, 'forum', values, { secret });
      }),

    saveLogin: (actor, { clientSecret, ...values }) =>
      save(actor, 'login', async (tx) => {
        const isKnown =
          clientSecret === undefined ? (await settings.describe()).login.clientSecret.isSet : clientSecret !== '';
        assertComplete(values, isKnown);
        const before = await settings.login(tx);
        const isSame = before.requiresFactor === values.requiresFactor;
        const requiredSince = isSame ? before.requiredSince : clock.now();
        return settings.change(tx, 'login', { ...values, requiredSince }, { clientSecret });
      }),

    saveEmail: (actor, { password, ...given }) =>
      save(actor, 'email', async (tx) => {
        const before = await settings.email(tx);
        const values = { ...given, sendsRecovery: given.sendsRecovery ?? before.sendsRecovery };
        const isSameServer = (['host', 'port', 'security', 'user'] as const).every(
          (name) => before[name] === values[name],
        );
        if (isSameServer) return settings.change(tx, 'email', values, { password });
        if (values.user === '') return settings.change(tx, 'email', values, { password: '' });
        if (password === undefined || password === '')
          throw fail('validation_failed', {
            details: [{ path: 'password', message: messages.settings.passwordOfServer }],
          });
        return settings.change(tx, 'email', values, { password });
      }),

    testEmail: async (actor) => {
      const to = await emailOf(actor.id);
      if (!(await settings.sendsEmail()) || to === undefined) throw fail('email_not_set_up');
      const { brandName: school } = await settings.school();
      try {
        const reply = await mailer.deliver(newId(), {
          to: [to],
          subject: say('Test email from {school}', { school }),
          heading: say('Emails from your school arrive'),
          parts: [{ kind: 'text', text: say('You asked for this email under Settings, Email.') }],
        });
        return { to, reply: readReply(reply ?? '') };
      } catch (error) {
        throw fail('email_not_sent', { message: describeSmtpError(error), cause: error });
      }
    },
  };
};
