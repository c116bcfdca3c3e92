import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { formatCount } from '#contract/format.ts';
import type { AttemptQuestion, Quiz, QuizAttempt, QuizScore } from '#contract/classroom/quiz-fields.ts';
import { pointsToPass, type Verdict } from '#contract/classroom/quiz-words.ts';
import type { Language } from '#contract/languages/language.ts';
import { formatOwnMoment } from '#web/ui/text/own-time.ts';

const HUNDREDTHS = 100;

/** The text of an option or an answer: those of a sentence that is true or false are words of the page. */
export const textIn = (type: AttemptQuestion['type'], text: string, { _ }: Language): string => {
  if (type !== 'true_false') return text;
  return _(text.startsWith('T') ? msg`True` : msg`False`);
};

export const pointsIn = (count: number, { _ }: Language): string =>
  _(msg({ message: plural(count, { one: '# point', other: '# points' }) }));

const questions = (count: number, { _ }: Language): string =>
  _(msg({ message: plural(count, { one: '# question', other: '# questions' }) }));

const answers = (count: number, { _ }: Language): string =>
  _(msg({ message: plural(count, { one: '# answer', other: '# answers' }) }));

/** 2 of 3 points, from hundredths of points. */
export const earnedIn = (earned: number, all: number, language: Language): string =>
  language._(msg`${{ earned: formatCount(earned / HUNDREDTHS) }} of ${{ points: pointsIn(all, language) }}`);

const countWaiting = (asked: readonly AttemptQuestion[]): number =>
  asked.filter(({ result }) => result?.verdict === 'waiting').length;

const gradedOf = (asked: readonly AttemptQuestion[]): { earned: number; points: number }[] =>
  asked.flatMap(({ result, points }) => {
    const earned = result?.earned ?? null;
    return earned === null ? [] : { earned, points };
  });

/** The points of what is graded and shown, and what waits for a grade; undefined while there is neither. */
export const soFarIn = (asked: readonly AttemptQuestion[], language: Language): string | undefined => {
  const [graded, waiting] = [gradedOf(asked), countWaiting(asked)];
  const earned = graded.reduce((sum, one) => sum + one.earned, 0);
  const points = graded.reduce((sum, one) => sum + one.points, 0);
  const parts = [
    ...(graded.length > 0 ? [earnedIn(Math.max(0, earned), points, language)] : []),
    ...(waiting > 0 ? [language._(msg`${{ answers: answers(waiting, language) }} waiting for your teacher`)] : []),
  ];
  return parts.length > 0 ? parts.join(', ') : undefined;
};

const verdicts: Record<Verdict, MessageDescriptor> = {
  right: msg`Right`,
  partly: msg`Partly right`,
  wrong: msg`Not right`,
  waiting: msg`Waiting for a grade`,
};

/** Right; for more than one point, how many of them. */
export const verdictIn = (
  { result, points }: Pick<AttemptQuestion, 'result' | 'points'>,
  language: Language,
): string | undefined => {
  const { verdict = null, earned = null } = result ?? {};
  if (verdict === null) return undefined;
  if (verdict === 'wrong' && earned !== null && earned < 0)
    return `${language._(verdicts.wrong)}, −${pointsIn(-earned / HUNDREDTHS, language)}`;
  return verdict === 'partly' && earned !== null ? earnedIn(earned, points, language) : language._(verdicts[verdict]);
};

/** How an attempt ended; with what is missing to the pass mark. */
export const headlineIn = (score: QuizScore | null, passPercent: number, { _ }: Language): string => {
  if (!score) return _(msg`Submitted`);
  if (score.hasPassed) return _(msg`You passed`);
  const missing = pointsToPass(score.points, passPercent) - score.earned / HUNDREDTHS;
  const more = Math.ceil(missing * 10) / 10;
  return _(
    msg({
      message: plural(more, { one: 'One more point, and you pass', other: '# more points, and you pass' }),
    }),
  );
};

