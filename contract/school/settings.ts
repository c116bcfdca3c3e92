import { z } from 'zod';
import { ACCENT } from './accent.ts';
import { BackupChange, BackupSettings } from './backup-settings.ts';
import { del, get, post, put, success, saying } from '../endpoint.ts';
import { email, IMAGE_MAX_BYTES, isTimeZone, oneLine, orNothing, text } from '../fields.ts';
import { AvailableLanguage, LanguageSettings } from './languages.ts';
import { looks } from './looks.ts';
import { CertificateDesign, DesignChange } from '../certificates/certificate-fields.ts';
import { CommunitySettings, LimitChange, LimitSettings, TeachingSettings } from '../classroom/classroom-settings.ts';
import { ForumChange, ForumSettings } from '../accounts/forum.ts';
import { SchoolImages } from './school-images.ts';
import { SecretState } from './secret-state.ts';
import { LoginChange, LoginSettings } from '../accounts/login-settings.ts';
import { messages } from '../messages.ts';
import {
  PaymentKeys,
  PaymentsChange,
  PaymentSettings,
  SellerChange,
  SellerSettings,
  WebhookState,
} from '../billing/payment-settings.ts';
import { WayChange, WaySettings } from '../billing/way-settings.ts';

const ADDRESS = String.raw`[^\s@<>"(),;:\\]+@[^\s@<>"(),;:\\]+`;
const SENDER = new RegExp(String.raw`^(?:${ADDRESS}|[^<>"]{1,100} <${ADDRESS}>)$`);

const socialLink = orNothing(
  z.url({ protocol: /^https$/, error: messages.settings.badLink }).max(300, messages.fields.tooLong),
);

/** The public settings of the school. */
export const SchoolSettings = z.object({
  brandName: z.string(),
  /** The heading of the home page. */
  tagline: z.string(),
  heroText: z.string(),
  /** The page About Us, in paragraphs; '' is the default text. */
  aboutText: z.string(),
  /** Marks the way to buying and where one is, such as `#F37254`. */
  accent: z.string(),
  /** The recipient of contact messages; '' stands for all admins. */
  contactEmail: z.string(),
  facebook: z.string(),
  instagram: z.string(),
  linkedin: z.string(),
  x: z.string(),
  /** The time zone of days and dates, such as `Asia/Kolkata`. */
  timeZone: z.string(),
});
export type SchoolSettings = z.output<typeof SchoolSettings>;

export const SchoolChange = SchoolSettings.extend({
  brandName: oneLine(100, messages.settings.brandNameMissing),
  tagline: oneLine(60, messages.settings.taglineMissing),
  heroText: oneLine(160, messages.settings.heroTextMissing),
  aboutText: orNothing(text(2000, messages.settings.incomplete)),
  accent: z.string().toUpperCase().regex(ACCENT, messages.settings.badAccent),
  contactEmail: orNothing(email(messages.settings.incomplete)),
  facebook: socialLink,
  instagram: socialLink,
  linkedin: socialLink,
  x: socialLink,
  timeZone: oneLine(64, messages.settings.badTimeZone).refine(isTimeZone, messages.settings.badTimeZone),
});

export const LookSettings = z.object({ look: z.enum(looks) });
export type LookSettings = z.output<typeof LookSettings>;

/** How emails are sent, without the password. */
export const EmailSettings = z.object({
  /** With '' emails are stored and not sent. */
  host: z.string(),
  port: z.int(),
  /** TLS from the start, STARTTLS or nothing, or STARTTLS where the server offers it. */
  security: z.enum(['tls', 'starttls', 'automatic']),
  user: z.string(),
  /** An address, or a name with an address; '' is no-reply at the public address. */
  sender: z.string(),
  /** Whether buyers who did not finish a checkout are emailed. */
  sendsRecovery: z.boolean(),
});
export type EmailSettings = z.output<typeof EmailSettings>;

