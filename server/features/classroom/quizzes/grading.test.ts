import { expect, test } from 'vitest';
import { type NewQuizQuestion, QuizAnswer, QuizQuestion } from '#contract/classroom/quiz-questions.ts';
import { grade, hundredthsOf, isPass, percentOf } from './grading.ts';

const earned = (question: NewQuizQuestion, answer: Partial<QuizAnswer> | null, penaltyPercent = 0): number | null =>
  grade(QuizQuestion.parse(question), answer && QuizAnswer.parse(answer), { penaltyPercent });

const option = (id: string, isCorrect = false) => ({ id, text: id, isCorrect });
const single: NewQuizQuestion = { type: 'single', text: 'Which?', options: [option('a', true), option('b')] };
const multiple: NewQuizQuestion = {
  type: 'multiple',
  text: 'Which three?',
  points: 3,
  options: [option('a', true), option('b', true), option('c', true), option('d'), option('e')],
};

test('one choice counts when it is the right one', () => {
  expect([{ choices: ['a'] }, { choices: ['b'] }, { choices: ['gone'] }].map((one) => earned(single, one))).toEqual([
    100, 0, 0,
  ]);
});

test.each([
  [['a', 'b', 'c'], 300, 300],
  [['a', 'b'], 0, 200],
  [['a', 'b', 'd'], 0, 100],
  [['d', 'e'], 0, 0],
  [['a', 'd', 'e'], 0, 0],
  [['a', 'b', 'c', 'd', 'e'], 0, 100],
  [['a', 'a'], 0, 100],
  [['a', 'b', 'c', 'removed'], 0, 200],
])('choosing %j earns %i hundredths all or nothing, and %i in parts', (choices, whole, partial) => {
  expect(earned(multiple, { choices })).toBe(whole);
  expect(earned({ ...multiple, isPartial: true }, { choices })).toBe(partial);
});

test('true or false, and no answer', () => {
  const question: NewQuizQuestion = { type: 'true_false', text: 'Is it?', isTrue: false };
  expect(earned(question, { choices: ['false'] })).toBe(100);
  expect(earned(question, { choices: ['true'] })).toBe(0);
  expect(earned(question, { choices: [] })).toBe(0);
  expect(earned(question, null)).toBe(0);
});

test('a short text and a gap count as what a reader sees, whatever a phone made of them', () => {
  const short: NewQuizQuestion = { type: 'short', text: 'What?', accepted: ["don't", 'well-known', 'हिन्दी', '42'] };
  const right = ['don’t', 'Don`t', 'well‑known', 'well–known ', '\u200bwell-\u00adknown', 'हिंदी', '४२'];
  expect(right.map((text) => earned(short, { text }))).toEqual(right.map(() => 100));
  expect(['dont', 'wellknown', 'हिन्द', '\u200b'].map((text) => earned(short, { text }))).toEqual([0, 0, 0, 0]);
  const blanks: NewQuizQuestion = { type: 'blanks', text: '{{1}}', gaps: [['“quoted”']] };
  expect(earned(blanks, { parts: ['"quoted"'] })).toBe(100);
});

test('options that look the same are the same', () => {
  const item = (id: string, text: string, media: string | null = null) => ({ id, text, media });
  const order: NewQuizQuestion = {
    type: 'order',
    text: 'Sort',
    items: [item('1', 'Stir'), item('2', 'Boil'), item('3', 'Stir')],
  };
  expect(
    [
      ['3', '2', '1'],
      ['1', '2', '3'],
      ['2', '1', '3'],
    ].map((choices) => earned(order, { choices })),
  ).toEqual([100, 100, 0]);
  const pictures: NewQuizQuestion = {
    type: 'order',
    text: 'Sort',
    items: [item('1', 'Moon', 'image-a.webp'), item('2', 'Moon', 'image-b.webp')],
  };
  expect(
    [
      ['1', '2'],
      ['2', '1'],
    ].map((choices) => earned(pictures, { choices })),
  ).toEqual([100, 0]);
  const twice = [option('a', true), { ...option('b'), text: 'a' }, option('c')];
  expect(['a', 'b', 'c'].map((id) => earned({ ...single, options: twice }, { choices: [id] }))).toEqual([100, 100, 0]);
  const both: NewQuizQuestion = { ...multiple, options: [...twice, option('d', true)] };
  expect(
    [
      ['a', 'd'],
      ['b', 'd'],
      ['a', 'b', 'd'],
      ['a', 'c', 'd'],
    ].map((choices) => earned(both, { choices })),
  ).toEqual([300, 300, 300, 0]);
  const pair = (id: string, left: string, right: string) => ({ id, left, rightId: `r${id}`, right });
  const match: NewQuizQuestion = {
    type: 'match',
    text: 'Match',
    points: 2,
    pairs: [pair('1', 'already', 'schon'), pair('2', 'beautiful', 'schön')],
  };
  expect(
    [
      ['r1', 'r2'],
      ['r2', 'r1'],
    ].map((parts) => earned(match, { parts })),
  ).toEqual([200, 0]);
});

test('a short text is one of those accepted, without case, accents and spaces, and never by likeness', () => {
  const question: NewQuizQuestion = { type: 'short', text: 'What?', accepted: ['Café au lait', 'कीमत'] };
  const answers = ['cafe  AU lait', 'café au lait', 'Cafe au lai', 'कीमत', 'कमत'];
  expect(answers.map((text) => earned(question, { text }))).toEqual([100, 100, 0, 100, 0]);
});

