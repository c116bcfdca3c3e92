/** A number from 0 to 1 that follows from a text, and looks like chance. */
export const chance = (text: string): number => {
  let hash = 2_166_136_261;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619);
  hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_507);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
};
