import { messages } from '#contract/messages.ts';
import { OperatorError } from '#server/errors.ts';

const MAX_REPLY_LENGTH = 300;

const failures = messages.settings.testFailed;

const reasons: Record<string, string> = {
  EAUTH: failures.refused,
  EDNS: failures.unknownHost,
  ENOTFOUND: failures.unknownHost,
  ECONNECTION: failures.unreachable,
  ECONNREFUSED: failures.unreachable,
  ESOCKET: failures.unreachable,
  ETIMEDOUT: failures.unreachable,
  ETLS: failures.insecure,
  EENVELOPE: failures.rejected,
};

/** Describes why an email could not be sent, with the response of the mail server. */
export const describeSmtpError = (error: unknown): string => {
  if (!(error instanceof Error)) return failures.other;
  if (error instanceof OperatorError) return error.message;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const isEncryption = /SSL|TLS|certificate/i.test(error.message) && code !== 'EAUTH';
  const sentence = isEncryption ? failures.insecure : (reasons[code] ?? failures.other);
  const reply = 'response' in error && typeof error.response === 'string' ? error.response : '';
  return reply === '' ? sentence : `${sentence} It said: ${reply.slice(0, MAX_REPLY_LENGTH)}`;
};
