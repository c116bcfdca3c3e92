import { formatLength } from '#contract/format.ts';
import { listOfPercents } from '#contract/certificates/certificate-texts.ts';
import type { CertificateEvidence } from '#contract/certificates/certificate-fields.ts';

/** What was measured, in a sentence. */
export const evidenceText = (evidence: CertificateEvidence): string => {
  const { watchedPercent, totalMs, doneLectures, lectures, passedQuizzes, quizzes, bestPercents } = evidence;
  const ofLectures = evidence.courseLectures === undefined ? 'lectures' : 'required lectures';
  const ofQuizzes = evidence.courseQuizzes === undefined ? 'quizzes' : 'required quizzes';
  const parts = [
    `Completed ${doneLectures} of ${lectures} ${ofLectures}`,
    ...(totalMs > 0 ? [`watched ${watchedPercent}% of ${formatLength(totalMs)}`] : []),
    ...(quizzes > 0 ? [`passed ${passedQuizzes} of ${quizzes} ${ofQuizzes}`] : []),
    ...(bestPercents.length > 0 ? [`best scores ${listOfPercents(bestPercents)}`] : []),
  ];
  return `${parts.join(', ')}.`;
};
