import { listOf } from '../format.ts';
import type { Certificate, CertificateState } from './certificate-fields.ts';

/** Such as "90%, 88% and 100%". */
export const listOfPercents = (percents: readonly number[]): string => listOf(percents.map((percent) => `${percent}%`));

interface Requirement {
  of: 'lectures' | 'minutes' | 'quizzes' | 'approval';
  text: string;
}

const required = (count: number, noun: string): string =>
  count === 1 ? `The required ${noun}` : `The ${count} required ${noun === 'quiz' ? 'quizze' : noun}s`;

/** What a course demands, a sentence each; quizzes only where it has any. */
export const listRequirements = (
  { coveragePercent, needsQuizzes, approvedBy }: Omit<Certificate['required'], 'since'>,
  { lectures, quizzes, courseLectures, courseQuizzes }: Certificate['evidence'],
): Requirement[] => {
  const isChoice = courseLectures !== undefined;
  return [
    { of: 'lectures', text: `${isChoice ? required(lectures, 'lecture') : 'Every lecture'} completed` },
    ...(coveragePercent > 0
      ? [
          {
            of: 'minutes' as const,
            text: `${coveragePercent}% of the ${isChoice ? 'required ' : ''}lectures watched, by measured minutes`,
          },
        ]
      : []),
    ...(needsQuizzes && quizzes > 0
      ? [
          {
            of: 'quizzes' as const,
            text: `${courseQuizzes === undefined ? 'Every quiz' : required(quizzes, 'quiz')} passed`,
          },
        ]
      : []),
    ...(approvedBy === '' ? [] : [{ of: 'approval' as const, text: `Approved by ${approvedBy}` }]),
  ];
};

/** What a course demanded, a sentence each. */
export const requirementsOf = (of: {
  required: Omit<Certificate['required'], 'since'>;
  evidence: Certificate['evidence'];
}): string[] => listRequirements(of.required, of.evidence).map(({ text }) => text);

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

/** The path of the picture of a certificate as it is printed. */
export const picturePath = (code: string): string => `/cards/certificates/${code}/page.webp`;

/** The path of the picture that messengers show with the link of a certificate. */
export const cardPath = (code: string): string => `/cards/certificates/${code}.png`;
