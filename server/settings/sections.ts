import { z } from 'zod';
import { STANDARD_LOOK, STANDARD_STATEMENT } from '#contract/certificates/certificate-design.ts';
import { CertificateDesign } from '#contract/certificates/certificate-fields.ts';
import { DEFAULT_ACCENT } from '#contract/school/accent.ts';
import { PaymentSettings, SellerSettings } from '#contract/billing/payment-settings.ts';
import { WaySettings } from '#contract/billing/way-settings.ts';
import { SOURCE_LANGUAGE } from '#contract/school/language-paths.ts';
import { LanguageCode, LanguageSettings } from '#contract/school/languages.ts';
import { DEFAULT_LOOK } from '#contract/school/looks.ts';
import { LoginSettings } from '#contract/accounts/login-settings.ts';
import { ForumSettings } from '#contract/accounts/forum.ts';
import { CommunitySettings, LimitSettings, TeachingSettings } from '#contract/classroom/classroom-settings.ts';
import { EmailSettings, LookSettings, SchoolSettings } from '#contract/school/settings.ts';
import { SchoolImages } from '#contract/school/school-images.ts';
import { BackupSettings } from '#contract/school/backup-settings.ts';
import { messages } from '#contract/messages.ts';
import type { Config } from '#server/config.ts';
import type { FixedBackupFields, FixedBackups } from './backup-access.ts';
import type { FixedPaymentFields, FixedPayments } from './payment-access.ts';
import { readSmtpUrl } from './smtp-url.ts';

/** A section of the settings: what its values are, and those of a new school. Where its fields are set by the environment is below. */
interface Section<Values> {
  schema: z.ZodType<Values>;
  defaults: Values;
}
const section = <Values>(schema: z.ZodType<Values>, defaults: NoInfer<Values>): Section<Values> => ({
  schema,
  defaults,
});

/**
 * With those that the school had before: its courses may be written in them. `home`: that of the texts of the home page, where
 * they are older than the language of the school.
 */
const StoredLanguages = LanguageSettings.extend({ former: z.array(LanguageCode), home: LanguageCode.optional() });

const described = {
  school: section(SchoolSettings, {
    brandName: 'Lectern',
    tagline: messages.settings.tagline,
    heroText: messages.settings.heroText,
    aboutText: '',
    accent: DEFAULT_ACCENT,
    contactEmail: '',
    facebook: '',
    instagram: '',
    linkedin: '',
    x: '',
    timeZone: 'Asia/Kolkata',
  }),
  look: section(LookSettings, { look: DEFAULT_LOOK }),
  languages: section(StoredLanguages, { language: SOURCE_LANGUAGE, others: [], former: [] }),
  email: section(EmailSettings, { host: '', port: 465, security: 'tls', user: '', sender: '', sendsRecovery: false }),
  seller: section(SellerSettings, { name: '', address: '', gstin: '', state: '', sac: '999293', gstRatePercent: 18 }),
  ways: section(WaySettings, {
    upi: false,
    upiId: '',
    upiText: '',
    bank: false,
    bankText: '',
    cash: false,
    cashText: '',
    other: false,
    otherText: '',
    askName: '',
    askHours: '',
    askPhone: '',
    staffRecords: false,
  }),
  limits: section(LimitSettings, {
    devices: 3,
    maxUploadBytes: 5 * 1024 ** 3,
    isFreePreview: false,
    auditYears: 2,
    noticeMonths: 12,
    emailMonths: 13,
    messageMonths: 0,
  }),
  teaching: section(TeachingSettings, { teachersPublish: 'after_approval', teachersCreate: false }),
  community: section(CommunitySettings, { questions: true, reviews: true, notices: true, podcasts: false }),
  /** How certificates look where a course has no design of its own. */
  certificates: section(CertificateDesign, {
    statement: STANDARD_STATEMENT.message,
    signatory: '',
    signatoryTitle: '',
    ...STANDARD_LOOK,
  }),
  forum: section(ForumSettings, { address: '' }),
  login: section(LoginSettings.extend({ requiredSince: z.int() }), {
    provider: 'none',
    providerName: '',
    issuer: '',
    clientId: '',
    requiresFactor: 'nobody',
    graceDays: 14,
    requiredSince: 0,
  }),
  /** Storage keys; '' without an image. */
  images: section(SchoolImages, { logo: '', icon: '' }),
  payments: section(PaymentSettings, { mode: 'test', keyId: '', planId: '' }),
  backups: section(BackupSettings, {
    kind: 'off',
    folder: '',
    endpoint: '',
    region: '',
    bucket: '',
    prefix: 'lectern',
    keyId: '',
    hour: 3,
  }),
};

