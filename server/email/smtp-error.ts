import { messages } from '#contract/messages.ts';
import { OperatorError } from '#server/errors.ts';

const { testFailed: words } = messages.settings;
const MAX_REPLY_LENGTH = 300;

const sentences: Record<string, string> = {
  EAUTH: words.refused,
  EDNS: words.unknownHost,
  ENOTFOUND: words.unknownHost,
  ECONNECTION: words.unreachable,
  ECONNREFUSED: words.unreachable,
  ESOCKET: words.unreachable,
  ETIMEDOUT: words.unreachable,
  ETLS: words.insecure,
  EENVELOPE: words.rejected,
};

/** Why an email could not be sent, in words, and what the mail server said. */
export const describeSmtpError = (error: unknown): string => {
  if (!(error instanceof Error)) return words.other;
  if (error instanceof OperatorError) return error.message;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const isEncryption = /SSL|TLS|certificate/i.test(error.message) && code !== 'EAUTH';
  const sentence = isEncryption ? words.insecure : (sentences[code] ?? words.other);
  const reply = 'response' in error && typeof error.response === 'string' ? error.response : '';
  return reply === '' ? sentence : `${sentence} It said: ${reply.slice(0, MAX_REPLY_LENGTH)}`;
};