/** What remains after an attempt. */
const left = ({ attemptsLeft, hasPassed, settings: { scoring, mustPass } }: Quiz, { _ }: Language): string => {
  if (hasPassed) return _(mustPass ? msg`The next lecture is open.` : msg`You keep your pass.`);
  if (attemptsLeft === 0) return _(msg`You have no attempts left.`);
  const tries =
    attemptsLeft === null
      ? msg`You may try as often as you like.`
      : msg({
          message: plural(attemptsLeft, { one: 'You have # attempt left.', other: 'You have # attempts left.' }),
        });
  return scoring === 'best'
    ? `${_(tries)} ${_(msg`Your best score counts, so another attempt cannot lower it.`)}`
    : _(tries);
};

/** In the place of a score that may not be seen. */
const hidden = ({ showsScore }: QuizAttempt, { settings: { closesAt } }: Quiz, { _, locale }: Language): string => {
  if (showsScore === 'once_passed') return _(msg`You see your score once you pass, or have no attempts left.`);
  if (showsScore !== 'after_window') return _(msg`The score of this test is not shown.`);
  return closesAt === null
    ? _(msg`You see your score once the quiz has closed.`)
    : _(msg`You see your score once the quiz has closed, on ${{ moment: formatOwnMoment(closesAt, locale) }}.`);
};

/** Below the heading of a submitted attempt: what remains, or what it waits for. */
export const resultIn = (attempt: QuizAttempt, quiz: Quiz, language: Language): string => {
  const { _ } = language;
  const { reset, state, score, questions: asked } = attempt;
  if (reset) return _(msg`Your teacher has reset this attempt, so it does not count: ${{ reason: reset.reason }}`);
  if (state === 'waiting') {
    const waiting = _(msg`Your teacher is marking ${{ answers: answers(countWaiting(asked), language) }}.`);
    return gradedOf(asked).length > 0
      ? `${_(msg`So far: ${{ points: soFarIn(asked, language) ?? '' }}.`)} ${waiting}`
      : waiting;
  }
  if (!score) return hidden(attempt, quiz, language);
  return quiz.availability === 'closed' && !quiz.hasPassed ? _(msg`This quiz is closed.`) : left(quiz, language);
};

/** Where a learner stands: the heading of a quiz before an attempt, and between two. */
export const standingIn = (quiz: Quiz, language: Language): string => {
  const { _ } = language;
  const { hasPassed, percent, attempts, settings } = quiz;
  if (percent !== null) return _(hasPassed ? msg`You passed with ${percent}%` : msg`${percent}% so far`);
  const counted = attempts.filter(({ isReset }) => !isReset);
  if (counted.some(({ state }) => state === 'waiting')) return _(msg`Your answers are being graded`);
  if (counted.length > 0) return _(hasPassed ? msg`You passed` : msg`You have submitted it`);
  const size = questions(quiz.questions, language);
  return settings.draw === null ? `${size}, ${pointsIn(quiz.points, language)}` : size;
};

/** The button that begins an attempt, or continues the open one. */
export const startIn = ({ openAttemptId, attempts, settings }: Quiz, { _ }: Language): string => {
  if (openAttemptId !== null) return _(msg`Continue`);
  if (attempts.some(({ isReset }) => !isReset)) return _(msg`Start attempt ${{ number: attempts.length + 1 }}`);
  return _(settings.mode === 'test' ? msg`Start the test` : msg`Start`);
};

/** What an attempt of the list was worth. */
export const scoreIn = ({ state, score, isReset }: Quiz['attempts'][number], { _ }: Language): string => {
  if (isReset) return _(msg`Reset`);
  if (state === 'waiting') return _(verdicts.waiting);
  if (!score) return _(state === 'open' ? msg`Not submitted` : msg`Submitted`);
  return score.hasPassed ? _(msg`${{ percent: score.percent }}%, passed`) : `${score.percent}%`;
};
