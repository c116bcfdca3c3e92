import { z } from 'zod';
import { ofCourse } from './catalog.ts';
import { file, get, post, put, success } from './endpoint.ts';
import { Instant, oneLine, orNothing, searchTerm, text } from './fields.ts';
import { messages } from './messages.ts';

const own = messages.certificates;

const CERTIFICATE_NAME_MAX = 100;

/** Computed: an expired one was never revoked, and a reissued one names its successor. */
export const CertificateState = z.enum(['valid', 'expired', 'revoked', 'reissued']);
export type CertificateState = z.output<typeof CertificateState>;

/** What a course demands. Every published lecture must be done, whatever else is. */
export const CertificateRule = z.object({
  isOn: z.boolean(),
  /** The measured share of all lectures together; 0 demands none. */
  coveragePercent: z.int().min(0).max(100),
  needsQuizzes: z.boolean(),
  /** Null without an end. */
  validMonths: z.int().min(1).max(120).nullable(),
});
export type CertificateRule = z.output<typeof CertificateRule>;

export const CertificateDesign = z.object({
  /** Between the name and the course. */
  statement: oneLine(60, own.statementMissing),
  /** Who signs it, such as the head of the school; '' without one. */
  signatory: orNothing(oneLine(60, own.nameMissing)),
  signatoryTitle: orNothing(oneLine(80, own.nameMissing)),
});
export type CertificateDesign = z.output<typeof CertificateDesign>;

/** What was measured when a certificate was issued. */
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

/** Lower case, spaces and missing dashes are understood. */
const CertificateCode = z.string().regex(/^[0-9A-Za-z-]{12,20}$/);
const ofCode = { params: z.object({ code: CertificateCode }), notFound: 'certificate_not_found' } as const;

const holderName = oneLine(CERTIFICATE_NAME_MAX, own.nameMissing);

const page = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  offset: z.coerce.number().int().min(0).max(100_000).default(0),
});

const searched = page.extend({ search: searchTerm.default('') });

const certificateList = success({ certificates: z.array(ListedCertificate), total: z.int() });

/** A course's rule and design, with how many certificates stand. */
const CourseCertificates = {
  rule: CertificateRule,
  design: CertificateDesign,
  issued: z.int(),
};

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

/** How far the user is from the certificate of a course. */
const CertificateStanding = {
  /** Null where the course issues none. */
  rule: CertificateRule.nullable(),
  evidence: CertificateEvidence,
  isFulfilled: z.boolean(),
  /** The latest of the user; null before the first. */
  certificate: OwnCertificate.nullable(),
  /** Null where there is nothing to renew. */
  renewal: CertificateRenewal.nullable(),
};

