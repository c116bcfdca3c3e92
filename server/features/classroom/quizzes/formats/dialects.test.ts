import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readQuiz } from './read-quiz.ts';

const questionsIn = (format: 'gift' | 'aiken' | 'csv', text: string) =>
  readQuiz(format, text).entries.flatMap((entry) => ('question' in entry ? [entry.question] : []));

test('an export of Moodle is read, with what was left out of each question', () => {
  const text = readFileSync(new URL('as-moodle-exports.gift', import.meta.url), 'utf8');
  const { report } = readQuiz('gift', text);
  expect(report).toEqual({
    read: 12,
    repaired: [
      { line: 32, what: 'Feedback for each answer, which only choices have, was left out' },
      { line: 49, what: 'Answers that give a part of the points were left out' },
      { line: 49, what: 'Feedback for each answer, which only choices have, was left out' },
      { line: 57, what: '“moo”, which belongs to nothing, was left out of the match' },
      { line: 85, what: 'Wrong answers take no points away here' },
    ],
    leftOut: [
      { line: 65, why: 'A description without a question' },
      { line: 77, why: 'One right answer with partial credit for others is not supported' },
    ],
  });
  const questions = questionsIn('gift', text);
  expect(questions.map((question) => question.text)).toEqual([
    'What is the capital of France?',
    'Water is H₂O and x².',
    'Which are right?\n\n- one\n- two',
    '¿Cuántos años?',
    'Is the sky blue?',
    String.raw`Solve \\(x^2 = 4\\)`,
    'Pi?',
    'Capital of Spain?',
    'Match',
    'Explain osmosis in 5 lines.',
    'See [this page](https://example.com/a?b=c). True?',
    'Best?',
  ]);
  expect(questions).toMatchObject([
    { type: 'single', options: [{ text: 'Paris', isCorrect: true }, { text: 'London' }] },
    { type: 'true_false' },
    { type: 'multiple', isPartial: true },
    { type: 'single', options: [{ text: '5 años °' }, { text: '6 − 1' }] },
    { type: 'true_false', isTrue: true, explanation: '' },
    { type: 'short', accepted: ['2', '-2'] },
    { type: 'number', value: 3.14, tolerance: 0.01 },
    { type: 'short', accepted: ['Madrid'] },
    { type: 'match', pairs: [{ left: 'cat', right: 'meow' }, { left: 'dog' }] },
    { type: 'long' },
    { type: 'true_false' },
    { type: 'single', options: [{ isCorrect: true }, { isCorrect: false }, { isCorrect: false }] },
  ]);
});

test.each([
  ['[html]<b>Is<br>it?</b> {T}', '**Is\nit?**'],
  ['[html]Is &bogus; it &copy; &#x1F600;? {T}', 'Is &bogus; it © 😀?'],
  ['[html]Use <code>a_b < c</code> in List<String> {T}', 'Use `a_b < c` in List<String>'],
  ['[html]<pre>if a:\\n  b_c</pre><p>Right?</p> {T}', '```\nif a:\n  b_c\n```\n\nRight?'],
  ['[html]<ol><li>one</li><li><p>two</p><ul><li>deep</li></ul></li></ol> {T}', '1. one\n2. two\n   - deep'],
  ['[html]x<sup>n+1</sup> y<sup>max</sup> z<sub>i</sub> {T}', 'xⁿ⁺¹ y^(max) zi'],
  ['[html]<a href\\="javascript\\:x">a</a> <!-- b --><u>c</u> {T}', 'a c'],
])('HTML becomes Markdown: %s', (text, expected) => {
  expect(questionsIn('gift', text)[0]?.text).toBe(expected);
});

test.each([
  ['What? {=%100%full =%50%half}', 'Answers that give a part of the points were left out', { accepted: ['full'] }],
  ['How much? {#=3:0.1 =%50%4:1}', 'Answers that give a part of the points were left out', { value: 3 }],
  ['Which? {=A ~%-33,33333%B}', 'Wrong answers take no points away here', { type: 'single' }],
  ['Which? {=A =B ~%-100%C}', 'Wrong answers take no points away here', { type: 'multiple' }],
  ['Is it? {T#bad#good}', 'Feedback for each answer, which only choices have, was left out', { isTrue: true }],
  ['What? {=A* =B}', 'An asterisk in an accepted answer matches only an asterisk', { accepted: ['A*', 'B'] }],
])('what a question cannot keep is reported: %s', (text, what, question) => {
  expect(readQuiz('gift', text)).toMatchObject({
    entries: [{ line: 1, question }],
    report: { read: 1, repaired: [{ line: 1, what }], leftOut: [] },
  });
});

test('GIFT questions that no empty line divides are several', () => {
  const { entries, report } = readQuiz('gift', '::A:: One? {=a ~b}\n::B:: Two?\n{T}\n$CATEGORY: x\nThree {=c} {=d}');
  expect(entries).toMatchObject([
    { line: 1, question: { type: 'single', text: 'One?' } },
    { line: 2, question: { type: 'true_false', text: 'Two?' } },
    { line: 5, fault: 'Answers in braces stand twice in one line' },
  ]);
  expect(report.read).toBe(2);
});

