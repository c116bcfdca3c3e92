/** The tables of certificates. As in tables.ts. */
export interface CertificateTables {
  school_keys: SchoolKeyRow;
  certificate_rules: CertificateRuleRow;
  certificate_designs: CertificateDesignRow;
  certificates: CertificateRow;
  certificate_requests: CertificateRequestRow;
}

/** A key that signs certificates; once it is retired, it only verifies. */
export interface SchoolKeyRow {
  id: string;
  /** JSON. */
  public_jwk: string;
  sealed_private_key: string;
  created_at: number;
  retired_at: number | null;
}

/** The highest version of a course counts. */
export interface CertificateRuleRow {
  course_id: string;
  version: number;
  is_on: number;
  /** The measured share of all lectures together; 0 without one. */
  coverage_percent: number;
  needs_quizzes: number;
  /** Null without an end. */
  valid_months: number | null;
  /** JSON: the ids of the required lectures; null for every published one. */
  lecture_ids: string | null;
  /** JSON: the ids of the required quizzes; null for every published one. */
  quiz_ids: string | null;
  needs_approval: number;
  created_by: string | null;
  created_at: number;
}

export interface CertificateDesignRow {
  course_id: string;
  version: number;
  /** Between the name and the course, such as `watched and completed`. */
  statement: string;
  signatory: string;
  signatory_title: string;
  created_by: string | null;
  created_at: number;
}

/** A certificate that waits for a person, or what they decided. One of a user and course waits. */
export interface CertificateRequestRow {
  id: string;
  user_id: string;
  course_id: string;
  rule_version: number;
  /** JSON: what was measured at the completion. */
  evidence: string;
  completed_at: number;
  state: 'waiting' | 'approved' | 'declined';
  /** Of a declined one. */
  reason: string | null;
  decided_by: string | null;
  decided_at: number | null;
  created_at: number;
}

/** One of a user and course is neither revoked nor superseded. */
export interface CertificateRow {
  id: string;
  /** Twelve random signs, in the address of its page. */
  code: string;
  user_id: string;
  course_id: string;
  holder_name: string;
  /** JSON: everything that the page and the PDF say. */
  snapshot: string;
  rule_version: number;
  design_version: number;
  completed_at: number;
  issued_at: number;
  valid_until: number | null;
  key_id: string;
  /** The signed credential: an Open Badge 3.0. */
  jws: string;
  /** Its place in the status lists. */
  status_index: number;
  /** Whether search engines may list its page. */
  is_listed: number;
  /** Whether the holder has used the one correction of the name. */
  is_name_corrected: number;
  revoked_at: number | null;
  revoked_by: string | null;
  revoked_reason: string | null;
  /** The id of the one that replaces it. */
  superseded_by: string | null;
}
