/** A value in a text: its name in braces. */
const VALUE = /\{([A-Za-z][\w.]{0,39})\}/g;

/** The names in braces that are none of these, each once. */
export const unknownValues = (text: string, known: readonly string[]): string[] => [
  ...new Set(Array.from(text.matchAll(VALUE), ([, name = '']) => name).filter((name) => !known.includes(name))),
];

/** Whether both have the same names in braces. */
export const hasSameValues = (text: string, other: string): boolean =>
  unknownValues(text, unknownValues(other, [])).length === 0 &&
  unknownValues(other, unknownValues(text, [])).length === 0;

/** With the values in the place of their names; unknown names stay as they are. */
export const fillValues = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(VALUE, (written, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? '') : written));