test.each([
  [0, false, ['12000', '12,000', '12000.01'], [100, 100, 0]],
  [5, false, ['11995', '12005', '12005.5'], [100, 100, 0]],
  [1, true, ['11880', '12120', '12121'], [100, 100, 0]],
])('a number within ± %d (percent: %s)', (tolerance, isPercent, texts, expected) => {
  const question: NewQuizQuestion = { type: 'number', text: 'How much?', value: 12_000, tolerance, isPercent };
  expect(texts.map((text) => earned(question, { text }))).toEqual(expected);
});

test('an answer is read as its key is', () => {
  const question: NewQuizQuestion = { type: 'number', text: 'How much?', value: 0.125 };
  const answers = ['0,125', '०.१२५', '٠٫١٢٥', '125', '0.125 kg', '−0,125'];
  expect(answers.map((text) => earned(question, { text }))).toEqual([100, 100, 100, 0, 0, 0]);
});

test('a number with no exact form counts at its tolerance', () => {
  const question: NewQuizQuestion = { type: 'number', text: 'How much?', value: 0.3, tolerance: 0.1 };
  expect([
    earned(question, { text: '0.2' }),
    earned(question, { text: '0.4' }),
    earned(question, { text: '0.41' }),
  ]).toEqual([100, 100, 0]);
});

test('an order counts as a whole, pairs and gaps in parts', () => {
  const order: NewQuizQuestion = {
    type: 'order',
    text: 'Sort',
    items: ['x', 'y', 'z'].map((id) => ({ id, text: id })),
  };
  expect(earned(order, { choices: ['x', 'y', 'z'] })).toBe(100);
  expect(earned(order, { choices: ['x', 'z', 'y'] })).toBe(0);
  expect(earned(order, { choices: ['x', 'y'] })).toBe(0);
  const pairs = [
    { id: '1', left: 'Rent', rightId: 'r1', right: 'Cost' },
    { id: '2', left: 'Wages', rightId: 'r2', right: 'Cost' },
    { id: '3', left: 'Loan', rightId: 'r3', right: 'Debt' },
  ];
  const match: NewQuizQuestion = { type: 'match', text: 'Match', points: 3, pairs };
  expect(earned(match, { parts: ['r2', 'r1', 'r3'] })).toBe(300);
  expect(earned(match, { parts: ['r2', 'r3', ''] })).toBe(100);
  const blanks: NewQuizQuestion = { type: 'blanks', text: '{{1}} and {{2}}', gaps: [['cash'], ['profit', 'gain']] };
  expect(earned(blanks, { parts: [' Cash', 'GAIN'] })).toBe(100);
  expect(earned(blanks, { parts: ['profit', 'gain'] })).toBe(50);
});

test('a person grades a long text, unless it is empty', () => {
  const question: NewQuizQuestion = { type: 'long', text: 'Why?' };
  expect([earned(question, { text: 'Because' }), earned(question, { text: '  ' }), earned(question, null)]).toEqual([
    null,
    0,
    0,
  ]);
});

test.each([
  [500, 8, 70, false, 63],
  [600, 8, 70, true, 75],
  [560, 8, 70, true, 70],
  [559, 8, 70, false, 69],
  [0, 0, 70, true, 0],
  [800, 8, 100, true, 100],
  [799, 8, 100, false, 99],
])('%i hundredths of %i points pass %i%%: %s, shown as %i%%', (earnedHundredths, points, mark, passes, percent) => {
  const total = { earned: earnedHundredths, points };
  expect([isPass(total, mark), percentOf(total, mark)]).toEqual([passes, percent]);
});

test.each<[NewQuizQuestion, string]>([
  [{ ...single, options: [option('a'), option('b')] }, 'Mark one answer as right'],
  [{ ...single, options: [option('a', true), option('b', true)] }, 'Mark one answer as right'],
  [{ ...multiple, options: [option('a'), option('b')] }, 'Mark at least one answer as right'],
  [{ ...single, options: [option('a', true)] }, 'Add at least two answers'],
  [
    { type: 'blanks', text: 'No gap', gaps: [['a']] },
    'Write each gap into the text as {{1}}, {{2}} and so on, and add an answer to each',
  ],
  ...['{{1}} {{3}}', '{{1}} {{1}}', '{{0}} {{1}}'].map((text): [NewQuizQuestion, string] => [
    { type: 'blanks', text, gaps: [['a']] },
    'Number the gaps {{1}}, {{2}} and so on, each number once, and add the answers of each',
  ]),
  [{ type: 'long', text: 'Why?', points: 9999 }, 'The points are a whole number from 1 to 100'],
  [
    { type: 'long', text: 'Why?', explainedAt: { lectureId: 'l', fromMs: 2000, toMs: 1000 } },
    'The end must be after the beginning',
  ],
  [{ type: 'long', text: ' ' }, 'Please enter the question'],
])('refuses a question that cannot be answered (%#)', (question, message) => {
  expect(QuizQuestion.safeParse(question).error?.issues[0]?.message).toBe(message);
});

test('a point has a hundred hundredths', () => {
  expect(hundredthsOf(3)).toBe(300);
});

test('a wrong answer loses its part of the points; no answer, a part of one, and what a person grades lose nothing', () => {
  const partial = { ...multiple, isPartial: true } as const;
  const long: NewQuizQuestion = { type: 'long', text: 'Why?' };
  expect([
    earned(single, { choices: ['b'] }, 25),
    earned(multiple, { choices: ['d'] }, 50),
    earned(partial, { choices: ['a', 'd'] }, 50),
    earned(partial, { choices: ['a'] }, 50),
    earned(single, { choices: [] }, 25),
    earned(single, null, 25),
    earned(single, { choices: ['a'] }, 25),
    earned(long, { text: 'Because' }, 25),
  ]).toEqual([-25, -150, -150, 100, 0, 0, 100, null]);
});
