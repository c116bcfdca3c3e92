import {
  CreditCard,
  DatabaseBackup,
  FileText,
  Gauge,
  GraduationCap,
  History,
  KeyRound,
  LayoutPanelTop,
  LogIn,
  type LucideIcon,
  Mail,
  MessagesSquare,
  PackageOpen,
  Palette,
  ReceiptText,
  School,
  Tag,
  UserX,
  Webhook,
} from 'lucide-react';
import type { PageName } from '#contract/pages.ts';
import type { AllSettings } from '#contract/school/settings.ts';

export interface SettingsEntry {
  page: PageName;
  name: string;
  /** What is set there, in a line. */
  lead: string;
  icon: LucideIcon;
  /** What people call what is set there: labels of its fields, and everyday words. */
  words: readonly string[];
  /** Its state, in at most four words. */
  state?: (settings: AllSettings) => string;
}

export interface SettingsGroup {
  name: string;
  lead: string;
  entries: readonly SettingsEntry[];
}

const LOOKS = { ledge: 'Ledge', slate: 'Slate', courtyard: 'Courtyard' } as const;
const MODES = { live: 'Live', test: 'Test' } as const;

/** All that an admin sets, for the page of settings and for the search. */
export const settingsGroups: readonly SettingsGroup[] = [
  {
    name: 'Your site',
    lead: 'How your school looks and what it says.',
    entries: [
      {
        page: 'schoolSettings',
        name: 'School',
        lead: 'Name, logo, colour, contact, time zone',
        icon: School,
        words: [
          'Brand',
          'Tagline',
          'Icon',
          'Accent',
          'Contact email',
          'Instagram',
          'Facebook',
          'LinkedIn',
          'Social links',
        ],
        state: ({ school }) => school.values.brandName,
      },
      {
        page: 'homeSettings',
        name: 'Home page',
        lead: 'What visitors see first',
        icon: LayoutPanelTop,
        words: ['Blocks', 'Hero', 'Testimonials', 'Landing page'],
      },
      {
        page: 'lookSettings',
        name: 'Look',
        lead: 'Typefaces and the style of pages',
        icon: Palette,
        words: ['Theme', 'Design', 'Fonts'],
        state: ({ look }) => LOOKS[look.values.look],
      },
      {
        page: 'pageSettings',
        name: 'Pages',
        lead: 'Terms, privacy, refunds, your own',
        icon: FileText,
        words: ['Legal', 'Privacy policy', 'Terms of service', 'Refund policy', 'About'],
      },
      {
        page: 'emailSettings',
        name: 'Email',
        lead: 'Who sends it and what it says',
        icon: Mail,
        words: ['SMTP', 'Mail server', 'Sender', 'Gmail', 'Spam', 'Unfinished checkouts'],
        state: ({ email }) => email.values.host || 'Not set up',
      },
    ],
  },
  {
    name: 'Selling',
    lead: 'What you sell and how the money arrives.',
    entries: [
      {
        page: 'paymentSettings',
        name: 'Getting paid',
        lead: 'Razorpay, and the keys for it',
        icon: CreditCard,
        words: ['Payments', 'UPI', 'Cards', 'Key ID', 'Key secret', 'Webhook secret', 'Test mode', 'Gateway'],
        state: ({ payments }) => MODES[payments.values.mode],
      },
      {
        page: 'plans',
        name: 'Plans and coupons',
        lead: 'Prices, bundles, and codes that lower a price',
        icon: Tag,
        words: ['Discount', 'Subscription', 'Bundle', 'Refund window', 'Gift', 'Offer'],
      },
      {
        page: 'sellerSettings',
        name: 'Receipts and tax',
        lead: 'Address, GST number, numbering',
        icon: ReceiptText,
        words: ['Seller', 'GSTIN', 'Invoice', 'SAC', 'State', 'Credit note'],
        state: ({ seller }) => seller.values.gstin || 'No GST',
      },
    ],
  },
  {
    name: 'Teaching',
    lead: 'How people learn here.',
    entries: [
      {
        page: 'teachingSettings',
        name: 'Teaching',
        lead: 'Teachers, approval, certificates',
        icon: GraduationCap,
        words: ['Signature', 'Issuer', 'Assistants', 'Captions'],
      },
      {
        page: 'communitySettings',
        name: 'Community',
        lead: 'Questions, reviews, notices, forum',
        icon: MessagesSquare,
        words: ['Ratings', 'Stars', 'Push', 'Discourse', 'Announcements'],
      },
    ],
  },
  {
    name: 'Security and data',
    lead: 'Who can get in, and what is kept.',
    entries: [
      {
        page: 'loginSettings',
        name: 'Login',
        lead: 'Second step, Google, other services',
        icon: LogIn,
        words: ['Password', 'Passkey', 'OpenID', 'Two-factor', 'Authenticator'],
      },
      {
        page: 'backups',
        name: 'Backups',
        lead: 'A copy elsewhere, tested',
        icon: DatabaseBackup,
        words: ['Restore', 'S3', 'Passphrase'],
      },
      {
        page: 'auditSettings',
        name: 'Audit',
        lead: 'Every change, by whom and when',
        icon: History,
        words: ['History', 'Log', 'What was done'],
      },
      {
        page: 'deletionSettings',
        name: 'Deletions',
        lead: 'Who asked to be forgotten',
        icon: UserX,
        words: ['Privacy', 'GDPR', 'Delete account'],
      },
      {
        page: 'movingSettings',
        name: 'Moving',
        lead: 'Take your school along',
        icon: PackageOpen,
        words: ['Export', 'Archive', 'Download everything'],
      },
    ],
  },
  {
    name: 'For developers',
    lead: 'For programs. Most schools need none.',
    entries: [
      {
        page: 'apiKeySettings',
        name: 'API keys',
        lead: 'Programs that read or change your school',
        icon: KeyRound,
        words: ['Token', 'Zapier', 'Integration'],
      },
      {
        page: 'webhookSettings',
        name: 'Webhooks',
        lead: 'Tell another program the news',
        icon: Webhook,
        words: ['Events', 'Zapier', 'Make'],
      },
      {
        page: 'limitSettings',
        name: 'Limits',
        lead: 'Devices, sizes, how long things are kept',
        icon: Gauge,
        words: ['Upload size', 'Devices at once', 'Free previews', 'Retention'],
      },
    ],
  },
];

export interface FoundSetting {
  entry: SettingsEntry;
  /** The word by which it was found, where its name does not say it. */
  word: string | undefined;
}

/** In the order of the page; everything for an empty search. */
export const findSettings = (search: string): FoundSetting[] => {
  const wanted = search.trim().toLowerCase();
  const has = (text: string): boolean => text.toLowerCase().includes(wanted);
  return settingsGroups
    .flatMap(({ entries }) => entries)
    .flatMap((entry): FoundSetting[] => {
      if (has(entry.name) || has(entry.lead)) return [{ entry, word: undefined }];
      const word = entry.words.find(has);
      return word === undefined ? [] : [{ entry, word }];
    });
};
