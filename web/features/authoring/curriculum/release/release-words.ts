import { msg, plural } from '@lingui/core/macro';
import type { ReleaseEffect, ReleaseRule } from '#contract/access/release.ts';
import { formatCount, formatDay } from '#contract/format.ts';
import type { Language } from '#contract/languages/language.ts';

const REMOVED = msg`removed`;

/** When something opens, on the row of a lecture or a section: "7 days after start, after “Clay and water”". */
export const ruleWords = (
  { sectionId, afterDays, on, afterPrevious, afterQuizId }: ReleaseRule,
  titleOf: (lectureId: string) => string | undefined,
  { _, locale }: Language,
): string => {
  const quiz = titleOf(afterQuizId ?? '');
  const parts = [
    afterDays === undefined ? '' : _(msg`${plural(afterDays, { one: '# day', other: '# days' })} after start`),
    on === undefined ? '' : _(msg`on ${{ day: formatDay(on, 'UTC', locale) }}`),
    afterPrevious ? _(sectionId === undefined ? msg`after the lecture before` : msg`after the section before`) : '',
    afterQuizId === undefined ? '' : _(msg`after the quiz “${{ title: quiz ?? _(REMOVED) }}”`),
  ].filter(Boolean);
  const [first = _(msg`at once`), ...rest] = parts;
  return [`${first.charAt(0).toUpperCase()}${first.slice(1)}`, ...rest].join(', ');
};

const aboutOf = ({ sectionId, lectureId = '' }: ReleaseRule): string => sectionId ?? lectureId;

/** What someone else changed; empty when nothing was. */
export const changeWords = (
  before: readonly ReleaseRule[],
  after: readonly ReleaseRule[],
  titleOf: (id: string) => string | undefined,
  language: Language,
): string => {
  const { _ } = language;
  const stored = new Set(before.map((rule) => JSON.stringify(rule)));
  const changed = after.filter((rule) => !stored.has(JSON.stringify(rule)));
  const removed = before.filter((rule) => !after.some((other) => aboutOf(other) === aboutOf(rule)));
  const words = [
    ...changed.map((rule) => [rule, ruleWords(rule, titleOf, language)] as const),
    ...removed.map((rule) => [rule, _(msg`No rule`)] as const),
  ];
  return words
    .map(([rule, now]) => _(msg`Someone else changed “${{ title: titleOf(aboutOf(rule)) ?? _(REMOVED) }}”: ${now}.`))
    .join(' ');
};

/** Whom a change concerns. */
export const effectWords = ({ earlier, later, isPartial }: ReleaseEffect, { _ }: Language): string => {
  const count = { earlier: formatCount(earlier), later: formatCount(later) };
  const parts = [
    earlier > 0 ? _(isPartial ? msg`earlier for at least ${count.earlier}` : msg`earlier for ${count.earlier}`) : '',
    later > 0 ? _(isPartial ? msg`later for at least ${count.later}` : msg`later for ${count.later}`) : '',
  ].filter(Boolean);
  if (parts.length === 0) return _(msg`Changes nothing for the learners of today.`);
  return _(msg`Opens ${{ parts: parts.join(', ') }} who have not opened it. What is open stays open.`);
};
