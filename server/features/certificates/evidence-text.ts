import { MINUTE_MS } from '#server/clock.ts';
import { listOfPercents } from '#contract/certificates/certificate-texts.ts';
import type { CertificateEvidence } from '#contract/certificates/certificate-fields.ts';

/** Such as `4 h 10 min`, and `15 s` below a minute, as on the page. */
export const lengthText = (ms: number): string => {
  if (ms < MINUTE_MS) return `${Math.round(ms / 1000)} s`;
  const minutes = Math.round(ms / MINUTE_MS);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
};

/** What was measured, in a sentence. */
export const evidenceText = (evidence: CertificateEvidence): string => {
  const { watchedPercent, totalMs, doneLectures, lectures, passedQuizzes, quizzes, bestPercents } = evidence;
  const ofLectures = evidence.courseLectures === undefined ? 'lectures' : 'required lectures';
  const ofQuizzes = evidence.courseQuizzes === undefined ? 'quizzes' : 'required quizzes';
  const parts = [
    `Completed ${doneLectures} of ${lectures} ${ofLectures}`,
    ...(totalMs > 0 ? [`watched ${watchedPercent}% of ${lengthText(totalMs)}`] : []),
    ...(quizzes > 0 ? [`passed ${passedQuizzes} of ${quizzes} ${ofQuizzes}`] : []),
    ...(bestPercents.length > 0 ? [`best scores ${listOfPercents(bestPercents)}`] : []),
  ];
  return `${parts.join(', ')}.`;
};
