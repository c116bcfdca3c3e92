import type { Certificate, CertificateState } from './certificates.ts';

/** Such as "90%, 88% and 100%". */
export const listOfPercents = (percents: readonly number[]): string => {
  const texts = percents.map((percent) => `${percent}%`);
  const last = texts.pop() ?? '';
  return texts.length === 0 ? last : `${texts.join(', ')} and ${last}`;
};

/** What a course demanded, a sentence each; quizzes only where it has any. */
export const requirementsOf = ({
  required: { coveragePercent, needsQuizzes },
  evidence: { quizzes },
}: {
  required: Pick<Certificate['required'], 'coveragePercent' | 'needsQuizzes'>;
  evidence: Pick<Certificate['evidence'], 'quizzes'>;
}): string[] => [
  'Every lecture completed',
  ...(coveragePercent > 0 ? [`${coveragePercent}% of the lectures watched, by measured minutes`] : []),
  ...(needsQuizzes && quizzes > 0 ? ['Every quiz passed'] : []),
];

export const STATUS_TITLES: Record<CertificateState, string> = {
  valid: 'This certificate is valid',
  expired: 'This certificate has expired',
  revoked: 'This certificate was revoked',
  reissued: 'This certificate was replaced',
};

/** Whether a certificate holds, and since when, in sentences; of a replaced one up to the number of the new one. */
export const statusText = (
  {
    state,
    issuer,
    holderName,
    issuedAt,
    validUntil,
    revoked,
  }: Pick<Certificate, 'state' | 'issuer' | 'holderName' | 'issuedAt' | 'validUntil' | 'revoked'>,
  date: (instant: string) => string,
): string => {
  const issued = `${issuer} issued it to ${holderName} on ${date(issuedAt)}.`;
  if (state === 'reissued') return `${issued} The new one has the number`;
  if (state === 'revoked' && revoked) return `${issued} It was revoked on ${date(revoked.at)}: ${revoked.reason}`;
  if (state === 'expired' && validUntil !== null) return `${issued} It was valid until ${date(validUntil)}.`;
  return `${issued} It has not been revoked or replaced.`;
};

/** The path of the picture that messengers show with the link of a certificate. */
export const cardPath = (code: string): string => `/cards/certificates/${code}.png`;
