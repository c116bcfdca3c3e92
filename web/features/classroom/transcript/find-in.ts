/** Parts of a text, each found or not; upper and lower case are the same. */
export const findIn = (text: string, wanted: string): { text: string; isFound: boolean }[] => {
  if (wanted === '') return [{ text, isFound: false }];
  const escaped = wanted.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return text
    .split(new RegExp(`(${escaped})`, 'giu'))
    .map((part, index) => ({ text: part, isFound: index % 2 === 1 }))
    .filter((part) => part.text !== '');
};
