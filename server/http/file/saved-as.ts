/** RFC 8187: characters that `encodeURIComponent` leaves, but a header may not contain. */
const encoded = (name: string): string =>
  encodeURIComponent(name).replaceAll(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);

/** The Content-Disposition of a file that browsers save under a name that a person chose. */
export const savedAs = (name: string): string => `attachment; filename*=UTF-8''${encoded(name)}`;