export const certificates = {
  page: get('/certificates/:code', {
    access: 'public',
    summary: 'Get a certificate with its state and everything that its PDF says',
    ...ofCode,
    rateLimit: { perAddress: 300 },
    response: success({ certificate: Certificate }),
  }),
  badge: get('/certificates/:code/badge', {
    access: 'public',
    summary: 'Download the signed credential of a certificate: an Open Badge 3.0 as a JWT',
    ...ofCode,
    produces: 'text/plain',
    rateLimit: { perAddress: 300 },
    response: file,
  }),
  badgeImage: get('/certificates/:code/badge-image', {
    access: 'public',
    summary: 'Download a certificate as a picture that carries its signed credential: a baked Open Badge 3.0',
    ...ofCode,
    produces: 'image/png',
    rateLimit: { perAddress: 300 },
    response: file,
  }),
  pdf: get('/certificates/:code/pdf', {
    access: 'public',
    summary: 'Download a certificate as PDF; one that was revoked or reissued has none',
    ...ofCode,
    produces: 'application/pdf',
    errors: ['certificate_not_active', 'pdf_not_drawn'],
    rateLimit: { perAddress: 60 },
    response: file,
  }),
  listOwn: get('/user/certificates', {
    access: 'user',
    summary: 'List your certificates, the newest first',
    response: success({ certificates: z.array(OwnCertificate) }),
  }),
  correctName: put('/user/certificates/:code/name', {
    access: 'user',
    audit: 'certificate_reissued',
    summary: 'Correct the name on your certificate, once: it is reissued with a new code',
    ...ofCode,
    body: z.object({ holderName }),
    incomplete: own.nameMissing,
    errors: ['certificate_name_corrected', 'certificate_not_active'],
    rateLimit: { perUser: 10 },
    response: success({ certificate: OwnCertificate }),
  }),
  list: put('/user/certificates/:code/listed', {
    access: 'user',
    summary: 'Let search engines list the page of your certificate, or not',
    ...ofCode,
    body: z.object({ isListed: z.boolean() }),
    response: success({ certificate: OwnCertificate }),
  }),
  standing: get('/courses/:courseId/certificate', {
    access: 'user',
    summary: 'Get what the certificate of a course demands, how far you are, and yours',
    ...ofCourse,
    response: success(CertificateStanding),
  }),
  claim: post('/courses/:courseId/certificate', {
    access: 'user',
    summary: 'Get your certificate of a course that you have completed, or renew the one that ends',
    ...ofCourse,
    errors: ['certificate_not_earned'],
    rateLimit: { perUser: 30 },
    response: success(CertificateStanding),
  }),
  rules: get('/courses/:courseId/certificate-rules', {
    access: { course: 'edit' },
    summary: 'Get what a course demands for its certificate, and how it looks',
    ...ofCourse,
    response: success(CourseCertificates),
  }),
  saveRules: put('/courses/:courseId/certificate-rules', {
    access: { course: 'edit' },
    audit: 'certificate_rules_changed',
    summary: 'Change what a course demands for its certificate, and how it looks; issued ones stay as they are',
    ...ofCourse,
    body: z.object({ rule: CertificateRule, design: CertificateDesign }),
    response: success(CourseCertificates),
  }),
  countEarlier: get('/courses/:courseId/certificate-rules/earlier', {
    access: { course: 'edit' },
    summary: 'Count the people who fulfil the rule of a course and have no certificate of it',
    ...ofCourse,
    response: success({ people: z.int() }),
  }),
  issueEarlier: post('/courses/:courseId/certificate-rules/earlier', {
    access: { course: 'edit' },
    audit: 'certificate_rules_changed',
    summary: 'Issue certificates to the people who fulfil the rule of a course already',
    ...ofCourse,
    rateLimit: { perUser: 30 },
    response: success({ people: z.int() }),
  }),
  listOfCourse: get('/courses/:courseId/certificates', {
    access: { course: 'edit' },
    summary: 'List the certificates of a course, the newest first, or those of a name or code',
    ...ofCourse,
    query: searched,
    response: certificateList,
  }),
  listAll: get('/admin/certificates', {
    access: 'admin',
    scope: 'certificates:read',
    summary: 'List the certificates of the school, the newest first, or those of a name or code',
    query: searched,
    response: certificateList,
  }),
  revoke: post('/admin/certificates/:code/revoke', {
    access: 'admin',
    audit: 'certificate_revoked',
    needsConfirmation: true,
    summary: 'Revoke a certificate for a reason that its page shows',
    ...ofCode,
    body: z.object({ reason: text(300, own.reasonMissing) }),
    incomplete: own.reasonMissing,
    errors: ['certificate_not_active'],
    response: success({ certificate: ListedCertificate }),
  }),
  reissue: post('/admin/certificates/:code/reissue', {
    access: 'admin',
    audit: 'certificate_reissued',
    summary: 'Issue a certificate again, with another name or after it was revoked; the completion date stays',
    ...ofCode,
    body: z.object({ holderName }),
    incomplete: own.nameMissing,
    errors: ['certificate_reissued'],
    response: success({ certificate: ListedCertificate }),
  }),
};