export type SectionName = keyof typeof described;
/** Every setting that an owner may change, by section. */
export type SettingValues = { [S in SectionName]: (typeof described)[S]['defaults'] };
export const sections: { [S in SectionName]: Section<SettingValues[S]> } = described;

const isSectionName = (name: string): name is SectionName => Object.hasOwn(described, name);
export const sectionNames = Object.keys(described).filter(isSectionName);

/** The public address of a stored image; '' without one. */
export const imageAddress = (key: string): string => (key === '' ? '' : `/files/${key}`);

/** The values that the environment sets, and the variable of each field. */
interface FixedValues<Values> {
  values: Partial<Values>;
  variables: Record<string, string>;
}

/** `given` has the variable and value of each field; undefined if it is not set. */
const fixedBy = <Values extends object>(given: {
  [F in keyof Values]?: [variable: string, value: Values[F] | undefined];
}): FixedValues<Values> => {
  const fixed: FixedValues<Values> = { values: {}, variables: {} };
  for (const field in given) {
    const [variable, value] = given[field] ?? [];
    if (variable === undefined || value === undefined) continue;
    fixed.values[field] = value;
    fixed.variables[field] = variable;
  }
  return fixed;
};

/** The sections of which the environment may set something. */
export type FixedSections = { [S in SectionName]?: FixedValues<SettingValues[S]> };

export const readFixedValues = (
  { brandName, contactEmail, smtpUrl, mailFrom, seller: given, timeZone, maxUploadBytes }: Config['fixedSettings'],
  fixedPayments: FixedPayments,
  fixedBackups: FixedBackups = {},
): FixedSections => {
  const server = smtpUrl === undefined ? undefined : readSmtpUrl(smtpUrl);
  const email = fixedBy<EmailSettings & { password: string }>({
    host: ['SMTP_URL', server?.host],
    port: ['SMTP_URL', server?.port],
    security: ['SMTP_URL', server?.security],
    user: ['SMTP_URL', server?.user],
    password: ['SMTP_URL', server?.password],
    sender: ['MAIL_FROM', mailFrom],
  });
  const school = fixedBy<SchoolSettings>({
    brandName: ['BRAND_NAME', brandName],
    contactEmail: ['CONTACT_EMAIL', contactEmail],
    timeZone: ['TIME_ZONE', timeZone],
  });
  const seller = fixedBy<SellerSettings>({
    name: ['SELLER_NAME', given.name],
    address: ['SELLER_ADDRESS', given.address],
    gstin: ['SELLER_GSTIN', given.gstin],
    state: ['SELLER_STATE', given.state],
    sac: ['SELLER_SAC', given.sac],
    gstRatePercent: ['GST_RATE_PERCENT', given.gstRatePercent],
  });
  const limits = fixedBy<LimitSettings>({ maxUploadBytes: ['MAX_UPLOAD_BYTES', maxUploadBytes] });
  const payments = fixedBy<FixedPaymentFields>(fixedPayments);
  const backups = fixedBy<FixedBackupFields>(fixedBackups);
  return { school, email, seller, limits, payments, backups };
};
