import type { ResponseOf } from '#web/api/call.ts';
import { countOf } from '#web/ui/text/format.ts';

export type Certificate = ResponseOf<'GET /certificates/:code'>['certificate'];

export const lectureCount = ({ evidence }: Certificate): string => countOf(evidence.lectures, 'lecture');

/** The teacher with what they are, such as "Dr. Thomas Kurian, meteorologist". */
export const withHeadline = ({ teacher, teacherHeadline }: Certificate): string =>
  [teacher, teacherHeadline].filter((text) => text !== '').join(', ');

/** Such as "90%, 88% and 100%". */
export const listOfPercents = (percents: readonly number[]): string => {
  const texts = percents.map((percent) => `${percent}%`);
  const last = texts.pop() ?? '';
  return texts.length === 0 ? last : `${texts.join(', ')} and ${last}`;
};

export const averageOf = (percents: readonly number[]): number =>
  Math.round(percents.reduce((sum, percent) => sum + percent, 0) / Math.max(1, percents.length));

/** What a course demanded; quizzes only where it has any. */
export const requirementsOf = ({
  required: { coveragePercent, needsQuizzes },
  evidence,
}: {
  required: Pick<Certificate['required'], 'coveragePercent' | 'needsQuizzes'>;
  evidence: Pick<Certificate['evidence'], 'quizzes'>;
}): string[] => [
  'Every lecture completed',
  ...(coveragePercent > 0 ? [`${coveragePercent}% of the lectures watched, by measured minutes`] : []),
  ...(needsQuizzes && evidence.quizzes > 0 ? ['Every quiz passed'] : []),
];
