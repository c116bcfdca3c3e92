import type { AttemptQuestion } from '#contract/quiz-fields.ts';
import { messages } from '#contract/messages.ts';
import type { QuizAnswer } from '#contract/quiz-questions.ts';

/** The name of a field: of a question, or of one of its parts. */
export const fieldName = (position: number, part?: number): string =>
  part === undefined ? `q${position}` : `q${position}.${part}`;

/** The number of the stored answer that a form was made from. */
export const seqName = (position: number): string => `seq${position}`;

type Asked = Pick<AttemptQuestion, 'position' | 'type' | 'options' | 'lefts' | 'gaps'>;

export const partsOf = ({ type, options, lefts, gaps }: Asked): number => {
  if (type === 'order') return options.length;
  return type === 'match' ? lefts.length : gaps;
};

const unlessEmpty = (parts: string[]): string[] => (parts.every((part) => part === '') ? [] : parts);

/** The values of the fields of an answer. */
export const valuesOf = (question: Asked, { choices, text, parts }: QuizAnswer): URLSearchParams => {
  const { position, type, options } = question;
  const values = new URLSearchParams();
  const add = (value: string, part?: number) => values.append(fieldName(position, part), value);
  if (type === 'order')
    options.forEach(({ id }, index) => add(choices.includes(id) ? String(choices.indexOf(id) + 1) : '', index));
  else if (type === 'match' || type === 'blanks') parts.forEach((part, index) => add(part, index));
  else if (type === 'single' || type === 'multiple' || type === 'true_false') choices.forEach((id) => add(id));
  else add(text);
  return values;
};

/** The ids in the chosen order; undefined unless each place is taken once. */
const orderOf = (options: Asked['options'], places: readonly string[]): string[] | undefined => {
  const order = options.map((_, index) => options[places.indexOf(String(index + 1))]?.id);
  const ids = order.flatMap((id) => id ?? []);
  return new Set(ids).size === options.length ? ids : undefined;
};

/** The answer that a form has; a sentence where it is none. */
export const readAnswer = (question: Asked, form: URLSearchParams): QuizAnswer | string => {
  const { position, type, options } = question;
  const given = form.getAll(fieldName(position));
  const parts = unlessEmpty(
    Array.from({ length: partsOf(question) }, (_, part) => form.get(fieldName(position, part)) ?? ''),
  );
  const empty: QuizAnswer = { choices: [], text: '', parts: [], file: null };
  switch (type) {
    case 'single':
    case 'true_false':
      return { ...empty, choices: given.slice(0, 1) };
    case 'multiple':
      return { ...empty, choices: options.flatMap(({ id }) => (given.includes(id) ? id : [])) };
    case 'order': {
      const order = parts.length === 0 ? [] : orderOf(options, parts);
      return order ? { ...empty, choices: order } : messages.plain.orderIncomplete;
    }
    case 'match':
    case 'blanks':
      return { ...empty, parts };
    default:
      // Browsers send the lines of a form as CRLF.
      return { ...empty, text: (given[0] ?? '').replaceAll('\r\n', '\n') };
  }
};

/** Whether two answers are the same, also where one spells out that nothing is written. */
export const isSame = (one: QuizAnswer, other: QuizAnswer): boolean =>
  JSON.stringify({ ...one, parts: unlessEmpty(one.parts) }) ===
  JSON.stringify({ ...other, parts: unlessEmpty(other.parts) });
