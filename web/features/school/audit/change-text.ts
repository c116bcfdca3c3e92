import { formatDay, formatDuration, formatMoment, formatMoney, formatSize } from '#contract/format.ts';

/** Where the name of a field does not say it. */
const LABELS: Readonly<Record<string, string>> = {
  comparePriceInPaise: 'Compare-at price',
  termUnit: 'Unit of the term',
  termCount: 'Length of the term',
  isRenewing: 'Renews',
  isVisible: 'Shown on the site',
  amountOffInPaise: 'Amount off',
  maxUses: 'Total uses',
  maxUsesPerPerson: 'Uses per person',
  isFirstPurchaseOnly: 'First purchase only',
  until: 'Access until',
  untilDay: 'Access until',
  createdBy: 'Teacher',
  isFreePreview: 'Free preview',
  isSaved: 'Can be saved',
  isOn: 'Certificates',
  coveragePercent: 'Watched at least',
  needsQuizzes: 'Quizzes must be passed',
  needsApproval: 'Needs approval',
  validMonths: 'Months it is valid',
  hiddenReason: 'Hidden because',
  maxAttempts: 'Attempts',
  passPercent: 'Passed from',
  areOptionsShuffled: 'Options shuffled',
  mustPass: 'Must be passed',
  characters: 'Length in characters',
  awayDays: 'Days away',
  isUnfinished: 'Only who has not finished',
  learners: 'How far',
  skipsReminded: 'Without those reminded lately',
  url: 'Address',
  how: 'With',
  keepsPosts: 'Keeps questions and answers',
  keepsCertificates: 'Keeps certificates verifiable',
  requiresFactor: 'Second step needed by',
  requiredSince: 'Needed since',
  gstin: 'GSTIN',
};

const WORDS: Readonly<Record<string, string>> = { true: 'Yes', false: 'No', ADMIN: 'Admin', USER: 'Learner' };

const INSTANT = /^(\d{4})-\d\d-\d\dT\d\d:\d\d/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const FOR_LIFE = '9999';

/** Ids say nothing to a reader. */
export const isReadable = (field: string): boolean => !/Ids?$/.test(field);

/** `refundDays` as "Refund days". */
export const fieldLabel = (field: string): string => {
  const known = LABELS[field];
  if (known !== undefined) return known;
  const words = field
    .replace(/^(?:is|has|are)(?=[A-Z])/, '')
    .replace(/(?:InPaise|At|Ms|Bytes)$/, '')
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

interface Place {
  timeZone: string;
  currencySymbol: string;
}

const instantText = (field: string, value: string, timeZone: string): string => {
  if (value.startsWith(FOR_LIFE)) return 'for life';
  return /until$/i.test(field) ? formatDay(value, timeZone) : formatMoment(value, timeZone);
};

/** A value as a reader writes it: money with its currency, times in the zone of the school. */
export const valueText = (field: string, value: string, { timeZone, currencySymbol }: Place): string => {
  const number = value === '' ? Number.NaN : Number(value);
  if (value === '') return 'none';
  if (Number.isFinite(number)) {
    if (field.endsWith('InPaise')) return formatMoney(number, currencySymbol);
    if (field.endsWith('Ms')) return formatDuration(number);
    if (field.endsWith('Bytes')) return formatSize(number);
    return /percent/i.test(field) ? `${value}%` : value;
  }
  if (INSTANT.test(value)) return instantText(field, value, timeZone);
  if (DAY.test(value)) return formatDay(`${value}T12:00:00Z`, 'UTC');
  return WORDS[value] ?? (/^[a-z]+(?:_[a-z]+)+$/.test(value) ? value.replaceAll('_', ' ') : value);
};
