import { msg } from '@lingui/core/macro';
import {
  CreditCard,
  DatabaseBackup,
  FileText,
  GraduationCap,
  HandCoins,
  History,
  Languages,
  LayoutPanelTop,
  LogIn,
  Mail,
  MessagesSquare,
  PackageOpen,
  Palette,
  ReceiptText,
  School,
  Tag,
  UserX,
} from 'lucide-react';
import { OwnWay } from '#contract/billing/way-names.ts';
import { modeNames } from '#web/features/billing/provider/mode-names.ts';
import { wayLabels } from '#web/features/billing/ways/way-labels.ts';
import { developerSettings } from './developer-settings.ts';
import { lookNames } from './look-names.ts';
import type { SettingsGroup } from './settings-entry.ts';

/** All that an admin sets, for the page of settings and for the search. */
export const settingsGroups: readonly SettingsGroup[] = [
  {
    name: msg`Your site`,
    lead: msg`How your school looks and what it says.`,
    entries: [
      {
        page: 'schoolSettings',
        name: msg`School`,
        lead: msg`Name, logo, colour, contact, time zone`,
        icon: School,
        fields: [
          { label: msg`School name`, words: msg`Brand` },
          { label: msg`Tagline`, words: msg`Slogan` },
          { label: msg`Text below it`, words: msg`Hero` },
          { label: msg`Logo` },
          { label: msg`Icon`, words: msg`Favicon` },
          { label: msg`Accent colour`, words: msg`Brand colour` },
          { label: msg`Contact email` },
          { label: msg`Time zone`, words: msg`Clock` },
          { label: 'Facebook', words: msg`Social links` },
          { label: 'Instagram', words: msg`Social links` },
          { label: 'LinkedIn', words: msg`Social links` },
          { label: 'X', words: msg`Twitter, Social links` },
        ],

        state: ({ school }) => school.values.brandName,
      },
      {
        page: 'homeSettings',
        name: msg`Home page`,
        lead: msg`What visitors see first`,
        icon: LayoutPanelTop,
        words: msg`Blocks, Hero, Testimonials, Landing page`,
      },
      {
        page: 'lookSettings',
        name: msg`Look`,
        lead: msg`Typefaces and the style of pages`,
        icon: Palette,
        words: msg`Theme, Design, Fonts`,
        state: ({ look }, { _ }) => _(lookNames[look.values.look]),
      },
      {
        page: 'languageSettings',
        name: msg`Languages`,
        lead: msg`Languages visitors can choose`,
        icon: Languages,
        words: msg`Hindi, Translation, Localisation, Your own words, Sentences`,
        state: ({ languages: { values, available } }) =>
          available
            .filter(({ code }) => [values.language, ...values.others].includes(code))
            .map(({ name }) => name)
            .join(', '),
      },
      {
        page: 'pageSettings',
        name: msg`Pages`,
        lead: msg`Terms, privacy, refunds, your own`,
        icon: FileText,
        words: msg`Legal, Privacy policy, Terms of service, Refund policy, About`,
      },
      {
        page: 'emailSettings',
        name: msg`Email`,
        lead: msg`Who sends it and what it says`,
        icon: Mail,
        fields: [
          { label: msg`Provider`, words: msg`Gmail, Outlook, Zoho, Brevo, SES` },
          { label: msg`Mail server`, words: msg`SMTP, Host` },
          { label: msg`Port` },
          { label: msg`Encryption`, words: msg`TLS, STARTTLS` },
          { label: msg`User` },
          { label: msg`Password` },
          { label: msg`Sender`, words: msg`From, Spam` },
          {
            label: msg`Email buyers who did not finish a checkout`,
            words: msg`Unfinished checkouts, Recovery, Abandoned`,
          },
        ],

        state: ({ email }, { _ }) => email.values.host || _(msg`Not set up`),
      },
    ],
  },
  {
    name: msg`Selling`,
    lead: msg`What you sell and how the money arrives.`,
    entries: [
      {
        page: 'waySettings',
        name: msg`Ways to pay`,
        lead: msg`UPI, bank or cash, without any account`,
        icon: HandCoins,
        fields: [
          { label: msg`UPI to the school`, words: msg`QR code, Google Pay, PhonePe, Paytm` },
          { label: msg`UPI ID`, words: msg`VPA` },
          { label: msg`Bank transfer`, words: msg`Account number, IFSC, NEFT` },
          { label: msg`Cash` },
          { label: msg`Another way`, words: msg`Cheque` },
          { label: msg`Name`, words: msg`Contact for payment questions` },
          { label: msg({ context: 'office', message: 'Hours' }), words: msg`Office hours` },
          { label: msg`Phone`, words: msg`WhatsApp` },
          { label: msg`Teachers and assistants confirm payments` },
        ],
        words: msg`Offline payments, Manual payments`,
        state: ({ ways: { values } }, { _ }) =>
          OwnWay.options
            .filter((way) => values[way])
            .map((way) => _(wayLabels[way]))
            .join(', ') || _(msg`Off`),
      },
      {
        page: 'paymentSettings',
        name: msg`Getting paid`,
        lead: msg`Razorpay, and the keys for it`,
        icon: CreditCard,
        fields: [
          { label: msg`Mode`, words: msg`Test mode, Live mode` },
          { label: msg`Key ID`, words: msg`API key` },
          { label: msg`Key secret` },
          { label: msg`Plan ID` },
          { label: msg`Webhook address` },
          { label: msg`Webhook secret` },
        ],
        words: msg`Payments, UPI online, Cards, Gateway, Razorpay`,
        state: ({ payments }, { _ }) => _(modeNames[payments.values.mode]),
      },
      {
        page: 'plans',
        name: msg`Plans and coupons`,
        lead: msg`Prices, bundles, and codes that lower a price`,
        icon: Tag,
        words: msg`Discount, Subscription, Bundle, Refund window, Gift, Offer`,
      },
      {
        page: 'sellerSettings',
        name: msg`Receipts and tax`,
        lead: msg`Address, GST number, numbering`,
        icon: ReceiptText,
        fields: [
          { label: msg`Name of the seller`, words: msg`Company` },
          { label: msg`Address` },
          { label: 'GSTIN', words: msg`VAT, Tax number` },
          { label: msg({ context: 'address', message: 'State' }) },
          { label: 'SAC' },
          { label: msg`GST rate in percent`, words: msg`Tax rate` },
        ],
        words: msg`Invoice, Credit note`,
        state: ({ seller }, { _ }) => seller.values.gstin || _(msg`No GST`),
      },
    ],
  },
  {
    name: msg`Teaching`,
    lead: msg`How people learn here.`,
    entries: [
      {
        page: 'teachingSettings',
        name: msg`Teaching`,
        lead: msg`Teachers, approval, certificates`,
        icon: GraduationCap,
        fields: [
          { label: msg`When a teacher publishes a course`, words: msg`Approval` },
          { label: msg`Teachers create courses`, words: msg`Instructors` },
          { label: msg`Picture of the paper`, words: msg`Background` },
          { label: msg`Colour of the paper` },
          { label: msg`Accent` },
          { label: msg`Logo of the school` },
          { label: msg`Words between the name and the course` },
          { label: msg`Text below the course` },
          { label: msg`Signed by`, words: msg`Issuer, Signatory` },
          { label: msg`Role of the signatory` },
          { label: msg`Picture of the signature` },
        ],
        words: msg`Assistants, Captions`,
      },
      {
        page: 'communitySettings',
        name: msg`Community`,
        lead: msg`Questions, reviews, notices, forum`,
        icon: MessagesSquare,
        fields: [
          { label: msg`Questions under lectures`, words: msg`Comments, Q&A` },
          { label: msg`Reviews of courses`, words: msg`Ratings, Stars` },
          { label: msg`Notices`, words: msg`Bell, Push` },
          { label: msg`Private podcasts`, words: msg`Feed, RSS` },
          { label: msg`Address of the forum`, words: msg`Discourse` },
          { label: msg`Secret`, words: msg`Discourse` },
        ],
        words: msg`Announcements`,
      },
    ],
  },
  {
    name: msg`Security and data`,
    lead: msg`Who can get in, and what is kept.`,
    entries: [
      {
        page: 'loginSettings',
        name: msg`Login`,
        lead: msg`Second step, Google, other services`,
        icon: LogIn,
        fields: [
          { label: msg`Log in with another service`, words: msg`OpenID, Google, SSO, Single sign-on` },
          { label: msg`Name` },
          { label: msg`Issuer` },
          { label: msg`Client ID` },
          { label: msg`Client secret` },
          { label: msg`Who needs a passkey or an authenticator app`, words: msg`Two-factor, 2FA, Second step` },
          { label: msg`Days to set one up` },
        ],
        words: msg`Password, Passkey, Authenticator`,
      },
      {
        page: 'backups',
        name: msg`Backups`,
        lead: msg`A copy elsewhere, tested`,
        icon: DatabaseBackup,
        words: msg`Restore, S3, Passphrase`,
      },
      {
        page: 'auditSettings',
        name: msg`Audit`,
        lead: msg`Every change, by whom and when`,
        icon: History,
        words: msg`History, Log, What was done`,
      },
      {
        page: 'deletionSettings',
        name: msg`Deletions`,
        lead: msg`Account deletion requests`,
        icon: UserX,
        words: msg`Privacy, GDPR, Delete account`,
      },
      {
        page: 'movingSettings',
        name: msg`Moving`,
        lead: msg`Export your whole school`,
        icon: PackageOpen,
        words: msg`Export, Archive, Download everything`,
      },
    ],
  },
  developerSettings,
];
