import { z } from 'zod';
import { CertificateEvidence, StoredDesign } from '#contract/certificates/certificate-fields.ts';
import { LanguageCode } from '#contract/school/languages.ts';
import type { CertificateRow } from '#server/database/tables/certificates.ts';

/** Everything that a certificate says, as it was when it was issued. Times are epoch milliseconds. */
export const Snapshot = z.object({
  /** The address of the school then; its addresses stay in the signature. */
  site: z.string(),
  issuer: z.string(),
  courseTitle: z.string(),
  teacher: z.string(),
  teacherHeadline: z.string(),
  language: LanguageCode,
  accent: z.string(),
  evidence: CertificateEvidence,
  required: z.object({
    coveragePercent: z.int(),
    needsQuizzes: z.boolean(),
    since: z.int(),
    /** '' where nobody had to approve it. */
    approvedBy: z.string().default(''),
  }),
  design: StoredDesign,
  /** The holder, and the salted digest of the email that shows it is theirs. */
  subject: z.object({ uuid: z.string(), salt: z.string(), emailDigest: z.string() }),
});
export type Snapshot = z.output<typeof Snapshot>;

export const snapshotOf = ({ snapshot }: Pick<CertificateRow, 'snapshot'>): Snapshot =>
  Snapshot.parse(JSON.parse(snapshot));
