import type { Canvas } from './canvas.ts';
import { drawText, fitText, type Style } from './draw-text.ts';

const LEAST = 5;

/** Draws on the page of a PDF. */
export const pdfCanvas = (pdf: PDFKit.PDFDocument): Canvas => ({
  write: (text, { lines = 1, least = LEAST, weight = 'regular', size, color, lineHeight, ...place }) => {
    const style: Style = { weight, size, color, ...(lineHeight === undefined ? {} : { lineHeight }) };
    return drawText(pdf, text, fitText(pdf, text, style, { width: place.width, lines, least }), place);
  },
  rect: ({ x, y, width, height }, color, opacity = 1) => {
    pdf.save().fillOpacity(opacity).rect(x, y, width, height).fill(color).restore();
  },
  arcs: ({ x, y, width, height }, radii, color, opacity) => {
    pdf.save().rect(x, y, width, height).clip().fillOpacity(opacity);
    for (const radius of radii) pdf.circle(x + width, y + height, radius).fill(color);
    pdf.restore();
  },
  path: ({ path, size }, { x, y, width }, color) => {
    pdf
      .save()
      .translate(x, y)
      .scale(width / size)
      .path(path)
      .fill(color)
      .restore();
  },
  image: (bytes, { x, y, width, height }, fit) => {
    const source = Buffer.from(bytes);
    if (fit === 'fill') pdf.image(source, x, y, { width, height });
    else if (fit === 'top left') pdf.image(source, x, y, { fit: [width, height] });
    else pdf.image(source, x, y, { fit: [width, height], align: 'right', valign: 'bottom' });
  },
  link: ({ x, y, width, height }, address) => void pdf.link(x, y, width, height, address),
});
