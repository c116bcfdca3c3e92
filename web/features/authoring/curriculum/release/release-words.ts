import type { ReleaseEffect, ReleaseRule } from '#contract/access/release.ts';
import { countOf, formatCount, formatDay } from '#contract/format.ts';

/** When something opens, on the row of a lecture or a section: "7 days after start, after “Clay and water”". */
export const ruleWords = (
  { sectionId, afterDays, on, afterPrevious, afterQuizId }: ReleaseRule,
  titleOf: (lectureId: string) => string | undefined,
): string => {
  const parts = [
    afterDays === undefined ? '' : `${countOf(afterDays, 'day')} after start`,
    on === undefined ? '' : `on ${formatDay(on, 'UTC')}`,
    afterPrevious ? `after the ${sectionId === undefined ? 'lecture' : 'section'} before` : '',
    afterQuizId === undefined ? '' : `after the quiz “${titleOf(afterQuizId) ?? 'removed'}”`,
  ].filter(Boolean);
  const [first = 'at once', ...rest] = parts;
  return [`${first.charAt(0).toUpperCase()}${first.slice(1)}`, ...rest].join(', ');
};

const aboutOf = ({ sectionId, lectureId = '' }: ReleaseRule): string => sectionId ?? lectureId;

/** What someone else changed; empty when nothing was. */
export const changeWords = (
  before: readonly ReleaseRule[],
  after: readonly ReleaseRule[],
  titleOf: (id: string) => string | undefined,
): string => {
  const stored = new Set(before.map((rule) => JSON.stringify(rule)));
  const changed = after.filter((rule) => !stored.has(JSON.stringify(rule)));
  const removed = before.filter((rule) => !after.some((other) => aboutOf(other) === aboutOf(rule)));
  const words = [
    ...changed.map((rule) => [rule, ruleWords(rule, titleOf)] as const),
    ...removed.map((rule) => [rule, 'No rule'] as const),
  ];
  return words.map(([rule, now]) => `Someone else changed “${titleOf(aboutOf(rule)) ?? 'removed'}”: ${now}.`).join(' ');
};

/** Whom a change concerns. */
export const effectWords = ({ earlier, later, isPartial }: ReleaseEffect): string => {
  const least = isPartial ? 'at least ' : '';
  const parts = [
    earlier > 0 ? `earlier for ${least}${formatCount(earlier)}` : '',
    later > 0 ? `later for ${least}${formatCount(later)}` : '',
  ].filter(Boolean);
  if (parts.length === 0) return 'Changes nothing for the learners of today.';
  return `Opens ${parts.join(', ')} who have not opened it. What is open stays open.`;
};
