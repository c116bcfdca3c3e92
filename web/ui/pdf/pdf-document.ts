import './with-resolvers.ts';
import { foldText } from '#contract/fold-text.ts';
import { chance } from '#web/ui/text/chance.ts';
import {
  GlobalWorkerOptions,
  getDocument,
  type PDFDocumentProxy,
  type PDFPageProxy,
  TextLayer,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
// oxlint-disable-next-line import/default -- the build makes the address of the file its default export
import workerAddress from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';

GlobalWorkerOptions.workerSrc = workerAddress;

export { type PDFDocumentProxy };

/** Opens a PDF, or the one at an address that anyone who has it may read. Rejects when it cannot be loaded. */
export const openPdf = (
  source: { url: string } | { data: Uint8Array },
): { document: Promise<PDFDocumentProxy>; close: () => void } => {
  const loading = getDocument({ ...source, useWasm: false, enableXfa: false });
  return { document: loading.promise, close: () => void loading.destroy() };
};

const MAX_PIXEL_RATIO = 2;

const drawText = async (
  page: PDFPageProxy,
  layer: HTMLElement,
  { scale, signal }: { scale: number; signal: AbortSignal },
): Promise<void> => {
  layer.replaceChildren();
  layer.style.setProperty('--total-scale-factor', String(scale));
  const text = new TextLayer({
    textContentSource: page.streamTextContent(),
    container: layer,
    viewport: page.getViewport({ scale }),
  });
  signal.addEventListener('abort', () => text.cancel());
  await text.render();
};

const MARKS = 3;

/** Writes a text into what was drawn, white with a dark edge, once in each third of the page. */
const drawMark = (canvas: HTMLCanvasElement, text: string, seed: string): void => {
  const context = canvas.getContext('2d');
  if (!context) return;
  const size = Math.max(12 * (canvas.width / canvas.clientWidth || 1), canvas.width * 0.024);
  context.save();
  context.resetTransform();
  context.globalAlpha = 0.18;
  // The letters of every script are in the fonts of the page.
  context.font = `600 ${size}px ${getComputedStyle(canvas).fontFamily}`;
  context.textAlign = 'left';
  context.lineWidth = size / 8;
  const most = canvas.width * 0.6;
  const width = Math.min(most, context.measureText(text).width);
  for (let mark = 0; mark < MARKS; mark += 1) {
    const left = chance(`${seed} ${mark} left`) * (canvas.width - width);
    const top = ((mark + 0.2 + 0.6 * chance(`${seed} ${mark} top`)) / MARKS) * canvas.height;
    context.strokeStyle = '#000';
    context.strokeText(text, left, top, most);
    context.fillStyle = '#fff';
    context.fillText(text, left, top, most);
  }
  context.restore();
};

interface PagePlace {
  canvas: HTMLCanvasElement;
  layer: HTMLElement;
  width: number;
  watermark?: string | undefined;
  signal: AbortSignal;
}

/** Draws a page in a width, with its text above it for selection and screen readers. Rejects when it is stopped. */
export const drawPage = async (
  pdf: PDFDocumentProxy,
  number: number,
  { canvas, layer, width, watermark, signal }: PagePlace,
): Promise<void> => {
  const page = await pdf.getPage(number);
  signal.throwIfAborted();
  const scale = width / page.getViewport({ scale: 1 }).width;
  const ratio = Math.min(MAX_PIXEL_RATIO, window.devicePixelRatio);
  const viewport = page.getViewport({ scale: scale * ratio });
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  canvas.style.setProperty('aspect-ratio', `${canvas.width} / ${canvas.height}`);
  const drawing = page.render({ canvas, viewport });
  signal.addEventListener('abort', () => drawing.cancel());
  await drawing.promise;
  signal.throwIfAborted();
  if (watermark !== undefined) drawMark(canvas, watermark, `${watermark} ${number}`);
  await drawText(page, layer, { scale, signal });
};

/** A page as a picture that covers a box of pixels, at most three times as large in one direction as the box. */
export const pictureOfPage = async (
  pdf: PDFDocumentProxy,
  number: number,
  box: { width: number; height: number },
): Promise<Blob | null> => {
  const page = await pdf.getPage(number);
  const { width, height } = page.getViewport({ scale: 1 });
  const cover = Math.max(box.width / width, box.height / height);
  const scale = Math.min(cover, (3 * box.width) / width, (3 * box.height) / height);
  const viewport = page.getViewport({ scale });
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(viewport.width);
  canvas.height = Math.ceil(viewport.height);
  await page.render({ canvas, viewport, background: '#fff', intent: 'print' }).promise;
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
};

/** Whether a PDF brings scripts: in the document, its fields, or its first page. */
export const hasScripts = async (pdf: PDFDocumentProxy): Promise<boolean> =>
  (await pdf.hasJSActions()) || (await (await pdf.getPage(1)).getJSActions()) !== null;

/** The next page after one that has the words, around the end; undefined when none has. */
export const findPage = async (pdf: PDFDocumentProxy, words: string, after: number): Promise<number | undefined> => {
  const wanted = foldText(words);
  if (wanted === '') return undefined;
  for (let step = 1; step <= pdf.numPages; step += 1) {
    const number = ((after - 1 + step) % pdf.numPages) + 1;
    const { items } = await (await pdf.getPage(number)).getTextContent();
    const text = items.map((item) => ('str' in item ? item.str : '')).join(' ');
    if (foldText(text).includes(wanted)) return number;
  }
  return undefined;
};
