import { z } from 'zod';
import { ofCourse } from '../catalog/catalog.ts';
import {
  Certificate,
  CertificateDesign,
  CertificateRequest,
  CertificateRule,
  CertificateStanding,
  DesignChange,
  lettersNotDrawn,
  ListedCertificate,
  OwnCertificate,
} from './certificate-fields.ts';
import { file, get, post, put, success, saying } from '../endpoint.ts';
import { Id, oneLine, orNothing, pageOf, searchTerm, text } from '../fields.ts';
import { foldReadCode } from '../fold-text.ts';
import { messages } from '../messages.ts';

const own = messages.certificates;

const CERTIFICATE_NAME_MAX = 100;

/** However it is typed or pasted. */
export const CertificateCode = z
  .string()
  .max(100)
  .refine((code) => /^[0-9a-z]{12}$/.test(foldReadCode(code)));
const ofCode = { params: z.object({ code: CertificateCode }), notFound: 'certificate_not_found' } as const;

const holderName = oneLine(CERTIFICATE_NAME_MAX, own.nameMissing);

const page = z.object({
  ...pageOf(20, { offsetMax: 100_000 }),
});

const searched = page.extend({ search: searchTerm.default('') });

const certificateList = success({ certificates: z.array(ListedCertificate), total: z.int() });

/** A course's rule and design, with how many certificates stand. */
const CourseCertificates = {
  rule: CertificateRule,
  design: CertificateDesign,
  issued: z.int(),
  /** Of the courses without a design of their own. */
  schoolDesign: CertificateDesign,
};

/** A picture of a design; the one that it replaces stays for the certificates that have it. */
const pictureForm = {
  form: {
    fields: z.object({ kind: z.enum(['paper', 'signature']) }),
    files: { file: { accept: 'image-or-svg', maxBytes: 15 * 1024 * 1024 } },
  },
  incomplete: own.pictureMissing,
  errors: ['too_many_pictures'],
  rateLimit: { perUser: 60 },
  status: 201,
  response: saying('Picture added', { picture: z.string() }),
} as const;

/** Each field of the design, and the name to try. */
const previewed = {
  query: CertificateDesign.extend({
    // What is empty is not sent.
    signatory: CertificateDesign.shape.signatory.default(''),
    signatoryTitle: CertificateDesign.shape.signatoryTitle.default(''),
    details: CertificateDesign.shape.details.default(''),
    accent: CertificateDesign.shape.accent.default(''),
    picture: CertificateDesign.shape.picture.default(''),
    signature: CertificateDesign.shape.signature.default(''),
    hasLogo: z.enum(['true', 'false']).default('true'),
    holderName,
  }),
  produces: 'image/webp',
  errors: ['pdf_not_drawn'],
  rateLimit: { perUser: 600 },
  response: file,
} as const;

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
  letters: get('/user/certificates/letters-not-drawn', {
    access: 'user',
    summary: 'List the letters of a name that no font has, before a certificate is issued with it',
    query: z.object({ name: z.string().max(CERTIFICATE_NAME_MAX) }),
    rateLimit: { perUser: 300 },
    response: success({ lettersNotDrawn }),
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
    response: saying('Name corrected. Your certificate has a new number.', { certificate: OwnCertificate }),
  }),
  list: put('/user/certificates/:code/listed', {
    access: 'user',
    summary: 'Let search engines list the page of your certificate, or not',
    ...ofCode,
    body: z.object({ isListed: z.boolean() }),
    response: saying('Saved', { certificate: OwnCertificate }),
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
    response: saying(messages.certificates.issued, CertificateStanding),
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
    body: z.object({ rule: CertificateRule, design: DesignChange }),
    errors: ['lecture_not_found'],
    response: saying(messages.certificates.rulesSaved, CourseCertificates),
  }),
  addPicture: post('/courses/:courseId/certificate-pictures', {
    access: { course: 'edit' },
    summary: 'Upload the paper or the signature of certificates of a course, for its design',
    ...ofCourse,
    ...pictureForm,
  }),
  preview: get('/courses/:courseId/certificate-preview', {
    access: { course: 'edit' },
    summary: 'Draw a certificate of a course in a design that is not saved',
    ...ofCourse,
    ...previewed,
  }),
  addSchoolPicture: post('/admin/settings/certificates/pictures', {
    access: 'admin',
    summary: 'Upload the paper or the signature of certificates of the school, for its design',
    ...pictureForm,
  }),
  previewOfSchool: get('/admin/settings/certificates/preview', {
    access: 'admin',
    summary: 'Draw a certificate in a design of the school that is not saved',
    ...previewed,
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
    response: saying(messages.certificates.earlierIssued, { people: z.int() }),
  }),
  requests: get('/teach/certificate-requests', {
    access: 'user',
    summary: 'List the certificates that wait for your approval, the oldest first',
    query: page,
    errors: ['forbidden'],
    response: success({ requests: z.array(CertificateRequest), total: z.int() }),
  }),
  decide: put('/courses/:courseId/certificate-requests/:requestId', {
    access: { course: 'edit' },
    audit: 'certificate_decided',
    summary: 'Approve a certificate that waits, which issues it with the day of the completion, or decline it',
    params: z.object({ courseId: Id, requestId: Id }),
    notFound: 'certificate_request_not_found',
    body: z
      .object({ isApproved: z.boolean(), reason: orNothing(text(300, own.reasonMissing)).default('') })
      .refine(({ isApproved, reason }) => isApproved || reason !== '', {
        path: ['reason'],
        message: own.reasonMissing,
      }),
    errors: ['course_not_found', 'certificate_not_active', 'certificate_not_earned'],
    response: success({}),
  }),
  listOfCourse: get('/courses/:courseId/certificates', {
    access: { course: 'edit' },
    summary: 'List the certificates of a course, the newest first, or those of a name or code',
    ...ofCourse,
    query: searched,
    response: certificateList,
  }),
  courses: get('/admin/certificates/courses', {
    access: 'admin',
    summary: 'List the courses with whether they issue certificates, those that do first',
    query: page,
    response: success({
      courses: z.array(z.object({ _id: z.string(), title: z.string(), isOn: z.boolean(), issued: z.int() })),
      total: z.int(),
      /** In the whole school, also those that no longer stand. */
      issued: z.int(),
    }),
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
    summary: 'Revoke a certificate for a reason that its page shows',
    ...ofCode,
    body: z.object({ reason: text(300, own.reasonMissing) }),
    incomplete: own.reasonMissing,
    errors: ['certificate_not_active'],
    response: saying('Certificate revoked', { certificate: ListedCertificate }),
  }),
  reissue: post('/admin/certificates/:code/reissue', {
    access: 'admin',
    audit: 'certificate_reissued',
    summary: 'Issue a certificate again, with another name or after it was revoked; the completion date stays',
    ...ofCode,
    body: z.object({ holderName }),
    incomplete: own.nameMissing,
    errors: ['certificate_reissued'],
    response: saying('Certificate reissued', { certificate: ListedCertificate }),
  }),
};
