import { messages } from '#contract/messages.ts';
import { OperatorError } from '#server/errors.ts';

const MAX_REPLY_LENGTH = 300;

/** Each line begins with a code of SMTP. */
const REPLY = /^[2-5]\d\d(?:[ -][^\n]*)?(?:\n[2-5]\d\d(?:[ -][^\n]*)?)*$/;

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

/** The start of a mail server's reply. Empty for any other text, which may be the secret of another kind of server. */
export const readReply = (response: string): string => {
  const lines = response.replaceAll('\r\n', '\n').trim();
  return REPLY.test(lines) ? lines.slice(0, MAX_REPLY_LENGTH) : '';
};

/** Describes why an email could not be sent, with the response of the mail server. */
export const describeSmtpError = (error: unknown): string => {
  if (!(error instanceof Error)) return failures.other;
  if (error instanceof OperatorError) return error.message;
  if ('originalCode' in error && error.originalCode === 'ERR_IP_BLOCKED') return failures.linkLocal;
  const response = 'response' in error && typeof error.response === 'string' ? error.response : '';
  const reply = readReply(response);
  if (response !== '' && reply === '') return failures.notSmtp;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const isEncryption = /SSL|TLS|certificate/i.test(error.message) && code !== 'EAUTH';
  const message = isEncryption ? failures.insecure : (reasons[code] ?? failures.other);
  return reply === '' ? message : `${message} It said: ${reply}`;
};
