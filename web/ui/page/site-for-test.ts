import type { SiteFacts } from '#contract/setup.ts';

/** A school in live mode, without renewal and tax invoices. */
export const site: SiteFacts = {
  brandName: 'Night School',
  tagline: 'Find out best Online Courses',
  heroText: 'Taught by people who do the work.',
  aboutText: '',
  accent: '#F37254',
  look: 'ledge',
  logo: '',
  socialLinks: { facebook: '', instagram: '', linkedin: '', x: '' },
  sitePages: [],
  hasBlocks: false,
  currencySymbol: '₹',
  plans: [
    {
      _id: 'yearly-bundle',
      opens: 'everything',
      name: 'Yearly bundle',
      priceInPaise: 49_900,
      comparePriceInPaise: null,
      term: { unit: 'year', count: 1 },
      isRenewing: false,
      refundDays: 7,
    },
  ],
  priceInPaise: 49_900,
  timeZone: 'Asia/Kolkata',
  year: 2026,
  paymentProvider: 'razorpay',
  isSelling: true,
  isTestMode: false,
  asksBuyerState: false,
  renews: false,
  maxUploadBytes: 1000,
  loginProvider: '',
  community: { questions: true, reviews: true, notices: true, podcasts: false },
};
