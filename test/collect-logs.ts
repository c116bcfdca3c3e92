import { Writable } from 'node:stream';
import pino from 'pino';
import { UNDECLARED_ERROR } from '#server/http/endpoint/error-handler.ts';

/** A logger whose lines of JSON a test can read. */
export const collectLogs = (level: string) => {
  const lines: string[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString());
      done();
    },
  });
  return {
    lines,
    logger: pino({ level }, stream),
    /** Throws when an endpoint has returned an error that the contract does not declare for it. */
    assertErrorsDeclared: (): void => {
      const undeclared = lines.filter((line) => line.includes(UNDECLARED_ERROR));
      if (undeclared.length > 0) throw new Error(`undeclared errors:\n${undeclared.join('')}`);
    },
  };
};
