import { z } from 'zod';
import { CertificateDesign } from '#contract/certificates/certificate-fields.ts';
import { DEFAULT_ACCENT } from '#contract/school/accent.ts';
import { PaymentSettings, SellerSettings } from '#contract/billing/payment-settings.ts';
import { DEFAULT_LOOK } from '#contract/school/looks.ts';
import { LoginSettings } from '#contract/accounts/login-settings.ts';
import { ForumSettings } from '#contract/accounts/forum.ts';
import { CommunitySettings, LimitSettings, TeachingSettings } from '#contract/classroom/classroom-settings.ts';
import { EmailSettings, LookSettings, SchoolImages, SchoolSettings } from '#contract/school/settings.ts';
import { BackupSettings } from '#contract/school/backup-settings.ts';
import type { Config } from '#server/config.ts';
import type { FixedBackupFields, FixedBackups } from './backup-access.ts';
import type { FixedPaymentFields, FixedPayments } from './payment-access.ts';
import { readSmtpUrl } from './smtp-url.ts';

/** Every setting that an owner may change, by section. */
export interface SettingValues {
  school: SchoolSettings;
  look: LookSettings;
  email: EmailSettings;
  seller: SellerSettings;
  limits: LimitSettings;
  teaching: TeachingSettings;
  community: CommunitySettings;
  /** How certificates look where a course has no design of its own. */
  certificates: CertificateDesign;
  forum: ForumSettings;
  login: LoginSettings & { requiredSince: number };
  /** Storage keys; '' without an image. */
  images: SchoolImages;
  payments: PaymentSettings;
  backups: BackupSettings;
}
export type SectionName = keyof SettingValues;

export const schemas: { [S in SectionName]: z.ZodType<SettingValues[S]> } = {
  school: SchoolSettings,
  look: LookSettings,
  email: EmailSettings,
  seller: SellerSettings,
  limits: LimitSettings,
  teaching: TeachingSettings,
  community: CommunitySettings,
  certificates: CertificateDesign,
  forum: ForumSettings,
  login: LoginSettings.extend({ requiredSince: z.int() }),
  images: SchoolImages,
  payments: PaymentSettings,
  backups: BackupSettings,
};

export const defaults: SettingValues = {
  school: {
    brandName: 'Lectern',
    tagline: 'Find out best Online Courses',
    heroText: 'Taught by people who do the work. One yearly bundle opens every lecture.',
    aboutText: '',
    accent: DEFAULT_ACCENT,
    contactEmail: '',
    facebook: '',
    instagram: '',
    linkedin: '',
    x: '',
    timeZone: 'Asia/Kolkata',
  },
  look: { look: DEFAULT_LOOK },
  email: { host: '', port: 465, security: 'tls', user: '', sender: '', sendsRecovery: false },
  seller: { name: '', address: '', gstin: '', state: '', sac: '999293', gstRatePercent: 18 },
  limits: {
    devices: 3,
    maxUploadBytes: 5 * 1024 ** 3,
    isFreePreview: false,
    auditYears: 2,
    noticeMonths: 12,
    emailMonths: 13,
    messageMonths: 0,
  },
  teaching: { teachersPublish: 'after_approval', teachersCreate: false },
  community: { questions: true, reviews: true, notices: true, podcasts: false },
  certificates: { statement: 'watched and completed', signatory: '', signatoryTitle: '' },
  forum: { address: '' },
  login: {
    provider: 'none',
    providerName: '',
    issuer: '',
    clientId: '',
    requiresFactor: 'nobody',
    graceDays: 14,
    requiredSince: 0,
  },
  images: { logo: '', icon: '' },
  payments: { mode: 'test', keyId: '', planId: '' },
  backups: { kind: 'off', folder: '', endpoint: '', region: '', bucket: '', prefix: 'lectern', keyId: '', hour: 3 },
};

export const sectionNames = [
  'school',
  'look',
  'email',
  'seller',
  'limits',
  'teaching',
  'community',
  'certificates',
  'forum',
  'login',
  'images',
  'payments',
  'backups',
] as const satisfies readonly SectionName[];

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

export type FixedSections = { [S in SectionName]: FixedValues<SettingValues[S]> };

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
  return {
    school,
    look: fixedBy<LookSettings>({}),
    email,
    seller,
    limits,
    teaching: fixedBy<TeachingSettings>({}),
    community: fixedBy<CommunitySettings>({}),
    certificates: fixedBy<CertificateDesign>({}),
    forum: fixedBy<ForumSettings>({}),
    login: fixedBy<SettingValues['login']>({}),
    images: fixedBy<SchoolImages>({}),
    payments,
    backups,
  };
};
