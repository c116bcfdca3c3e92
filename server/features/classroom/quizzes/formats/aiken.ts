import { quizMessages } from '#contract/quiz-messages.ts';
import { type Block, blocksOf, type ReadEntry } from './blocks.ts';

const { faults } = quizMessages;

const OPTION = /^\s*([A-Z])[.)]\s*(.*)$/;
const RIGHT = /^\s*ANSWER\s*:\s*([A-Z])\s*$/i;

const readBlock = ({ line, text }: Block): ReadEntry => {
  const lines = text.split('\n');
  const firstOption = lines.findIndex((one) => OPTION.test(one));
  const answerLine = lines.findIndex((one) => /^\s*ANSWER\s*:/i.test(one));
  if (answerLine === -1) return { line, fault: faults.noAnswerLine };
  const question = lines.slice(0, Math.max(0, firstOption)).join('\n').trim();
  if (question === '') return { line, fault: faults.noText };
  const right = RIGHT.exec(lines[answerLine] ?? '')?.[1]?.toUpperCase();
  const options = lines.slice(firstOption, answerLine).flatMap((one) => {
    const [, letter, option = ''] = OPTION.exec(one) ?? [];
    return letter === undefined ? [] : [{ text: option.trim(), isCorrect: letter === right, letter }];
  });
  if (options.some((option) => option.text === '')) return { line: line + firstOption, fault: faults.emptyAnswer };
  if (options.length < 2) return { line, fault: faults.fewOptions };
  if (!options.some(({ isCorrect }) => isCorrect)) return { line: line + answerLine, fault: faults.unknownAnswer };
  return {
    line,
    question: {
      type: 'single',
      text: question,
      options: options.map((option) => ({ text: option.text, isCorrect: option.isCorrect })),
    },
  };
};

/** Reads questions in the Aiken format: a question, answers with letters, and a line `ANSWER: B`. */
export const readAiken = (text: string): ReadEntry[] => blocksOf(text).map(readBlock);
