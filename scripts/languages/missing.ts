import { type Entry, isOfApi, readCatalogue } from './catalogue.ts';
import { cataloguesOf } from './words.ts';

const isMissing = ({ translation }: Entry): boolean => translation === '';
const isOnPages = ({ places }: Entry): boolean => !places.every(isOfApi);

/** How much of a language is there, and what pages lack; messages of the contract are counted, and belong to no page. */
export const missingByPage = (code: string): { translated: number; texts: number; pages: Map<string, Entry[]> } => {
  const entries = readCatalogue(code);
  const { frame, pages } = cataloguesOf(code);
  const missing = [['frame', frame.filter(isOnPages)] as const, ...pages].map(
    ([page, found]) => [page, found.filter(isMissing)] as const,
  );
  return {
    translated: entries.filter((entry) => !isMissing(entry)).length,
    texts: entries.length,
    pages: new Map(missing.filter(([, found]) => found.length > 0)),
  };
};
