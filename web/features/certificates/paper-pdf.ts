import { messages } from '#contract/messages.ts';
import { hasScripts, openPdf, pictureOfPage } from '#web/ui/pdf/pdf-document.ts';

/** A4 across at 300 dots to the inch. */
const PAPER = { width: 3508, height: 2480 } as const;
const PDF_MAX_BYTES = 15 * 1024 * 1024;
/** A page may be slow to draw, and some never end. */
const PATIENCE_MS = 30_000;

const { paperPdf: said } = messages.certificates;

const drawn = async (file: File): Promise<File | string> => {
  const { document: loading, close } = openPdf({ data: new Uint8Array(await file.arrayBuffer()) });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(said.slow), PATIENCE_MS);
  });
  const draw = async (): Promise<File | string> => {
    const pdf = await loading;
    if (pdf.numPages !== 1) return said.pages(pdf.numPages);
    if (await hasScripts(pdf)) return said.script;
    const picture = await pictureOfPage(pdf, 1, PAPER);
    return picture ? new File([picture], 'paper.png', { type: 'image/png' }) : said.damaged;
  };
  try {
    return await Promise.race([draw(), late]);
  } finally {
    clearTimeout(timer);
    close();
  }
};

/** The only page of a PDF as a picture of paper, or why it cannot be one. The PDF itself never leaves the browser. */
export const paperOf = async (file: File): Promise<File | string> => {
  if (file.size > PDF_MAX_BYTES) return said.tooLarge;
  return drawn(file).catch((error: unknown) =>
    error instanceof Error && error.name === 'PasswordException' ? said.locked : said.damaged,
  );
};
