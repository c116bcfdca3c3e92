/** Characters of Markdown in a value are shown as they are. */
export const escapeMarkdown = (text: string): string => text.replaceAll(/[\\`*_[\]<>#]/g, String.raw`\$&`);
