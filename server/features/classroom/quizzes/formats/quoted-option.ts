import { foldText } from '#contract/fold-text.ts';

/**
 * The index of the option whose text a key gives: to the letter, or the only one that readers take for the same; -1 without one.
 * A single character that is not to the letter may be the name of an option.
 */
export const quotedOption = (key: string, options: readonly string[]): number => {
  const exact = options.indexOf(key);
  if (exact !== -1 || key.length < 2) return exact;
  const folded = options.map(foldText);
  const first = folded.indexOf(foldText(key));
  return first === folded.lastIndexOf(foldText(key)) ? first : -1;
};
