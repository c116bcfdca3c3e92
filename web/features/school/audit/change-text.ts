import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Language } from '#contract/languages/language.ts';
import {
  formatCalendarDay,
  formatDay,
  formatDuration,
  formatMoment,
  formatMoney,
  formatSize,
} from '#contract/format.ts';

/** The usual fields, and those whose name does not say what they are. */
const LABELS: Readonly<Record<string, MessageDescriptor>> = {
  name: msg`Name`,
  title: msg`Title`,
  description: msg`Description`,
  category: msg`Category`,
  subject: msg`Subject`,
  email: msg`Email`,
  role: msg`Role`,
  status: msg`Status`,
  state: msg`State`,
  reason: msg`Reason`,
  priceInPaise: msg`Price`,
  amountInPaise: msg`Amount`,
  percentOff: msg`Percent off`,
  coupon: msg`Coupon`,
  code: msg`Code`,
  reference: msg`Reference`,
  opens: msg`Opens`,
  courses: msg`Courses`,
  refundDays: msg`Refund days`,
  days: msg`Days`,
  startsAt: msg`Starts`,
  endsAt: msg`Ends`,
  sizeBytes: msg`Size`,
  isDraft: msg`Draft`,
  stars: msg`Stars`,
  comparePriceInPaise: msg`Compare-at price`,
  termUnit: msg`Unit of the term`,
  termCount: msg`Length of the term`,
  isRenewing: msg`Renews`,
  isVisible: msg`Shown on the site`,
  amountOffInPaise: msg`Amount off`,
  maxUses: msg`Total uses`,
  maxUsesPerPerson: msg`Uses per person`,
  isFirstPurchaseOnly: msg`First purchase only`,
  until: msg`Access until`,
  untilDay: msg`Access until`,
  createdBy: msg`Teacher`,
  isFreePreview: msg`Free preview`,
  isSaved: msg`Can be saved`,
  isOn: msg`Certificates`,
  coveragePercent: msg`Watched at least`,
  needsQuizzes: msg`Quizzes must be passed`,
  needsApproval: msg`Needs approval`,
  validMonths: msg`Months it is valid`,
  hiddenReason: msg`Hidden because`,
  maxAttempts: msg`Attempts`,
  passPercent: msg`Passed from`,
  areOptionsShuffled: msg`Options shuffled`,
  mustPass: msg`Must be passed`,
  characters: msg`Length in characters`,
  awayDays: msg`Days away`,
  isUnfinished: msg`Only who has not finished`,
  learners: msg`How far`,
  skipsReminded: msg`Without those reminded lately`,
  url: msg`Address`,
  how: msg({ message: 'With', context: 'login' }),
  keepsPosts: msg`Keeps questions and answers`,
  keepsCertificates: msg`Keeps certificates verifiable`,
  requiresFactor: msg`Second step needed by`,
  requiredSince: msg`Needed since`,
  gstin: msg`GSTIN`,
};

const WORDS: Readonly<Record<string, MessageDescriptor>> = {
  true: msg`Yes`,
  false: msg`No`,
  ADMIN: msg`Admin`,
  USER: msg`Learner`,
  second_step: msg`second step`,
  email_code: msg`email code`,
};

const INSTANT = /^(\d{4})-\d\d-\d\dT\d\d:\d\d/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const FOR_LIFE = '9999';

/** Ids say nothing to a reader. */
export const isReadable = (field: string): boolean => !/Ids?$/.test(field);

/** `receivedOn` as "Received on", where no text says it. */
export const fieldLabel = (field: string, { _ }: Language): string => {
  const known = LABELS[field];
  if (known !== undefined) return _(known);
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
  language: Language;
}

const instantText = (field: string, value: string, { timeZone, language: { _, locale } }: Place): string => {
  if (value.startsWith(FOR_LIFE)) return _(msg`for life`);
  return /until$/i.test(field) ? formatDay(value, timeZone, locale) : formatMoment(value, timeZone, locale);
};

/** A value as a reader writes it: money with its currency, times in the zone of the school. */
export const valueText = (field: string, value: string, place: Place): string => {
  const { _, locale } = place.language;
  const number = value === '' ? Number.NaN : Number(value);
  if (value === '') return _(msg({ message: 'none', context: 'value' }));
  if (Number.isFinite(number)) {
    if (field.endsWith('InPaise')) return formatMoney(number, place.currencySymbol);
    if (field.endsWith('Ms')) return formatDuration(number);
    if (field.endsWith('Bytes')) return formatSize(number);
    return /percent/i.test(field) ? `${value}%` : value;
  }
  if (INSTANT.test(value)) return instantText(field, value, place);
  if (DAY.test(value)) return formatCalendarDay(value, locale);
  const word = WORDS[value];
  if (word !== undefined) return _(word);
  return /^[a-z]+(?:_[a-z]+)+$/.test(value) ? value.replaceAll('_', ' ') : value;
};
