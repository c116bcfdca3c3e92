import { z } from 'zod';
import { Id, Instant, oneLine, orNothing } from '../fields.ts';
import { messages } from '../messages.ts';
import { ACCENT } from '../school/accent.ts';
import { unknownValues } from '../text-values.ts';
import { DETAIL_VALUES, STANDARD_LOOK } from './certificate-design.ts';

const own = messages.certificates;

/** Computed: an expired one was never revoked, and a reissued one names its successor. */
export const CertificateState = z.enum(['valid', 'expired', 'revoked', 'reissued']);
export type CertificateState = z.output<typeof CertificateState>;

const choice = z.array(Id).min(1, own.choiceMissing).max(1000).nullable();

/** What a course demands. */
export const CertificateRule = z.object({
  isOn: z.boolean(),
  /** The measured share of all lectures together; 0 demands none. */
  coveragePercent: z.int().min(0).max(100),
  needsQuizzes: z.boolean(),
  /** Null without an end. */
  validMonths: z.int().min(1).max(120).nullable(),
  /** The lectures that must be done, and whose minutes count; null for every published one. */
  lectureIds: choice.default(null),
  /** The quizzes that must be passed where `needsQuizzes`; null for every published one. */
  quizIds: choice.default(null),
  /** A teacher of the course or an admin approves each certificate. */
  needsApproval: z.boolean().default(false),
});
export type CertificateRule = z.output<typeof CertificateRule>;

const colour = z.string().regex(ACCENT, own.colour);
const pictureKey = z.string().regex(/^(?:certificates\/[a-z0-9-]{1,64}\.(?:jpg|png))?$/, own.pictureMissing);

export const CertificateDesign = z.object({
  /** Between the name and the course. */
  statement: oneLine(60, own.statementMissing),
  /** Who signs it, such as the head of the school; '' without one. */
  signatory: orNothing(oneLine(60, own.nameMissing)),
  signatoryTitle: orNothing(oneLine(80, own.nameMissing)),
  /** Below the course, with values in braces; a part of it is left out where its value is missing. */
  details: orNothing(
    oneLine(200, own.statementMissing).refine(
      (text) => unknownValues(text, DETAIL_VALUES).length === 0,
      own.valueUnknown,
    ),
  ),
  /** Of the book, the title of the course and the bar; '' for the accent colour of the school, on the book only. */
  accent: orNothing(colour),
  /** Decides the colour of the text, also over a picture. */
  paper: colour,
  /** The picture that covers the paper above the foot, as uploading returned it; '' without one. */
  picture: pictureKey,
  /** The logo of the school, beside its name. */
  hasLogo: z.boolean(),
  /** The picture of a signature, as uploading returned it; '' without one. */
  signature: pictureKey,
});
export type CertificateDesign = z.output<typeof CertificateDesign>;

/** What is not sent stays as it is: earlier clients know the words alone. */
export const DesignChange = CertificateDesign.partial({
  details: true,
  accent: true,
  paper: true,
  picture: true,
  hasLogo: true,
  signature: true,
});
export type DesignChange = z.output<typeof DesignChange>;

/** A design as it is after a change of what was before. */
export const wholeDesign = (
  { statement, signatory, signatoryTitle, ...look }: DesignChange,
  before: typeof STANDARD_LOOK = STANDARD_LOOK,
): CertificateDesign => ({
  statement,
  signatory,
  signatoryTitle,
  details: look.details ?? before.details,
  accent: look.accent ?? before.accent,
  paper: look.paper ?? before.paper,
  picture: look.picture ?? before.picture,
  hasLogo: look.hasLogo ?? before.hasLogo,
  signature: look.signature ?? before.signature,
});

/** Versions before stored the words alone. */
export const StoredDesign = DesignChange.transform((design) => wholeDesign(design));

/** What was measured, of what the course demands, when a certificate was issued. */
export const CertificateEvidence = z.object({
  lectures: z.int(),
  doneLectures: z.int(),
  /** Of the time of all lectures, from 0 to 100; skipped parts do not count. */
  watchedPercent: z.int(),
  totalMs: z.int(),
  quizzes: z.int(),
  passedQuizzes: z.int(),
  /** The best score of each quiz. */
  bestPercents: z.array(z.int()),
  /** How many the course has, where it demands a choice of them. */
  courseLectures: z.int().optional(),
  courseQuizzes: z.int().optional(),
});
export type CertificateEvidence = z.output<typeof CertificateEvidence>;

