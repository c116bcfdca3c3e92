import { say } from '../languages/say.ts';
import { fillValues } from '../text-values.ts';

/** The colour of plain paper. */
export const PAPER = '#FDFEFC';
/** Both are written in the language of the holder; the owner’s own words are not translated. */
export const STANDARD_STATEMENT = say('watched and completed');
export const STANDARD_DETAILS = say('a course of {lectures} by {teacher}');
/** What a design has that says nothing of it. */
export const STANDARD_LOOK = {
  details: STANDARD_DETAILS.message,
  accent: '',
  paper: PAPER,
  picture: '',
  hasLogo: true,
  signature: '',
};
export const DETAIL_VALUES = ['lectures', 'length', 'teacher', 'quizzes', 'score'] as const;

/** The text below the course; a part of it between commas or full stops is left out where a value of it is missing. */
export const fillDetails = (text: string, values: Readonly<Record<string, string>>): string => {
  const missing = Object.keys(values).filter((name) => values[name] === '');
  const kept = text.split(/(?<=[.,;])\s+/).filter((part) => missing.every((name) => !part.includes(`{${name}}`)));
  return fillValues(kept.join(' '), values).replace(/[,;]$/, '');
};
