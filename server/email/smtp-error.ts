import { messages } from '#contract/messages.ts';
import { certificateProblem, OperatorError } from '#server/errors.ts';
import { inEnglish } from '#server/languages.ts';

const MAX_REPLY_LENGTH = 300;

/** Each line begins with a code of SMTP. */
const REPLY = /^[2-5]\d\d(?:[ -][^\n]*)?(?:\n[2-5]\d\d(?:[ -][^\n]*)?)*$/;

const codeOf = (error: Error): number =>
  'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : 0;

/** The reply of a mail server that refuses the address for good (RFC 5321 §4.2.1: 550 to 554). */
export const permanentRefusalOf = (error: unknown): string | undefined => {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'EENVELOPE') return undefined;
  const code = codeOf(error);
  const isForGood = [550, 551, 553, 554].includes(code) && !isAboutSender(error);
  return isForGood ? readReply('response' in error ? String(error.response) : '') || String(code) : undefined;
};

/** The command of the sender's own address, which says nothing about the recipient's. */
const isAboutSender = (error: Error): boolean => 'command' in error && error.command === 'MAIL FROM';

/** Of some recipients of an email, those whose refusal is not for good (RFC 5321 §4.2.1). */
export const recipientsForLater = (errors: readonly Error[]): string[] =>
  errors.flatMap((error) => {
    const isForLater = codeOf(error) >= 400 && codeOf(error) < 500;
    return isForLater && 'recipient' in error && typeof error.recipient === 'string' ? [error.recipient] : [];
  });

/** A mail server that accepts no more for the moment: 421, 451 and 452. */
export const isMailServerBusy = (error: unknown): boolean =>
  error instanceof Error && [421, 451, 452].includes(codeOf(error));

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
  const certificate = certificateProblem(error);
  if (certificate !== undefined) return failures.certificate(inEnglish(certificate));
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const isEncryption = /SSL|TLS|certificate/i.test(error.message) && code !== 'EAUTH';
  const message = isEncryption ? failures.insecure : (reasons[code] ?? failures.other);
  return reply === '' ? message : `${message} It said: ${reply}`;
};