const AIKEN =
  'What is 1+1?\nA. 1\nB. 2\nANSWER: B\nWhat is 2+2?\nA. 4\nB. 5\nANSWER: A\nWhat is 3+3?\nA. 6\nB. 7\nANSWER: A\n';

test.each<[string, string]>([
  ['without empty lines', AIKEN],
  ['with empty lines everywhere', AIKEN.replaceAll('\n', '\n\n')],
  ['with lower-case letters', AIKEN.replaceAll('A.', 'a)').replaceAll('B.', 'b)').replaceAll('ANSWER: ', 'answer : ')],
  ['with the answer repeated', AIKEN.replaceAll('ANSWER: A', 'Answer: A.').replaceAll('ANSWER: B', 'ANSWER: B) 2')],
])('an Aiken question ends at its answer, %s', (_, text) => {
  expect(readQuiz('aiken', text).report).toEqual({ read: 3, repaired: [], leftOut: [] });
  expect(
    questionsIn('aiken', text).map((question) => [
      question.text,
      question.type === 'single' && question.options.map((option) => [option.text, option.isCorrect]),
    ]),
  ).toEqual([
    [
      'What is 1+1?',
      [
        ['1', false],
        ['2', true],
      ],
    ],
    [
      'What is 2+2?',
      [
        ['4', true],
        ['5', false],
      ],
    ],
    [
      'What is 3+3?',
      [
        ['6', true],
        ['7', false],
      ],
    ],
  ]);
});

test('an Aiken question may have several right answers, an explanation, and lines that go on', () => {
  const text =
    'A. Einstein wrote\nwhat?\nA. This,\nand that\nB. One\nC. Two\nANSWER: A, C\nFeedback: Because.\n\nLast?\n';
  expect(readQuiz('aiken', text)).toMatchObject({
    entries: [
      {
        line: 1,
        question: {
          type: 'multiple',
          text: 'A. Einstein wrote\nwhat?',
          explanation: 'Because.',
          options: [{ text: 'This, and that', isCorrect: true }, { isCorrect: false }, { isCorrect: true }],
        },
      },
      { line: 10, fault: 'The line “ANSWER:” is missing' },
    ],
    report: { read: 1, leftOut: [{ line: 10, why: 'The line “ANSWER:” is missing' }] },
  });
  expect(readQuiz('aiken', 'One?\nA. a\nB. b\nTwo?\nA. c\nB. d\nANSWER: B').entries).toMatchObject([
    { line: 1, fault: 'The line “ANSWER:” is missing' },
    { line: 4, question: { text: 'Two?' } },
  ]);
});

test('CSV of a quiz is read with a separator, titles above its header, and damaged quotation marks', () => {
  const text =
    '\uFEFFsep=;\r\nMy quiz;;\r\nQuestion;Option 1;Option 2;Answer;;\r\n"Is 1,5 "half" of 3?";Yes;No;A;;\r\n';
  const { entries, report } = readQuiz('csv', text);
  expect(entries).toMatchObject([{ line: 4, question: { type: 'single', text: 'Is 1,5 "half" of 3?' } }]);
  expect(report).toEqual({
    read: 1,
    repaired: [{ line: 4, what: 'A quotation mark without the other one was read as text' }],
    leftOut: [{ line: 2, why: 'Above the header' }],
  });
});

const rightIn = (format: 'aiken' | 'csv', text: string) =>
  readQuiz(format, text).entries.map((entry) =>
    'fault' in entry
      ? [entry.line, entry.fault]
      : 'options' in entry.question &&
        entry.question.options.filter(({ isCorrect }) => isCorrect).map(({ text }) => text),
  );

test('an empty option of a CSV file moves no key, and is none', () => {
  const header = 'question,option 1,option 2,option 3,option 4,answer';
  const rows = ['X?,Yes,,No,Maybe,3', 'X?,Yes,,No,Maybe,D', 'X?,Yes,,No,Maybe,2', 'X?,Yes,,No,Maybe,', 'X?,Yes,,,,1'];
  const unknown = 'The right answer is not one of the answers';
  expect(rightIn('csv', [header, ...rows].join('\n'))).toEqual([
    ['No'],
    ['Maybe'],
    [4, unknown],
    [5, unknown],
    [6, 'There are fewer than two answers'],
  ]);
});

test('a key that quotes an option may write it as readers take it for the same', () => {
  const csv = 'type,question,option 1,option 2,option 3,answer\n';
  const rows = [
    "single,X?,do,don’t,DON'T!,don't",
    'multiple,X?,हिन्दी,b,a,हिंदी|A',
    'single,X?,Ph,pH,c,PH',
    'single,X?,PH,pH,c,PH',
  ];
  expect(rightIn('csv', csv + rows.join('\n'))).toEqual([
    ['don’t'],
    ['हिन्दी'],
    [4, 'The right answer is not one of the answers'],
    ['PH'],
  ]);
  expect(rightIn('aiken', "X?\nA. do\nB. don’t\nANSWER: don't\nY?\nA. b\nB. a\nANSWER: A")).toEqual([['don’t'], ['b']]);
});
