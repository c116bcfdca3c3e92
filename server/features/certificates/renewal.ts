import type { CertificateEvidence, CertificateRenewal } from '#contract/certificates/certificate-fields.ts';
import { DAY_MS, toInstant } from '#server/clock.ts';
import type { Db } from '#server/database/database.ts';
import type { CertificateRow } from '#server/database/tables/certificates.ts';
import { countRedone, type Place } from './certificates.queries.ts';
import { chosenQuizzes, passedOf, type QuizzesOf } from './evidence.ts';
import type { RuleInForce } from './rules.ts';

/** A holder renews from so long before the last day on, and at any time after it. */
const RENEWED_FROM_MS = 30 * DAY_MS;

/** What a holder does again for a certificate that ends: every required quiz, or every required lecture where there is none. */
export const createRenewing = ({ quizzesOf }: { quizzesOf: QuizzesOf }) => {
  /** Null for one that never ends, and for a revoked one. What was done before it was issued does not count. */
  const renewalOf = async (
    row: CertificateRow,
    { rule, evidence, now }: { rule: RuleInForce; evidence: CertificateEvidence; now: number },
    on: Db,
  ): Promise<CertificateRenewal | null> => {
    if (row.valid_until === null || row.revoked_at !== null) return null;
    const place: Place = { userId: row.user_id, courseId: row.course_id };
    const isOfQuizzes = rule.needsQuizzes && evidence.quizzes > 0;
    const redone = { sinceMs: row.issued_at, quizIds: chosenQuizzes(rule) };
    const done = isOfQuizzes
      ? passedOf((await quizzesOf(place.userId, place.courseId, on, redone)).quizzes)
      : await countRedone(on, place, { sinceMs: row.issued_at, lectureIds: rule.lectureIds });
    const needed = isOfQuizzes ? evidence.quizzes : evidence.lectures;
    const opensAt = row.valid_until - RENEWED_FROM_MS;
    return {
      opensAt: toInstant(opensAt),
      isOpen: now >= opensAt,
      again: isOfQuizzes ? 'quizzes' : 'lectures',
      done,
      needed,
    };
  };
  return renewalOf;
};

export const isRenewable = (renewal: CertificateRenewal | null): boolean =>
  renewal !== null && renewal.isOpen && renewal.needed > 0 && renewal.done >= renewal.needed;
