import type { z } from 'zod';
import type {
  Certificate,
  CertificateState,
  ListedCertificate,
  OwnCertificate,
} from '#contract/certificates/certificate-fields.ts';
import { toInstant, toInstantOrNull } from '#server/clock.ts';
import type { CertificateRow } from '#server/database/tables/certificates.ts';
import { certificatePath } from './credential.ts';
import { qrPath } from '#server/images/qr-code.ts';
import { snapshotOf } from './snapshot.ts';

export const stateOf = (row: CertificateRow, now: number): CertificateState => {
  if (row.superseded_by !== null) return 'reissued';
  if (row.revoked_at !== null) return 'revoked';
  return row.valid_until !== null && row.valid_until < now ? 'expired' : 'valid';
};

/** The page of a certificate, where the school is now. */
export const addressOf = ({ code }: Pick<CertificateRow, 'code'>, site: string): string =>
  `${site}${certificatePath(code)}`;

/** `site` is where the school is now. */
export const presentCertificate = async (
  row: CertificateRow,
  { now, site, successor }: { now: number; site: string; successor: string | undefined },
): Promise<Certificate> => {
  const { courseTitle, teacher, teacherHeadline, issuer, language, evidence, required, design } = snapshotOf(row);
  const address = addressOf(row, site);
  return {
    code: row.code,
    address,
    state: stateOf(row, now),
    holderName: row.holder_name,
    courseTitle,
    teacher,
    teacherHeadline,
    issuer,
    completedAt: toInstant(row.completed_at),
    issuedAt: toInstant(row.issued_at),
    validUntil: toInstantOrNull(row.valid_until),
    language,
    evidence,
    required: { ...required, since: toInstant(required.since) },
    design,
    isListed: row.is_listed === 1,
    qr: await qrPath(address),
    revoked: row.revoked_at === null ? null : { at: toInstant(row.revoked_at), reason: row.revoked_reason ?? '' },
    successor: successor ?? null,
  };
};

export const presentListed = (row: CertificateRow, now: number): z.input<typeof ListedCertificate> => ({
  code: row.code,
  state: stateOf(row, now),
  holderName: row.holder_name,
  courseId: row.course_id,
  courseTitle: snapshotOf(row).courseTitle,
  completedAt: toInstant(row.completed_at),
  issuedAt: toInstant(row.issued_at),
  validUntil: toInstantOrNull(row.valid_until),
});

export const presentRequired = ({
  id,
  title,
  done_at: doneAt,
}: {
  id: string;
  title: string;
  done_at: number | null;
}) => ({
  _id: id,
  title,
  isDone: doneAt !== null,
});

export const presentOwn = (row: CertificateRow, now: number): z.input<typeof OwnCertificate> => ({
  ...presentListed(row, now),
  isListed: row.is_listed === 1,
  mayCorrectName: row.is_name_corrected === 0 && row.revoked_at === null && row.superseded_by === null,
});
