import type { CertificateEvidence } from '#contract/certificates.ts';

const MINUTE_MS = 60_000;

/** Such as `4 h 10 min`. */
const lengthText = (ms: number): string => {
  const minutes = Math.round(ms / MINUTE_MS);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
};

/** Such as `90%, 88% and 100%`. */
const listOf = (percents: readonly number[]): string =>
  new Intl.ListFormat('en').format(percents.map((percent) => `${percent}%`));

/** What was measured, in a sentence. */
export const evidenceText = (evidence: CertificateEvidence): string => {
  const { watchedPercent, totalMs, doneLectures, lectures, passedQuizzes, quizzes, bestPercents } = evidence;
  const parts = [
    `Completed ${doneLectures} of ${lectures} lectures`,
    ...(totalMs > 0 ? [`watched ${watchedPercent}% of ${lengthText(totalMs)}`] : []),
    ...(quizzes > 0 ? [`passed ${passedQuizzes} of ${quizzes} quizzes`] : []),
    ...(bestPercents.length > 0 ? [`best scores ${listOf(bestPercents)}`] : []),
  ];
  return `${parts.join(', ')}.`;
};

/** What was demanded, a sentence each. */
export const requirementTexts = ({
  coveragePercent,
  needsQuizzes,
}: {
  coveragePercent: number;
  needsQuizzes: boolean;
}): string[] => [
  'Every lecture completed',
  ...(coveragePercent > 0 ? [`${coveragePercent}% of the lectures watched, by measured minutes`] : []),
  ...(needsQuizzes ? ['Every quiz passed'] : []),
];
