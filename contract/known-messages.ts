import { keyMessages } from './key-messages.ts';
import { messages } from './messages.ts';
import { webhookMessages } from './webhook-messages.ts';

const collect = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(collect);

const known: ReadonlySet<string> = new Set(collect([messages, keyMessages, webhookMessages]));

/** Whether a text is from the catalogue of messages, so that a library's own wording never reaches a user. */
export const isKnownMessage = (text: string): boolean => known.has(text);
