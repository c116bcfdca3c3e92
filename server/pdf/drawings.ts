import type { Pdf } from './pdf.ts';

/** The last ones are kept. */
const MAX_CACHED = 50;

/**
 * Draws documents that do not change: the same name gives the same bytes, which are drawn once. Throws `pdf_not_drawn` and `busy`.
 */
export const createDrawings = (pdf: Pick<Pdf, 'draw'>) => {
  const cached = new Map<string, Promise<Buffer>>();
  return (
    name: string,
    sheet: () => Promise<Parameters<Pdf['draw']>[0]> | Parameters<Pdf['draw']>[0],
    owner: string,
  ): Promise<Buffer> => {
    const known = cached.get(name);
    if (known) return known;
    const drawn = (async () => pdf.draw(await sheet(), owner))();
    cached.set(name, drawn);
    drawn.catch(() => cached.delete(name));
    const [oldest] = cached.keys();
    if (cached.size > MAX_CACHED && oldest !== undefined) cached.delete(oldest);
    return drawn;
  };
};
