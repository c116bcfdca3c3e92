import type { Said } from '../languages/say.ts';
import { z } from 'zod';
import { CommunitySettings } from '../classroom/classroom-settings.ts';
import { ACCENT } from './accent.ts';
import { NAME_MIN_LENGTH, User } from '../accounts/accounts.ts';
import { get, post, success, saying } from '../endpoint.ts';
import { inLanguage, Language } from './languages.ts';
import { looks } from './looks.ts';
import { messages } from '../messages.ts';
import { email, newPassword, oneLine, Paise, personName } from '../fields.ts';
import { Way } from '../billing/way-names.ts';
import { Plan, PlanPrice } from '../billing/plans.ts';
import { SitePageLink } from './site-pages.ts';
import { parseUrl } from '../parse-url.ts';

const setupToken = z.string().max(200);

export const SetupBody = z.object({
  token: setupToken,
  fullName: personName(messages.setup.incomplete).min(NAME_MIN_LENGTH, messages.register.shortName),
  email: email(messages.setup.incomplete),
  password: newPassword(messages.setup.incomplete),
  publicAddress: z
    .url({ protocol: /^https?$/, error: messages.fields.badAddress })
    .max(300, messages.fields.tooLong)
    .refine((value) => parseUrl(value)?.pathname === '/' && !value.includes('?'), messages.fields.badAddress),
  withSamples: z.boolean().default(true),
  /** Without it, the school keeps the name that it has. */
  brandName: oneLine(100, messages.settings.brandNameMissing).optional(),
  accent: z.string().toUpperCase().regex(ACCENT, messages.settings.badAccent).optional(),
  /** Of the bundle that every school begins with; without it, the price stays. */
  priceInPaise: PlanPrice.optional(),
});

export type SchoolBrand = Pick<z.output<typeof SetupBody>, 'brandName' | 'accent'>;

/** The data of every page: name, price, and whether it is in test mode. */
export const SiteFacts = z.object({
  brandName: z.string(),
  tagline: z.string(),
  heroText: z.string(),
  aboutText: z.string(),
  accent: z.string(),
  look: z.enum(looks),
  /** Empty without a logo. */
  logo: z.string(),
  /** Empty without a link. */
  socialLinks: z.object({ facebook: z.string(), instagram: z.string(), linkedin: z.string(), x: z.string() }),
  /** The published pages that the owner wrote, in the order of the footer. */
  sitePages: z.array(SitePageLink),
  /** The owner added blocks to the home page. */
  hasBlocks: z.boolean(),
  currencySymbol: z.string(),
  /** The plans that the site shows, the shortest term first. */
  plans: z.array(Plan),
  /** The price of the plan that is chosen at first. */
  priceInPaise: Paise,
  timeZone: z.string(),
  /** The current year in that time zone. */
  year: z.int(),
  /** The id of the payment provider, whose window the checkout opens. */
  paymentProvider: z.string(),
  isSelling: z.boolean(),
  /** The ways to pay, `online` first: through the payment provider. */
  ways: z.array(Way),
  /** Teachers and assistants confirm offline payments for plans of their courses. */
  staffConfirms: z.boolean(),
  isTestMode: z.boolean(),
  /** Tax invoices are issued, so the buyer's state is required. */
  asksBuyerState: z.boolean(),
  /** Whether emails are sent; a school without a mail server stores them for its admins. */
  sendsEmail: z.boolean(),
  /** Whether the plan that is chosen at first renews by itself. */
  renews: z.boolean(),
  maxUploadBytes: z.int(),
  /** The other service that logs people in, such as `Google`; '' without one. */
  loginProvider: z.string(),
  /** Whether admins or teachers need a passkey or a second step. */
  isFactorRequired: z.boolean(),
  /** What is switched on. */
  community: CommunitySettings,
  /** The language of addresses without one. */
  language: z.string(),
  /** Those that are switched on, the language of the school first. */
  languages: z.array(Language),
  oldestBrowsers: z.object({ safari: z.string(), chrome: z.string(), firefox: z.string() }),
});
export type SiteFacts = z.output<typeof SiteFacts>;

/** A notice to admins about one part of the product. */
const Notice = z.object({ code: z.string(), level: z.enum(['info', 'warning']), text: z.string() });
type Notice = z.output<typeof Notice>;
/** Before its reader is known. */
export type SaidNotice = Omit<Notice, 'text'> & { text: Said };

export const setup = {
  site: get('/site', {
    access: 'public',
    summary: 'Get what every page needs to know about this school',
    query: z.object(inLanguage),
    response: success({ site: SiteFacts }),
  }),
  checkLink: post('/setup/check', {
    access: 'public',
    summary: 'Check whether a setup link is valid, and get what setup begins with',
    body: z.object({ token: setupToken }),
    rateLimit: { perAddress: 60 },
    errors: ['setup_closed'],
    response: saying(messages.setup.open, {
      brandName: z.string(),
      /** The variable of the environment that sets the name; null where it can be chosen. */
      brandNameVariable: z.string().nullable(),
      priceInPaise: Paise,
    }),
  }),
  finish: post('/setup', {
    access: 'public',
    summary: 'Name the school and create the first admin with the one-time setup link',
    body: SetupBody,
    incomplete: messages.setup.incomplete,
    rateLimit: { perAddress: 60 },
    status: 201,
    errors: ['setup_closed', 'email_taken', 'setting_fixed'],
    response: saying(messages.setup.success, { user: User, token: z.string() }),
  }),
  notices: get('/admin/notices', {
    access: 'admin',
    summary: 'List notices for admins, such as why selling is off',
    response: success({
      notices: z.array(Notice),
    }),
  }),
};