/** `password` replaces the stored one; without it, that one stays, and so does `sendsRecovery`. */
export const EmailChange = EmailSettings.extend({
  host: orNothing(
    oneLine(253, messages.settings.badHost).regex(/^(?:[a-z0-9_.-]+|\[[0-9a-f:.]+\])$/i, messages.settings.badHost),
  ),
  port: z
    .int({ error: messages.settings.badPort })
    .min(1, messages.settings.badPort)
    .max(65_535, messages.settings.badPort),
  user: orNothing(oneLine(200, messages.settings.incomplete)),
  sender: orNothing(oneLine(254, messages.settings.incomplete).regex(SENDER, messages.settings.badSender)),
  password: z.string().max(200, messages.fields.tooLong).optional(),
  sendsRecovery: z.boolean().optional(),
});

/** The values, and by field the variable of the environment that sets it, which cannot be changed here. */
const section = <S extends z.ZodObject>(values: S) =>
  z.object({ values, environment: z.record(z.string(), z.string()) });

export const AllSettings = z.object({
  school: section(SchoolSettings).extend({ images: SchoolImages }),
  look: section(LookSettings),
  /** `available` has every language of the interface. */
  languages: section(LanguageSettings).extend({ available: z.array(AvailableLanguage) }),
  email: section(EmailSettings).extend({ password: SecretState }),
  seller: section(SellerSettings),
  ways: section(WaySettings),
  limits: section(LimitSettings),
  teaching: section(TeachingSettings),
  community: section(CommunitySettings),
  login: section(LoginSettings).extend({ clientSecret: SecretState }),
  certificates: section(CertificateDesign),
  forum: section(ForumSettings).extend({ secret: SecretState }),
  payments: section(PaymentSettings).extend({ keySecret: SecretState, webhookSecret: SecretState }),
  backups: section(BackupSettings).extend({ secretKey: SecretState, passphrase: SecretState }),
});
export type AllSettings = z.output<typeof AllSettings>;

const saved = saying('Settings saved', { settings: AllSettings });

const changing = {
  access: 'admin',
  audit: 'itself',
  incomplete: messages.settings.incomplete,
  errors: ['setting_fixed'],
  response: saved,
} as const;

const imageParams = z.object({ image: SchoolImages.keyof() });

