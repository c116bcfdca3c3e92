import { Failure } from '#server/errors.ts';
import { joinPool } from './pool-program.ts';

/** The message to the process. */
export interface FileToRead {
  bytes: Uint8Array;
  format: string;
}

export type ReadFile<Read> = (bytes: Uint8Array, format: string) => Read;

/** Makes this process a reader of text files. What is wrong with a file is an answer, too. */
export const readInPool = (read: ReadFile<object>): void => {
  const answer = async ({ bytes, format }: FileToRead): Promise<Buffer> => {
    try {
      return Buffer.from(JSON.stringify({ read: read(bytes, format) }));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return Buffer.from(JSON.stringify({ code: error.code, message: error.message }));
    }
  };
  joinPool(answer);
};
