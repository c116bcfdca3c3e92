import { expect, test } from 'vitest';
import { type NewQuizQuestion, QuizQuestion } from '#contract/classroom/quiz-questions.ts';
import { cpuMs } from '#test/cpu-time.ts';
import { readQuiz } from './read-quiz.ts';
import { writeGift } from './write-gift.ts';

const read = (format: 'gift' | 'aiken' | 'csv', text: string) => readQuiz(format, text).entries;
const gift = (text: string) => read('gift', text);
const questionOf = (text: string) => {
  const [entry] = gift(text);
  return entry && 'question' in entry ? entry.question : entry;
};
test('the header and the types of a CSV file are read as people write them', () => {
  const file = 'Ｑｕｅｓｔｉｏｎ,An\u200Bswer,Ｔｙｐｅ\nIs cash profit?,False,Ｔｒｕｅ＿ｆａｌｓｅ\n';
  expect(read('csv', file)).toMatchObject([{ question: { type: 'true_false', isTrue: false } }]);
});

const faultOf = (text: string) => {
  const [entry] = gift(text);
  return entry && 'fault' in entry ? entry.fault : undefined;
};

test.each<[string, object]>([
  [
    'Is cash profit? {F#No.####Think again.}',
    { type: 'true_false', isTrue: false, explanation: 'No.\n\nThink again.' },
  ],
  ['Is it? {T#Good}', { type: 'true_false', isTrue: true, explanation: 'Good' }],
  [
    '::Q1:: [markdown] Which? {=Right#Yes ~Wrong#No}',
    {
      type: 'single',
      text: 'Which?',
      options: [
        { text: 'Right', isCorrect: true, feedback: 'Yes' },
        { text: 'Wrong', isCorrect: false, feedback: 'No' },
      ],
    },
  ],
  [
    'Which two? {~%50%A ~%50%B ~%-100%C}',
    { type: 'multiple', isPartial: true, options: [{ isCorrect: true }, { isCorrect: true }, { isCorrect: false }] },
  ],
  ['Which two? {=A =B ~C}', { type: 'multiple', isPartial: false }],
  ['What? {=Café =Cafe}', { type: 'short', accepted: ['Café', 'Cafe'] }],
  ['How much? {#12000:5}', { type: 'number', value: 12_000, tolerance: 5 }],
  ['How much? {#2,5:0,125}', { type: 'number', value: 2.5, tolerance: 0.125 }],
  ['How much? {#–5..१२}', { type: 'number', value: 3.5, tolerance: 8.5 }],
  ['How much? {#10..12}', { type: 'number', value: 11, tolerance: 1 }],
  ['How much? {#=%100%7:2#Yes}', { type: 'number', value: 7, tolerance: 2, explanation: 'Yes' }],
  ['Which two? {=%50%A =%50%B ~C}', { type: 'multiple', isPartial: true }],
  ['Match. {=Rent -> Cost =Loan -> Debt}', { type: 'match', pairs: [{ left: 'Rent' }, { right: 'Debt' }] }],
  [
    String.raw`[html]<p dir\="ltr">Is <b>cash </b>profit&nbsp;&amp; a_b<br />or <i>not</i>?</p><p>Say.</p> {=<p>Yes &lt;1</p>#<b>Good</b> ~No####<em>So</em>}`,
    {
      text: 'Is **cash** profit & a\\_b\nor *not*?\n\nSay.',
      explanation: '*So*',
      options: [
        { text: 'Yes <1', feedback: 'Good' },
        { text: 'No', feedback: '' },
      ],
    },
  ],
  ['<p>Is <b>it</b>?</p> {T}', { text: 'Is **it**?' }],
  ['[html]<p>Cakes {=sold ~[html]eaten} count.</p>', { text: 'Cakes _____ count.', options: [{}, { text: 'eaten' }] }],
  ['[markdown]What does `<b>` do? {T}', { text: 'What does `<b>` do?' }],
  ['Is a<b and c>d? {T}', { text: 'Is a<b and c>d?' }],
  ['Why? {}', { type: 'long', text: 'Why?' }],
  ['Cakes {=sold ~eaten} on Monday count.', { type: 'single', text: 'Cakes _____ on Monday count.' }],
  [String.raw`Is 1\=1 \{true\}\n\\? {T}`, { text: 'Is 1=1 {true}\n\\?', isTrue: true }],
  ['एक और एक? {=दो ~तीन}', { type: 'single', text: 'एक और एक?', options: [{ text: 'दो' }, { text: 'तीन' }] }],
])('reads %j', (text, expected) => {
  expect(questionOf(text)).toMatchObject(expected);
});

