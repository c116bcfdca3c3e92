import type { z } from 'zod';
import { keyMessages } from './accounts/key-messages.ts';
import { messages } from './messages.ts';
import { webhookMessages } from './school/webhook-messages.ts';

const collect = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(collect);

const known: ReadonlySet<string> = new Set(collect([messages, keyMessages, webhookMessages]));

/** What zod says of a check that has no message. */
const NOT_OURS = 'Invalid input';

/**
 * The sentence of a problem, if it is ours: from the catalogue of messages, or of a check of our own, which may name a line or a
 * number. A library's own wording never reaches a user.
 */
export const messageOf = ({ code, message }: Pick<z.core.$ZodIssue, 'code' | 'message'>): string | undefined =>
  known.has(message) || (code === 'custom' && message !== NOT_OURS) ? message : undefined;
