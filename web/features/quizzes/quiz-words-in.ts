import { msg, plural } from '@lingui/core/macro';
import { ENGLISH, formatCount } from '#contract/format.ts';
import type { AttemptQuestion, Quiz, QuizAttempt, QuizScore } from '#contract/classroom/quiz-fields.ts';
import * as words from '#contract/classroom/quiz-words.ts';
import type { Language } from '#web/ui/language/language.tsx';
import { formatOwnMoment } from '#web/ui/text/own-time.ts';

const HUNDREDTHS = 100;

/** What the contract says of a quiz, in the language of the page: English as it stands there. */
const isEnglish = ({ locale }: Language): boolean => locale === ENGLISH;

const points = (count: number, { _ }: Language): string =>
  _(msg({ message: plural(count, { one: '# point', other: '# points' }) }));

const questions = (count: number, { _ }: Language): string =>
  _(msg({ message: plural(count, { one: '# question', other: '# questions' }) }));

const answers = (count: number, { _ }: Language): string =>
  _(msg({ message: plural(count, { one: '# answer', other: '# answers' }) }));

/** 2 of 3 points. */
export const earnedIn = (earned: number, all: number, language: Language): string =>
  isEnglish(language)
    ? words.earnedWords(earned, all)
    : language._(msg`${{ earned: formatCount(earned / HUNDREDTHS) }} of ${{ points: points(all, language) }}`);

/** 2 of 3 points, 1 answer waiting for your teacher; undefined while there is neither. */
export const soFarIn = (asked: readonly AttemptQuestion[], language: Language): string | undefined => {
  if (isEnglish(language)) return words.pointsSoFar(asked);
  const { graded, earned, points: all, waiting } = words.countSoFar(asked);
  const parts = [
    ...(graded > 0 ? [earnedIn(earned, all, language)] : []),
    ...(waiting > 0 ? [language._(msg`${{ answers: answers(waiting, language) }} waiting for your teacher`)] : []),
  ];
  return parts.length > 0 ? parts.join(', ') : undefined;
};

const verdicts = {
  right: msg`Right`,
  partly: msg`Partly right`,
  wrong: msg`Not right`,
  waiting: msg`Waiting for a grade`,
} as const;

/** Right; for more than one point, how many of them. */
export const verdictIn = (question: Pick<AttemptQuestion, 'result' | 'points'>, language: Language) => {
  const { verdict = null, earned = null } = question.result ?? {};
  if (isEnglish(language) || verdict === null) return words.verdictWords(question);
  if (verdict === 'wrong' && earned !== null && earned < 0)
    return `${language._(verdicts.wrong)}, −${points(-earned / HUNDREDTHS, language)}`;
  return verdict === 'partly' && earned !== null
    ? earnedIn(earned, question.points, language)
    : language._(verdicts[verdict]);
};

/** How an attempt ended; with what is missing to the pass mark. */
export const headlineIn = (score: QuizScore | null, passPercent: number, language: Language): string => {
  const { _ } = language;
  if (isEnglish(language)) return words.headlineOf(score, passPercent);
  if (!score) return _(msg`Submitted`);
  if (score.hasPassed) return _(msg`You passed`);
  const missing = words.pointsToPass(score.points, passPercent) - score.earned / HUNDREDTHS;
  return _(msg`${{ points: points(Math.ceil(missing * 10) / 10, language) }} more, and you pass`);
};

const left = ({ attemptsLeft, hasPassed, settings: { scoring, mustPass } }: Quiz, { _ }: Language): string => {
  if (hasPassed) return _(mustPass ? msg`The next lecture is open.` : msg`You keep your pass.`);
  if (attemptsLeft === 0) return _(msg`You have no attempts left.`);
  const tries =
    attemptsLeft === null
      ? _(msg`You may try as often as you like.`)
      : _(
          msg({
            message: plural(attemptsLeft, { one: 'You have # attempt left.', other: 'You have # attempts left.' }),
          }),
        );
  return scoring === 'best' ? `${tries} ${_(msg`Your best score counts, so another attempt cannot lower it.`)}` : tries;
};

/** Below the heading of a submitted attempt: what remains, or what it waits for. */
export const resultIn = (attempt: QuizAttempt, quiz: Quiz, language: Language): string => {
  const { _ } = language;
  const at = (instant: string): string => formatOwnMoment(instant, language.locale);
  if (isEnglish(language)) return words.resultWords(attempt, quiz, at);
  const { reset, state, score, showsScore } = attempt;
  if (reset) return _(msg`Your teacher has reset this attempt, so it does not count: ${{ reason: reset.reason }}`);
  if (state === 'waiting') {
    const count = attempt.questions.filter(({ result }) => result?.verdict === 'waiting').length;
    return _(msg`Your teacher is marking ${{ answers: answers(count, language) }}.`);
  }
  if (score)
    return quiz.availability === 'closed' && !quiz.hasPassed ? _(msg`This quiz is closed.`) : left(quiz, language);
  const { closesAt } = quiz.settings;
  if (showsScore === 'once_passed') return _(msg`You see your score once you pass, or have no attempts left.`);
  if (showsScore !== 'after_window') return _(msg`The score of this test is not shown.`);
  return closesAt === null
    ? _(msg`You see your score once the quiz has closed.`)
    : _(msg`You see your score once the quiz has closed, on ${{ moment: at(closesAt) }}.`);
};

/** Where a learner stands: the heading of a quiz before an attempt, and between two. */
export const standingIn = (quiz: Quiz, language: Language): string => {
  const { _ } = language;
  if (isEnglish(language)) return words.standingWords(quiz);
  const { hasPassed, percent, attempts, settings } = quiz;
  if (percent !== null) return _(hasPassed ? msg`You passed with ${percent}%` : msg`${percent}% so far`);
  const counted = attempts.filter(({ isReset }) => !isReset);
  if (counted.some(({ state }) => state === 'waiting')) return _(msg`Your answers are being graded`);
  if (counted.length > 0) return _(hasPassed ? msg`You passed` : msg`You have submitted it`);
  const size = questions(quiz.questions, language);
  return settings.draw === null ? `${size}, ${points(quiz.points, language)}` : size;
};

/** The button that begins an attempt, or continues the open one. */
export const startIn = (quiz: Quiz, language: Language): string => {
  const { _ } = language;
  if (isEnglish(language)) return words.startWords(quiz);
  const { openAttemptId, attempts, settings } = quiz;
  if (openAttemptId !== null) return _(msg`Continue`);
  if (attempts.some(({ isReset }) => !isReset)) return _(msg`Start attempt ${{ number: attempts.length + 1 }}`);
  return _(settings.mode === 'test' ? msg`Start the test` : msg`Start`);
};

/** What an attempt of the list was worth. */
export const scoreIn = (attempt: Quiz['attempts'][number], language: Language): string => {
  const { _ } = language;
  if (isEnglish(language)) return words.scoreWords(attempt);
  const { state, score, isReset } = attempt;
  if (isReset) return _(msg`Reset`);
  if (state === 'waiting') return _(verdicts.waiting);
  if (!score) return _(state === 'open' ? msg`Not submitted` : msg`Submitted`);
  return score.hasPassed ? _(msg`${{ percent: score.percent }}%, passed`) : `${score.percent}%`;
};
