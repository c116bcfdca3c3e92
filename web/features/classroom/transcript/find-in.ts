import { foldText } from '#contract/fold-text.ts';

interface Part {
  text: string;
  isFound: boolean;
}

/** Where letters begin, and how long the folded text is until there. Only read where something is found. */
const placesIn = (text: string): { at: number; folded: number }[] =>
  [...Array.from(text.matchAll(/\P{M}\p{M}*/gu), ({ index }) => index), text.length].map((at) => ({
    at,
    folded: foldText(text.slice(0, at)).length,
  }));

/** Parts of a text, each found or not; case, accents and spellings of one word are the same. */
export const findIn = (text: string, wanted: string): Part[] => {
  const [folded, sought] = [foldText(text), foldText(wanted)];
  const parts: Part[] = [];
  const places = sought !== '' && folded.includes(sought) ? placesIn(text) : [];
  let end = 0;
  for (
    let from = folded.indexOf(sought);
    places.length > 0 && from !== -1;
    from = folded.indexOf(sought, from + sought.length)
  ) {
    const start = Math.max(end, places.findLast((place) => place.folded <= from)?.at ?? 0);
    const to = places.find((place) => place.folded >= from + sought.length)?.at ?? text.length;
    parts.push({ text: text.slice(end, start), isFound: false }, { text: text.slice(start, to), isFound: true });
    end = to;
  }
  return [...parts, { text: text.slice(end), isFound: false }].filter((part) => part.text !== '');
};