/** Everything that the page of a certificate and its PDF say. */
export const Certificate = z.object({
  code: z.string(),
  /** Its page. */
  address: z.string(),
  state: CertificateState,
  holderName: z.string(),
  courseTitle: z.string(),
  teacher: z.string(),
  teacherHeadline: z.string(),
  issuer: z.string(),
  completedAt: Instant,
  issuedAt: Instant,
  validUntil: Instant.nullable(),
  /** The code of its language, such as `en`. */
  language: z.string(),
  evidence: CertificateEvidence,
  required: CertificateRule.pick({ coveragePercent: true, needsQuizzes: true }).extend({
    /** Since when the course demands it. */
    since: Instant,
    /** The name of the person who approved it; '' where nobody had to. */
    approvedBy: z.string(),
  }),
  design: CertificateDesign,
  isListed: z.boolean(),
  /** The address as a QR code: its dark modules as an SVG path in a square of this size. */
  qr: z.object({ size: z.int(), path: z.string() }),
  revoked: z.object({ at: Instant, reason: z.string() }).nullable(),
  /** The code of the one that replaces it. */
  successor: z.string().nullable(),
});
export type Certificate = z.output<typeof Certificate>;

/** A certificate, as its holder and admins list it. */
export const ListedCertificate = z.object({
  code: z.string(),
  state: CertificateState,
  holderName: z.string(),
  courseId: z.string(),
  courseTitle: z.string(),
  completedAt: Instant,
  issuedAt: Instant,
  validUntil: Instant.nullable(),
});
export type ListedCertificate = z.output<typeof ListedCertificate>;

export const OwnCertificate = ListedCertificate.extend({
  isListed: z.boolean(),
  /** The holder corrects a wrong name once. */
  mayCorrectName: z.boolean(),
});
export type OwnCertificate = z.output<typeof OwnCertificate>;

/** What the holder of a certificate that ends does again to renew it. */
export const CertificateRenewal = z.object({
  /** 30 days before the last day. */
  opensAt: Instant,
  isOpen: z.boolean(),
  /** Every quiz is passed again; where none is demanded, every lecture is watched or marked again. */
  again: z.enum(['quizzes', 'lectures']),
  /** Since it was issued. */
  done: z.int(),
  needed: z.int(),
});
export type CertificateRenewal = z.output<typeof CertificateRenewal>;

const named = { _id: z.string(), title: z.string() };

/** A certificate that waits for a person, as the holder sees it. */
const OwnRequest = z.object({
  state: z.enum(['waiting', 'declined']),
  requestedAt: Instant,
  /** Why it was declined. */
  reason: z.string(),
});

/** Letters of the name and the course that no font has: the PDF has boxes in their place, and the card leaves them out. */
export const lettersNotDrawn = z.array(z.string());

/** A certificate that waits for a person. */
export const CertificateRequest = z.object({
  _id: z.string(),
  course: z.object(named),
  fullName: z.string(),
  evidence: CertificateEvidence,
  /** What was measured, in a sentence. */
  measured: z.string(),
  completedAt: Instant,
  requestedAt: Instant,
  lettersNotDrawn,
});
export type CertificateRequest = z.output<typeof CertificateRequest>;

/** How far the user is from the certificate of a course. */
export const CertificateStanding = {
  /** Null where the course issues none. */
  rule: CertificateRule.nullable(),
  evidence: CertificateEvidence,
  isFulfilled: z.boolean(),
  /** The latest of the user; null before the first. */
  certificate: OwnCertificate.nullable(),
  /** Null where there is nothing to renew. */
  renewal: CertificateRenewal.nullable(),
  /** The required lectures, where the course demands a choice of them. */
  lectures: z.array(z.object({ ...named, isDone: z.boolean() })),
  /** The required quizzes; `isPassedAgain`: since the certificate was issued. */
  quizzes: z.array(z.object({ ...named, isPassed: z.boolean(), isPassedAgain: z.boolean() })),
  /** Where a person approves: what the user waits for, or why it was declined. */
  request: OwnRequest.nullable(),
  lettersNotDrawn,
};
