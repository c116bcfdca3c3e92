/** A text as a part of a pattern of `LIKE … ESCAPE '\'`. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);
