import { expect, test } from 'vitest';
import type { AttemptQuestion } from '#contract/classroom/quiz-fields.ts';
import { QuizSettings } from '#contract/classroom/quiz-settings.ts';
import { wholeLanguage } from '#web/app/open-language.ts';
import { english } from '#contract/languages/language.ts';
import { rulesIn } from './quiz-rules-in.ts';
import { soFarIn, textIn } from './quiz-words-in.ts';

const question = (
  earned: number | null,
  verdict: 'right' | 'wrong' | 'waiting' | null,
  points = 1,
): AttemptQuestion => ({
  type: 'short',
  text: 'Why?',
  blocks: [],
  points,
  options: [],
  lefts: [],
  leftMedia: [],
  gaps: 0,
  position: 0,
  answer: { choices: [], text: '', parts: [], file: null },
  seq: 1,
  isLocked: true,
  isLate: false,
  result: { verdict, earned, comment: '', parts: [], solution: null },
});

test.each<[AttemptQuestion[], string | undefined]>([
  [[], undefined],
  [[question(100, 'right'), question(0, 'wrong', 2)], '1 of 3 points'],
  [[question(100, 'right'), question(null, 'waiting', 5)], '1 of 1 point, 1 answer waiting for your teacher'],
  [[question(null, 'waiting'), question(null, 'waiting')], '2 answers waiting for your teacher'],
  [[question(-50, 'wrong'), question(null, null)], '0 of 1 point'],
])('the points so far are those that are graded and shown', (questions, words) => {
  expect(soFarIn(questions, english)).toBe(words);
});

const third = {
  settings: QuizSettings.parse({
    mode: 'test',
    passPercent: 60,
    mustPass: true,
    maxAttempts: 3,
    waitMinutes: 90,
    timeLimitMinutes: 20,
    shows: { score: 'at_once', marks: 'once_passed', answers: 'once_passed', explanations: 'never' },
  }),
  availability: 'open',
  points: 4,
  attempts: [{}],
  attemptsLeft: 2,
} as const;

test('rules are whole in every language', async () => {
  expect(rulesIn(third, english)).toEqual([
    'After you submit, you see your score. You see the right answers once you pass, or have no attempts left.',
    'You pass with 60%, that is 3 of 4 points. The next lectures open once you pass.',
    'You may try 3 times; the next is your second attempt. Your best score counts. Wait 1 h 30 min between attempts.',
    'You have 20 min. The clock keeps running if you leave. When it ends, your answers are submitted.',
  ]);
  expect(rulesIn(third, await wholeLanguage('hi'))[1]).toBe(
    '60% पर आप पास होंगे, यानी 4 अंक में से 3। पास होने पर अगले पाठ खुलेंगे।',
  );
});

test('whether a sentence is true is said in the language of the page, and what people wrote stays', async () => {
  const hindi = await wholeLanguage('hi');
  expect(textIn('true_false', 'True', hindi)).toBe('सही');
  expect(textIn('true_false', 'False', english)).toBe('False');
  expect(textIn('single', 'True', hindi)).toBe('True');
});
