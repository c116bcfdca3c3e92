import { expect, test } from 'vitest';
import { type NewQuizQuestion, QUIZ_QUESTION_TYPES, QuizQuestion } from '#contract/classroom/quiz-questions.ts';
import { effectWords } from './change-dialog.tsx';
import { formatOf } from './import-format.ts';
import { DraftSchema, draftOf, emptyDraft, gapsIn, msOf, type QuestionDraft, timeOf } from './question-draft.ts';
import { aboutQuestion, keyWords } from './question-words.ts';
import { discriminationWords } from './results.tsx';
import { english } from '#contract/languages/language.ts';

const option = (text: string, isCorrect = false) => ({ id: `id-${text}`, text, isCorrect });
const common = { text: 'Which {{1}}?', points: 2, explanation: 'Because.' };

const questions: readonly NewQuizQuestion[] = [
  { ...common, type: 'single', options: [option('a', true), option('b')] },
  { ...common, type: 'multiple', options: [option('a', true), option('b', true)], isPartial: true },
  { ...common, type: 'true_false', isTrue: false },
  { ...common, type: 'short', accepted: ['profit', 'the profit'] },
  { ...common, type: 'number', value: 2.5, tolerance: 5, isPercent: true },
  { ...common, type: 'order', items: [{ text: 'first' }, { text: 'last' }] },
  { ...common, type: 'match', pairs: ['x', 'y'].map((left) => ({ left, rightId: '', right: `${left}!` })) },
  { ...common, type: 'blanks', gaps: [['sales', 'turnover']] },
  {
    ...common,
    type: 'long',
    guidance: 'One number.',
    explainedAt: { lectureId: 'l1', fromMs: 252_000, toMs: 3_750_000 },
  },
  {
    ...common,
    type: 'file',
    guidance: 'One number.',
    explainedAt: { lectureId: 'l1', fromMs: 252_000, toMs: 3_750_000 },
  },
];

const faultsOf = (draft: QuestionDraft) =>
  DraftSchema.safeParse(draft).error?.issues.map(({ path, message }) => [path.join('.'), message]);

test('a question of every type is the same after it was in its form', () => {
  expect(questions.map(({ type }) => type)).toEqual(QUIZ_QUESTION_TYPES);
  for (const given of questions) {
    const question = QuizQuestion.parse(given);
    expect(DraftSchema.parse(draftOf(question))).toEqual(question);
  }
});

test('empty answers are left out, and one that is marked as right is missed', () => {
  const draft = emptyDraft('single');
  const blank = { ...option(''), feedback: '', isPinned: false, media: null };
  const options = [{ ...blank, text: 'a', isCorrect: true }, blank, { ...blank, text: 'b' }, blank];
  expect(DraftSchema.parse({ ...draft, text: 'Which?', options })).toMatchObject({
    options: [{ text: 'a' }, { text: 'b' }],
  });
  expect(
    faultsOf({
      ...draft,
      text: 'Which?',
      options: [
        { ...blank, text: 'a' },
        { ...blank, isCorrect: true },
      ],
    }),
  ).toEqual([['options.1.text', 'Please enter the answer']]);
});

test('faults are beside the fields of the form', () => {
  expect(faultsOf(emptyDraft('single'))).toEqual([
    ['text', 'Please enter the question'],
    ['options', 'Add at least two answers'],
    ['options', 'Mark one answer as right'],
  ]);
  expect(faultsOf({ ...emptyDraft('number'), text: 'How much?' })).toEqual([['value', 'Enter a number']]);
  expect(faultsOf({ ...emptyDraft('blanks'), text: 'No gap' })?.[0]?.[0]).toBe('gaps');
  const explainedAt = { lectureId: 'l1', fromMs: 'soon', toMs: '0:10' };
  expect(faultsOf({ ...emptyDraft('true_false'), text: 'So?', explainedAt })).toEqual([
    ['explainedAt.fromMs', 'Enter the time as in 4:12'],
  ]);
  expect(
    faultsOf({ ...emptyDraft('true_false'), text: 'So?', explainedAt: { ...explainedAt, fromMs: '1:00' } }),
  ).toEqual([['explainedAt.toMs', 'The end must be after the beginning']]);
});

test('numbers may have a decimal comma', () => {
  const draft = { ...emptyDraft('number'), text: 'How much?', value: '2,5', tolerance: '' };
  expect(DraftSchema.parse(draft)).toMatchObject({ value: 2.5, tolerance: 0 });
});

test('times and gaps are read and written', () => {
  expect([msOf('4:12'), msOf('1:02:30'), msOf('75:00'), msOf('4:72')]).toEqual([252_000, 3_750_000, 4_500_000, NaN]);
  expect([timeOf(252_000), timeOf(3_750_000)]).toEqual(['4:12', '1:02:30']);
  expect([gapsIn('No gap'), gapsIn('{{2}} before {{1}}')]).toEqual([0, 2]);
});

test('keys are named in words', () => {
  expect(questions.map((question) => keyWords(QuizQuestion.parse(question), english))).toEqual([
    'a',
    'a, b',
    'False',
    'profit, the profit',
    '2.5 ± 5 %',
    'first → last',
    'x = x!, y = y!',
    'sales or turnover',
    '',
    '',
  ]);
  const [, , , , number] = questions;
  expect(number && aboutQuestion(QuizQuestion.parse(number), english)).toBe('Number, ± 5 % · 2 points');
});

test('the format of a text is recognised', () => {
  expect(formatOf('What is rent?\nA. A cost\nB. A sale\nANSWER: A')).toBe('aiken');
  expect(formatOf('type,question,answers\nsingle,What is rent?,A cost|A sale')).toBe('csv');
  expect(formatOf('::Rent:: What type of cost, if any, is rent? { =Fixed ~None }')).toBe('gift');
});

test('effects and figures are sentences', () => {
  const effect = { policy: 'new_only', rise: 12, fall: 9, stay: 0, nowPass: 3, noLongerPass: 2, changes: [] } as const;
  expect(effectWords({ ...effect, changes: [] }, english)).toBe('12 scores rise, 9 fall, 3 now pass, 2 no longer pass');
  expect(effectWords({ ...effect, rise: 0, fall: 0, changes: [] }, english)).toBe('No score changes');
  expect([null, -0.31, 0.1, 0.42].map((figure) => discriminationWords(figure, english))).toEqual([
    'Too few answers to say more',
    'Strong learners get it wrong (−0.31). Check the key.',
    'Says little about who knows more (0.10)',
    'Tells who knows more (0.42)',
  ]);
});