test.each([
  ['Just a text', 'There are no answers in braces'],
  ['Never closed {=A ~B', 'The closing brace } is missing'],
  ['{=A ~B}', 'There is no question'],
  ['Which? {~A ~B}', 'No answer is right'],
  ['Which? {=A ~}', 'An answer is empty'],
  ['Which? {~A}', 'There are fewer than two answers'],
  ['How much? {#many}', 'The answer is not a number'],
  ['Which? {=A ~%50%B}', 'One right answer with partial credit for others is not supported'],
  [
    'How much? {#=%50%4:1}',
    'Several numbers, or part of the points for one, are not supported. Use one number with a tolerance.',
  ],
  ['Which? {=%-100%A ~B}', 'An answer marked as right has a weight that gives no points'],
  ['Which? {~%70%A ~%30%B ~C}', 'The right answers must count the same, and 100% together'],
  ['Which? {~%30%A ~%30%B ~C}', 'The right answers must count the same, and 100% together'],
  ['[html]<img src="x">Which? {T}', 'It has a picture, a table or a medium, which cannot be imported'],
  ['Match. {=A -> B}', 'Add at least two answers'],
])('says what is wrong with %j', (text, fault) => {
  expect(faultOf(text)).toBe(fault);
});

test('one faulty question does not keep the others from being read, and each has its line', () => {
  const text = '// Notes\n$CATEGORY: $course$/top\n\nOne? {T}\n\n\nTwo? {=\n\n// A remark\nThree?\n{F}\n';
  expect(gift(text.replaceAll('\n', '\r\n')).map((entry) => [entry.line, 'fault' in entry])).toEqual([
    [4, false],
    [7, true],
    [10, false],
  ]);
});

const tryToRead = (format: 'gift' | 'aiken', text: string) => {
  try {
    readQuiz(format, text);
  } catch (error) {
    expect(error).toMatchObject({ code: 'too_many_quiz_questions' });
  }
};

test('reads a long hostile file in a moment', () => {
  const begun = cpuMs();
  for (const part of ['{', '::', '=~#', '\\', '####', '{=a ~b}\n\n', '=%1%', '$CATEGORY:\n', '[html]<b>', '<p ', '&#'])
    tryToRead('gift', part.repeat(30_000 / part.length));
  for (const start of ['<p a\\=', '[html]<b>', '<p', '[html]<p '])
    for (const filling of [' ', 'a ', '&nbsp;'])
      tryToRead('gift', `${start}${filling.repeat(19_000 / filling.length)} {T}`);
  for (const part of ['A.', 'A. b\n', 'ANSWER: A\n\n']) tryToRead('aiken', part.repeat(30_000 / part.length));
  expect(cpuMs() - begun).toBeLessThan(5000);
});

test('reads Aiken, with the line of each fault', () => {
  const text = 'Which?\nA. One\nB) Two\nANSWER: B\n\nWhat?\nA. One\nB. Two\n\nHow?\nA. One\nB. Two\nANSWER: C\n';
  expect(read('aiken', text)).toMatchObject([
    {
      line: 1,
      question: {
        type: 'single',
        options: [
          { text: 'One', isCorrect: false },
          { text: 'Two', isCorrect: true },
        ],
      },
    },
    { line: 6, fault: 'The line “ANSWER:” is missing' },
    { line: 13, fault: 'The right answer is not one of the answers' },
  ]);
});

