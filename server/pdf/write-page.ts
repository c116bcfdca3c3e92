import PdfDocument from 'pdfkit';
import { registerFonts } from './draw-text.ts';

/** In points. */
export const A4_SHORT = 595.28;
export const A4_LONG = 841.89;

/** What a reader of PDFs shows about one. */
interface PageInfo {
  title: string;
  author: string;
  /** Epoch milliseconds. */
  createdAt: number;
}

/** A PDF of one page, with the fonts of the school. */
export const writePage = async (
  { title, author, createdAt }: PageInfo,
  size: [width: number, height: number],
  draw: (pdf: PDFKit.PDFDocument) => void,
): Promise<Buffer> => {
  const pdf = new PdfDocument({
    size,
    margin: 0,
    lang: 'en-IN',
    info: { Title: title, Author: author, CreationDate: new Date(createdAt) },
  });
  const chunks: Buffer[] = [];
  const bytes = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
  });
  registerFonts(pdf);
  draw(pdf);
  pdf.end();
  return bytes;
};
