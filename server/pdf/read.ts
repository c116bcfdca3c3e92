import { readFile } from 'node:fs/promises';
import { extractText, getDocumentProxy } from 'unpdf';
import { joinPool } from '#server/processes/pool-program.ts';

/**
 * The process that reads PDFs. It loads a parser of untrusted bytes, and can be killed at any moment.
 */
export interface PdfToRead {
  path: string;
}

/** A longer text is searched in its first part only. */
const TEXT_MAX_CHARACTERS = 2_000_000;

const read = async ({ path }: PdfToRead): Promise<Buffer> => {
  const document = await getDocumentProxy(new Uint8Array(await readFile(path)));
  const { totalPages, text } = await extractText(document, { mergePages: true });
  return Buffer.from(JSON.stringify({ pages: totalPages, text: text.slice(0, TEXT_MAX_CHARACTERS) }));
};

joinPool(read);
