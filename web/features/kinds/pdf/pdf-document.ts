import './with-resolvers.ts';
import {
  GlobalWorkerOptions,
  getDocument,
  type PDFDocumentProxy,
  type PDFPageProxy,
  RenderingCancelledException,
  TextLayer,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
// oxlint-disable-next-line import/default -- the build makes the address of the file its default export
import workerAddress from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';

GlobalWorkerOptions.workerSrc = workerAddress;

export { type PDFDocumentProxy, RenderingCancelledException };

/** Opens a PDF at an address that anyone who has it may read. Rejects when it cannot be loaded. */
export const openPdf = (url: string): { document: Promise<PDFDocumentProxy>; close: () => void } => {
  const loading = getDocument({ url, useWasm: false, enableXfa: false });
  return { document: loading.promise, close: () => void loading.destroy() };
};

const MAX_PIXEL_RATIO = 2;

const drawText = async (page: PDFPageProxy, layer: HTMLElement, scale: number): Promise<void> => {
  layer.replaceChildren();
  layer.style.setProperty('--total-scale-factor', String(scale));
  const text = new TextLayer({
    textContentSource: page.streamTextContent(),
    container: layer,
    viewport: page.getViewport({ scale }),
  });
  await text.render();
};

/** Draws a page in the width of its canvas's parent, with its text above it for selection and screen readers. */
export const drawPage = async (
  pdf: PDFDocumentProxy,
  number: number,
  { canvas, layer, width }: { canvas: HTMLCanvasElement; layer: HTMLElement; width: number },
): Promise<void> => {
  const page = await pdf.getPage(number);
  const scale = width / page.getViewport({ scale: 1 }).width;
  const ratio = Math.min(MAX_PIXEL_RATIO, window.devicePixelRatio);
  const viewport = page.getViewport({ scale: scale * ratio });
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  canvas.style.setProperty('aspect-ratio', `${canvas.width} / ${canvas.height}`);
  await page.render({ canvas, viewport }).promise;
  await drawText(page, layer, scale);
};

/** The next page after one that has the words, around the end; undefined when none has. */
export const findPage = async (pdf: PDFDocumentProxy, words: string, after: number): Promise<number | undefined> => {
  const wanted = words.trim().toLowerCase();
  if (wanted === '') return undefined;
  for (let step = 1; step <= pdf.numPages; step += 1) {
    const number = ((after - 1 + step) % pdf.numPages) + 1;
    const { items } = await (await pdf.getPage(number)).getTextContent();
    const text = items.map((item) => ('str' in item ? item.str : '')).join(' ');
    if (text.toLowerCase().includes(wanted)) return number;
  }
  return undefined;
};
