/** Splits an amount evenly into whole paise: the first parts get one more, where it does not come out even. */
export const splitEvenly = (inPaise: number, parts: number): number[] => {
  const rest = inPaise % parts;
  const each = (inPaise - rest) / parts;
  return Array.from({ length: parts }, (_, index) => each + (index < rest ? 1 : 0));
};