export const settings = {
  get: get('/admin/settings', {
    access: 'admin',
    summary: 'Get the settings of the school; secrets only by their last four characters',
    response: saved,
  }),
  saveSchool: put('/admin/settings/school', {
    ...changing,
    summary: 'Change the name of the school, the texts of its home page, accent colour, time zone and links',
    body: SchoolChange,
  }),
  saveImage: put('/admin/settings/school/images/:image', {
    access: 'admin',
    audit: 'itself',
    summary: 'Set the logo or the icon of the school',
    params: imageParams,
    notFound: 'file_not_found',
    form: { fields: z.object({}), files: { file: { accept: 'image-or-svg', maxBytes: IMAGE_MAX_BYTES } } },
    incomplete: messages.settings.incomplete,
    rateLimit: { perUser: 60 },
    response: saved,
  }),
  removeImage: del('/admin/settings/school/images/:image', {
    access: 'admin',
    audit: 'itself',
    summary: 'Remove the logo or the icon of the school',
    params: imageParams,
    notFound: 'file_not_found',
    response: saved,
  }),
  saveLook: put('/admin/settings/look', {
    ...changing,
    summary: 'Change the typeface and the shape of the pages',
    body: LookSettings,
  }),
  saveLanguages: put('/admin/settings/languages', {
    ...changing,
    summary: 'Change the language of the school, and which others are switched on',
    body: LanguageSettings,
  }),
  saveEmail: put('/admin/settings/email', {
    ...changing,
    needsConfirmation: true,
    summary: 'Change the mail server, the sender of emails, and whether buyers are emailed about unfinished checkouts',
    body: EmailChange,
  }),
  saveSeller: put('/admin/settings/seller', {
    ...changing,
    needsConfirmation: true,
    summary: 'Change who sells, as the next receipts and tax invoices name it',
    body: SellerChange,
  }),
  saveWays: put('/admin/settings/ways', {
    ...changing,
    needsConfirmation: true,
    summary: 'Change the ways of offline payments, and whom buyers ask about one',
    body: WayChange,
  }),
  saveLimits: put('/admin/settings/limits', {
    ...changing,
    summary: 'Change on how many devices people watch at once, how large uploads are, and how lectures begin',
    body: LimitChange,
  }),
  saveTeaching: put('/admin/settings/teaching', {
    ...changing,
    summary: 'Change what teachers may do without an admin',
    body: TeachingSettings,
  }),
  saveCommunity: put('/admin/settings/community', {
    ...changing,
    summary: 'Switch questions, reviews, notices and podcasts on or off',
    body: CommunitySettings,
  }),
  saveCertificates: put('/admin/settings/certificates', {
    ...changing,
    summary: 'Change how certificates of courses without a design of their own look',
    body: DesignChange,
  }),
  saveForum: put('/admin/settings/forum', {
    access: 'admin',
    audit: 'itself',
    needsConfirmation: true,
    summary: 'Change the Discourse forum whose members log in here',
    body: ForumChange,
    incomplete: messages.settings.incomplete,
    errors: ['setting_fixed'],
    response: saved,
  }),
  saveLogin: put('/admin/settings/login', {
    access: 'admin',
    audit: 'itself',
    needsConfirmation: true,
    summary: 'Change which other service logs people in, and who has to set up a passkey or the second step',
    body: LoginChange,
    incomplete: messages.settings.incomplete,
    errors: ['setting_fixed'],
    response: saved,
  }),
  savePayments: put('/admin/settings/payments', {
    access: 'admin',
    audit: 'itself',
    needsConfirmation: true,
    summary: 'Change the mode, the keys and the plan of the payment provider, which is asked about them first',
    body: PaymentsChange,
    incomplete: messages.settings.incomplete,
    rateLimit: { perUser: 20 },
    errors: ['setting_fixed', 'keys_refused', 'provider_unreachable'],
    response: saved,
  }),
  checkKeys: post('/admin/settings/payments/check', {
    access: 'admin',
    summary: 'Ask the payment provider whether keys and a plan are right, and save nothing',
    body: PaymentKeys,
    incomplete: messages.settings.incomplete,
    rateLimit: { perUser: 20 },
    errors: ['keys_refused', 'provider_unreachable'],
    response: saying('The keys are right', {
      /** The result, as a sentence. */
      found: z.string(),
    }),
  }),
  webhook: get('/admin/settings/payments/webhook', {
    access: 'admin',
    summary: 'Get the address for webhooks of the payment provider, and the last that arrived',
    response: success({ webhook: WebhookState }),
  }),
  saveBackups: put('/admin/settings/backups', {
    access: 'admin',
    audit: 'itself',
    needsConfirmation: true,
    summary: 'Change where and when backups are written; a new place is tried first, and gets a backup at once',
    body: BackupChange,
    incomplete: messages.settings.incomplete,
    rateLimit: { perUser: 20 },
    errors: ['setting_fixed', 'backup_place_unusable'],
    response: saved,
  }),
  testBackups: post('/admin/settings/backups/test', {
    access: 'admin',
    summary: 'Write, read and remove a file where backups would be written, and save nothing',
    body: BackupChange,
    incomplete: messages.settings.incomplete,
    rateLimit: { perUser: 20 },
    errors: ['setting_fixed', 'backup_place_unusable'],
    response: saying('The place works', {
      /** The result, as a sentence. */
      found: z.string(),
    }),
  }),
  testEmail: post('/admin/settings/email/test', {
    access: 'admin',
    summary: 'Send a test email to yourself through the saved mail server',
    rateLimit: { perUser: 20 },
    errors: ['email_not_sent', 'email_not_set_up'],
    response: saying('The mail server accepted the test email', {
      to: z.string(),
      /** The reply of the mail server, such as `250 2.0.0 OK`. */
      reply: z.string(),
    }),
  }),
};
