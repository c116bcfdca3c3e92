import { type Logger, pino } from 'pino';

/** Where parts of the server write what happened: first the facts, then the event in words. */
export interface Log {
  debug(facts: object, text: string): void;
  info(facts: object, text: string): void;
  warn(facts: object, text: string): void;
  error(facts: object, text: string): void;
}

/** Structured lines on standard output. What could be a credential is cut out, wherever it would appear. */
export const createLogger = (level: string): Logger =>
  pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: ['authorization', 'cookie', 'password', 'token', 'signature', '*.authorization', '*.password', '*.token'],
      censor: '…',
    },
  });