test('reads CSV by its header', () => {
  const text = [
    'Type,Question,Option 1,Option 2,Option 3,Answer,Points,Explanation',
    'single,Which?,One,Two,,B,2,Because',
    'multiple,Which two?,One,Two,Three,One|3,,',
    ',By number?,One,Two,,1,,',
    'true_false,Is it?,,,,TRUE,,',
    'short,What?,,,,Cash|Money,,',
    'number,How much?,,,,"₹3,20,000±10",,',
    'order,Sort,One,Two,Three,,,',
    'long,Why?,,,,,,',
    'essay,Why?,,,,,,',
    'single,Which?,One,Two,,Z,,',
    'short,"Two\nlines?",,,,,,',
    'long,Why?,,,,,9999,',
    'long,Why?,,,,,1.5,',
    `long,${'y'.repeat(10_001)},,,,,,`,
  ].join('\n');
  expect(read('csv', text)).toMatchObject([
    { line: 2, question: { type: 'single', points: 2, explanation: 'Because', options: [{}, { isCorrect: true }] } },
    {
      line: 3,
      question: { type: 'multiple', options: [{ isCorrect: true }, { isCorrect: false }, { isCorrect: true }] },
    },
    { line: 4, question: { type: 'single', options: [{ isCorrect: true }, { isCorrect: false }] } },
    { line: 5, question: { type: 'true_false', isTrue: true } },
    { line: 6, question: { type: 'short', accepted: ['Cash', 'Money'] } },
    { line: 7, question: { type: 'number', value: 320_000, tolerance: 10 } },
    { line: 8, question: { type: 'order', items: [{ text: 'One' }, {}, {}] } },
    { line: 9, question: { type: 'long' } },
    { line: 10, fault: '“essay” is not a type of question' },
    { line: 11, fault: 'The right answer is not one of the answers' },
    { line: 12, fault: 'Add at least one accepted answer' },
    { line: 14, fault: 'The points are a whole number from 1 to 100' },
    { line: 15, fault: 'The points are a whole number from 1 to 100' },
    { line: 16, fault: 'This is longer than the field allows' },
  ]);
  expect(read('csv', 'Type,Question\nshort,What?')).toEqual([{ line: 1, fault: 'The column “answer” is missing' }]);
});

test.each([
  ['2,5±0,125', { value: 2.5, tolerance: 0.125, isPercent: false }],
  ['"१,२३४ ± ५%"', { value: 1234, tolerance: 5, isPercent: true }],
  ['–5 +/- 1', { value: -5, tolerance: 1, isPercent: false }],
  ['1.234,5', { value: 1234.5, tolerance: 0, isPercent: false }],
])('the number %s of a CSV file is what an answer would be', (answer, question) => {
  const quoted = answer.startsWith('"') ? answer : `"${answer}"`;
  expect(read('csv', `Type,Question,Answer\nnumber,How much?,${quoted}`)).toMatchObject([{ question }]);
});

test('a unit in a key is a fault of its line', () => {
  expect(read('csv', 'Type,Question,Answer\nnumber,How much?,8 weeks')).toEqual([
    { line: 2, fault: 'The answer is not a number' },
  ]);
});

test('what GIFT has is the same after writing and reading it', () => {
  const options = [
    { text: 'a = {1}', isCorrect: true, feedback: 'Yes: #1' },
    { text: 'b ~ \\', isCorrect: false },
    { text: 'c', isCorrect: true },
  ];
  const questions: NewQuizQuestion[] = [
    { type: 'single', text: 'Which\n\none?', options: options.slice(0, 2), explanation: 'So {it} is.' },
    { type: 'multiple', text: 'Which?', isPartial: true, options },
    { type: 'true_false', text: 'Is it?', isTrue: false },
    { type: 'short', text: 'What?', accepted: ['a', 'b:c'] },
    { type: 'number', text: 'How much?', value: -1.5, tolerance: 0.25 },
    {
      type: 'match',
      text: 'Match',
      pairs: [
        { left: 'a', right: 'b' },
        { left: 'c', right: 'd' },
      ],
    },
    { type: 'long', text: 'Why?' },
  ];
  const parsed = questions.map((question) => QuizQuestion.parse(question));
  const written = writeGift(parsed);
  expect(gift(written).map((entry) => ('question' in entry ? entry.question : entry.fault))).toEqual(parsed);
  const order = QuizQuestion.parse({ type: 'order', text: 'Sort', items: [{ text: 'a' }, { text: 'b' }] });
  expect(writeGift([order])).toBe('// Question 1 (order) has no form in GIFT: use JSON.\n');
});
