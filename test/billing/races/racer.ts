import type { Person } from '../../factories.ts';

/** Moves about everything. */
const BUNDLE_MOVES = [
  'buy',
  'buyFree',
  'redeem',
  'refund',
  'cancel',
  'extend',
  'revoke',
  'grant',
  'webhook',
  'reconcile',
] as const;

export const COURSE_MOVES = [
  'buyCourse',
  'refundCourse',
  'addCourse',
  'dropCourse',
  'grantCourse',
  'revokeCourse',
  'redeemCourse',
  'upgrade',
] as const;
export type CourseMove = (typeof COURSE_MOVES)[number];

/** Moves about an offline payment. */
const OWN_MOVES = ['confirm', 'confirmOther', 'refuse', 'withdraw', 'recordSame', 'sendAgain'] as const;
export type OwnMove = (typeof OWN_MOVES)[number];
export const isOwnMove = (move: Move): move is OwnMove => OWN_MOVES.some((one) => one === move);

/** A request that waits with such a move, and what people, other admins and the provider do at once. */
export const OWN_CROSSED = [
  ['confirm', 'confirm'],
  ['confirm', 'confirmOther'],
  ['confirm', 'refuse'],
  ['confirm', 'withdraw'],
  ['confirm', 'recordSame'],
  ['confirm', 'buy'],
  ['confirm', 'webhook'],
  ['confirm', 'block'],
  ['confirm', 'sendAgain'],
  ['refuse', 'buy'],
  ['withdraw', 'refuse'],
  ['sendAgain', 'withdraw'],
] as const;

/** Moves about a batch, and about the parts of a purchase. */
const OPEN_MOVES = [
  'moveSelf',
  'moveBySchool',
  'payPart',
  'payRest',
  'remindParts',
  'postponePart',
  'writeOffPart',
  'recordPart',
  'refundOpen',
] as const;
export type OpenMove = (typeof OPEN_MOVES)[number];
export const isOpenMove = (move: Move): move is OpenMove => OPEN_MOVES.some((one) => one === move);

/** What a member, a buyer in parts and the school do at once. */
export const OPEN_CROSSED = [
  ['moveSelf', 'refundOpen'],
  ['moveBySchool', 'refundOpen'],
  ['moveSelf', 'moveBySchool'],
  ['payPart', 'payRest'],
  ['payPart', 'recordPart'],
  ['payPart', 'remindParts'],
  ['payPart', 'postponePart'],
  ['payPart', 'writeOffPart'],
  ['payRest', 'writeOffPart'],
  ['payPart', 'refundOpen'],
  ['recordPart', 'writeOffPart'],
  ['recordPart', 'recordPart'],
  ['writeOffPart', 'postponePart'],
  ['writeOffPart', 'refundOpen'],
] as const;

/** Pairs of which one ends what the other continues, or of which both take from one payment. */
export const CROSSED = [
  ['block', 'renew'],
  ['block', 'webhook'],
  ['block', 'refundPart'],
  ['revoke', 'renew'],
  ['refund', 'renew'],
  ['refund', 'refundPart'],
  ['refundPart', 'refundPart'],
] as const;

export type Move = (typeof BUNDLE_MOVES)[number] | CourseMove | OwnMove | OpenMove | (typeof CROSSED)[number][number];
export const MOVES: readonly Move[] = BUNDLE_MOVES;
export const ALL_MOVES: readonly Move[] = [...BUNDLE_MOVES, ...COURSE_MOVES];

export const isCourseMove = (move: Move): move is CourseMove => COURSE_MOVES.some((one) => one === move);

/** Two moves that a person and others make at once, and whether the person bought something before: courses, if one is about courses. */
export interface Race {
  moves: readonly [Move, Move];
  hasPurchase: boolean;
}

export interface Paid {
  ref: string;
  proof: Record<string, unknown>;
  paymentId: string;
  /** By the provider's clock: it is before the moves, whenever it is reported. */
  at: number;
}

/** A user before the moves, with all prerequisites. */
export interface Racer {
  person: Person;
  /** Paid at the provider, and not reported yet. */
  unreported: Paid | undefined;
  purchaseId: string | undefined;
  /** The next charge of the purchase, which the provider made and nobody has reported yet. */
  renewal: Paid | undefined;
  gift: Gift | undefined;
  /** What waits to be confirmed, where a move is about it. */
  request: { id: string; reference: string } | undefined;
  /** Where a move is about a batch or parts. */
  open: OpenRacer | undefined;
  /** Where a move is about courses. */
  course: CourseRacer | undefined;
}

/** Part 2, and all that is left, as they were paid at the provider and not reported yet. */
export interface OpenRacer {
  part: { razorpay_payment_id: string } | undefined;
  rest: { razorpay_payment_id: string } | undefined;
}

export interface Gift {
  token: string;
  giverId: string;
}

/** A plan of two courses, which only this racer buys, and what is ready for the moves. */
export interface CourseRacer {
  planId: string;
  /** Paid at the provider, and not reported yet: the courses, and everything less what the courses cost. */
  paid: Paid | undefined;
  upgrade: Paid | undefined;
  gift: Gift | undefined;
}
