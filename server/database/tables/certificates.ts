import { flag, integer, json, oneOf, table, text, time, type RowOf } from '../table.ts';

/** A key that signs certificates; once it is retired, it only verifies. */
export const schoolKeys = table('school_keys', {
  key: ['id'],
  columns: {
    id: text,
    public_jwk: json,
    sealed_private_key: text.secretAs({ sealed: 'school_keys.{id}' }),
    created_at: time,
    retired_at: time.orNull(),
  },
  person: null,
  archive: {
    file: 'school/certificate-keys.jsonl',
    title: 'Keys of certificates. Without secrets they verify and do not sign.',
  },
});
export type SchoolKeyRow = RowOf<typeof schoolKeys>;

/** The highest version of a course counts. */
export const certificateRules = table('certificate_rules', {
  key: ['course_id', 'version'],
  columns: {
    course_id: text,
    version: integer,
    is_on: flag,
    /** The measured share of all lectures together; 0 without one. */
    coverage_percent: integer,
    needs_quizzes: flag,
    /** Null without an end. */
    valid_months: integer.orNull(),
    /** JSON: the ids of the required lectures; null for every published one. */
    lecture_ids: json.orNull(),
    /** JSON: the ids of the required quizzes; null for every published one. */
    quiz_ids: json.orNull(),
    needs_approval: flag,
    created_by: text.orNull(),
    created_at: time,
  },
  person: null,
  archive: { file: 'courses/certificate-rules.csv', title: 'When a course gives a certificate.' },
});
export type CertificateRuleRow = RowOf<typeof certificateRules>;

export const certificateDesigns = table('certificate_designs', {
  key: ['course_id', 'version'],
  columns: {
    course_id: text,
    version: integer,
    /** Between the name and the course, such as `watched and completed`. */
    statement: text,
    signatory: text,
    signatory_title: text,
    /** JSON: text below the course, colours and pictures; null for the standard ones. */
    look: json.orNull(),
    created_by: text.orNull(),
    created_at: time,
  },
  person: null,
  archive: { file: 'courses/certificate-designs.csv', title: 'What certificates of a course say.' },
});
export type CertificateDesignRow = RowOf<typeof certificateDesigns>;

/** Pictures of designs. They stay for the certificates that were issued with them. */
export const certificatePictures = table('certificate_pictures', {
  key: ['picture_key'],
  columns: {
    picture_key: text,
    /** Null for one of the school. */
    course_id: text.orNull(),
    created_at: time,
  },
  person: null,
  archive: { file: 'courses/certificate-pictures.csv', title: 'Papers and signatures of certificates.' },
});
export type CertificatePictureRow = RowOf<typeof certificatePictures>;

/** One of a user and course is neither revoked nor superseded. */
export const certificates = table('certificates', {
  key: ['id'],
  columns: {
    id: text,
    /** Twelve random signs, in the address of its page. */
    code: text,
    user_id: text,
    course_id: text,
    holder_name: text,
    /** JSON: everything that the page and the PDF say. */
    snapshot: json,
    rule_version: integer,
    design_version: integer,
    completed_at: time,
    issued_at: time,
    valid_until: time.orNull(),
    key_id: text,
    /** The signed credential: an Open Badge 3.0. */
    jws: text,
    /** Its place in the status lists. */
    status_index: integer,
    /** Whether search engines may list its page. */
    is_listed: flag,
    /** Whether the holder has used the one correction of the name. */
    is_name_corrected: flag,
    revoked_at: time.orNull(),
    revoked_by: text.orNull(),
    revoked_reason: text.orNull(),
    /** The id of the one that replaces it. */
    superseded_by: text.orNull(),
  },
  person: {
    rows: { userId: 'user_id' },
    title: 'certificates',
    exported: [
      'code',
      'course_id',
      'holder_name',
      'snapshot',
      'completed_at',
      'issued_at',
      'valid_until',
      'jws',
      'revoked_at',
      'revoked_reason',
    ],
    onDeletion: 'steps',
  },
  archive: { file: 'learning/certificates.jsonl', title: 'Certificates with their signatures.' },
});
export type CertificateRow = RowOf<typeof certificates>;

/** A certificate that waits for a person, or what they decided. One of a user and course waits. */
export const certificateRequests = table('certificate_requests', {
  key: ['id'],
  columns: {
    id: text,
    user_id: text,
    course_id: text,
    rule_version: integer,
    /** JSON: what was measured at the completion. */
    evidence: json,
    completed_at: time,
    state: oneOf('waiting', 'approved', 'declined'),
    /** Of a declined one. */
    reason: text.orNull(),
    decided_by: text.orNull(),
    decided_at: time.orNull(),
    created_at: time,
  },
  person: {
    rows: { userId: 'user_id' },
    title: 'certificate-requests',
    exported: ['course_id', 'evidence', 'completed_at', 'state', 'reason', 'decided_at', 'created_at'],
    onDeletion: 'delete',
  },
  archive: {
    file: 'learning/certificate-requests.jsonl',
    title: 'Certificates that wait for the approval of a person, and what was decided.',
  },
});
export type CertificateRequestRow = RowOf<typeof certificateRequests>;
