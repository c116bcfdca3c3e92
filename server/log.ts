import { type Logger, pino } from 'pino';

/** The log of the server: first the facts, then the event in words. */
export interface Log {
  debug(facts: object, text: string): void;
  info(facts: object, text: string): void;
  warn(facts: object, text: string): void;
  error(facts: object, text: string): void;
}

/** Structured lines on standard output. Possible credentials are removed everywhere. */
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
