import { OperatorError } from '#server/errors.ts';

/** An archive that cannot be imported, in a sentence for whom imports it. */
export const damaged = (why: string): OperatorError => new OperatorError(`The archive cannot be imported: ${why}`);

export const parseJson = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    throw damaged(`not JSON: ${text.slice(0, 40)}`);
  }
};
