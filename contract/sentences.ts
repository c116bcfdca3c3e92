import { messages } from './messages.ts';

const collect = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(collect);

const sentences: ReadonlySet<string> = new Set(collect(messages));

/** Whether a text is from the catalogue of messages, so that a library's own wording never reaches a user. */
export const isSentence = (text: string): boolean => sentences.has(text);
