import {
  CreditCard,
  DatabaseBackup,
  FileText,
  Gauge,
  GraduationCap,
  HandCoins,
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
  /** The labels of its fields, each with what people call it. */
  fields?: Readonly<Record<string, readonly string[]>>;
  /** Everyday words for the whole page. */
  words: readonly string[];
  /** Its state, in at most four words. */
  state?: (settings: AllSettings) => string;
}

export interface SettingsGroup {
  name: string;
  lead: string;
  /** Most schools need none of it. */
  isFolded?: true;
  entries: readonly SettingsEntry[];
}

const LOOKS = { ledge: 'Ledge', slate: 'Slate', courtyard: 'Courtyard' } as const;
const WAYS = [
  ['upi', 'UPI'],
  ['bank', 'Bank'],
  ['cash', 'Cash'],
  ['other', 'Other'],
] as const;
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
        fields: {
          'School name': ['Brand'],
          Tagline: ['Slogan'],
          'Text below it': ['Hero'],
          Logo: [],
          Icon: ['Favicon'],
          'Accent colour': ['Brand colour'],
          'Contact email': [],
          'Time zone': ['Clock'],
          Facebook: ['Social links'],
          Instagram: ['Social links'],
          LinkedIn: ['Social links'],
          X: ['Twitter', 'Social links'],
        },
        words: [],
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
        fields: {
          Provider: ['Gmail', 'Outlook', 'Zoho', 'Brevo', 'SES'],
          'Mail server': ['SMTP', 'Host'],
          Port: [],
          Encryption: ['TLS', 'STARTTLS'],
          User: [],
          Password: [],
          Sender: ['From', 'Spam'],
          'Email buyers who did not finish a checkout': ['Unfinished checkouts', 'Recovery', 'Abandoned'],
        },
        words: [],
        state: ({ email }) => email.values.host || 'Not set up',
      },
    ],
  },
  {
    name: 'Selling',
    lead: 'What you sell and how the money arrives.',
    entries: [
      {
        page: 'waySettings',
        name: 'Ways to pay',
        lead: 'UPI, bank or cash, without any account',
        icon: HandCoins,
        fields: {
          'UPI to the school': ['QR code', 'Google Pay', 'PhonePe', 'Paytm'],
          'UPI ID': ['VPA'],
          'Bank transfer': ['Account number', 'IFSC', 'NEFT'],
          Cash: [],
          'Another way': ['Cheque'],
          Hours: ['Office hours'],
          Phone: ['WhatsApp'],
          'Teachers and assistants confirm payments': [],
        },
        words: ['Offline payments', 'Manual payments'],
        state: ({ ways: { values } }) =>
          WAYS.filter(([way]) => values[way])
            .map(([, name]) => name)
            .join(', ') || 'Off',
      },
      {
        page: 'paymentSettings',
        name: 'Getting paid',
        lead: 'Razorpay, and the keys for it',
        icon: CreditCard,
        fields: {
          Mode: ['Test mode', 'Live mode'],
          'Key ID': ['API key'],
          'Key secret': [],
          'Plan ID': [],
          'Webhook address': [],
          'Webhook secret': [],
        },
        words: ['Payments', 'UPI online', 'Cards', 'Gateway', 'Razorpay'],
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
        fields: {
          'Name of the seller': ['Company'],
          Address: [],
          GSTIN: ['VAT', 'Tax number'],
          State: [],
          SAC: [],
          'GST rate in percent': ['Tax rate'],
        },
        words: ['Invoice', 'Credit note'],
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
        fields: {
          'When a teacher publishes a course': ['Approval'],
          'Teachers create courses': ['Instructors'],
          'Picture of the paper': ['Background'],
          'Colour of the paper': [],
          Accent: [],
          'Logo of the school': [],
          'Words between the name and the course': [],
          'Text below the course': [],
          'Signed by': ['Issuer', 'Signatory'],
          'Role of the signatory': [],
          'Picture of the signature': [],
        },
        words: ['Assistants', 'Captions'],
      },
      {
        page: 'communitySettings',
        name: 'Community',
        lead: 'Questions, reviews, notices, forum',
        icon: MessagesSquare,
        fields: {
          'Questions under lectures': ['Comments', 'Q&A'],
          'Reviews of courses': ['Ratings', 'Stars'],
          Notices: ['Bell', 'Push'],
          'Private podcasts': ['Feed', 'RSS'],
          'Address of the forum': ['Discourse'],
          Secret: ['Discourse'],
        },
        words: ['Announcements'],
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
        fields: {
          'Log in with another service': ['OpenID', 'Google', 'SSO', 'Single sign-on'],
          Name: [],
          Issuer: [],
          'Client ID': [],
          'Client secret': [],
          'Who needs a passkey or an authenticator app': ['Two-factor', '2FA', 'Second step'],
          'Days to set one up': [],
        },
        words: ['Password', 'Passkey', 'Authenticator'],
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
    isFolded: true,
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
        fields: {
          'Devices at once': ['Screens'],
          'Largest video, in GB': ['Upload size'],
          'New lectures are free previews': ['Free previews'],
          'Audit, in years': ['Retention'],
          'Notices, in months': ['Retention'],
          'Emails, in months': ['Retention'],
          'Messages to the school, in months': ['Retention'],
        },
        words: [],
      },
    ],
  },
];
