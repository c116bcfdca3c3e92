import { pages } from '#contract/pages.ts';

const MAX_LENGTH = 80;
/** For a title without letters and digits. */
const NAMELESS = 'course';

const BELOW_COURSES = /^\/courses\/([^:/]+)$/;
/** Of other pages below /courses. */
const TAKEN = new Set(
  Object.values(pages).flatMap(({ path }) => {
    const name = BELOW_COURSES.exec(path)?.[1];
    return name === undefined ? [] : [name];
  }),
);

/** Cut between two words, where there are two. */
const shorten = (slug: string): string => {
  if (slug.length <= MAX_LENGTH) return slug;
  const cut = slug.slice(0, MAX_LENGTH + 1);
  const end = cut.lastIndexOf('-');
  return end > 0 ? cut.slice(0, end) : Array.from(slug).slice(0, MAX_LENGTH).join('');
};

/**
 * The words of a title as they stand in an address. Letters keep their script, as browsers and search engines show them;
 * accents of Latin letters are left out, because people type without them.
 */
export const slugOf = (title: string): string => {
  const words = title
    .normalize('NFKD')
    .replaceAll(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/['’ʼ]/g, '')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
  const slug = shorten(words) || NAMELESS;
  return TAKEN.has(slug) ? `${slug}-${NAMELESS}` : slug;
};

/** The slug of a title, and those for further courses of the same title. */
export const numbered = (slug: string, number: number): string => (number === 1 ? slug : `${slug}-${number}`);
