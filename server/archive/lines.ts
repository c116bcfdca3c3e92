import { damaged } from './damaged-archive.ts';

/** A line, and a file that is read at once, may have this many bytes. */
const MAX_TEXT = 16 * 1024 * 1024;

const createDecoder = () => {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  return (chunk?: Uint8Array): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw damaged('a text is not UTF-8');
    }
  };
};

/** The lines of a file in UTF-8, without their ends, as they are read. */
export async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decode = createDecoder();
  let rest = '';
  for await (const chunk of bytes) {
    const lines = `${rest}${decode(chunk)}`.split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MAX_TEXT) throw damaged('a line is too long');
    yield* lines;
  }
  rest += decode();
  if (rest !== '') yield rest;
}

/** A small file as text. */
export const textOf = async (bytes: AsyncIterable<Uint8Array>): Promise<string> => {
  const decode = createDecoder();
  let text = '';
  for await (const chunk of bytes) {
    text += decode(chunk);
    if (text.length > MAX_TEXT) throw damaged('a file of text is too large');
  }
  return text + decode();
};
