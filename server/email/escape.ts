const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
/** A text as HTML, also in attributes. */
export const escape = (text: string): string => text.replace(/[&<>"']/g, (letter) => entities[letter] ?? '');

/** A text whose web addresses no program for email makes a link of: names and titles come from people that the reader may not know. */
export const withoutLinks = (text: string): string =>
  text.replaceAll(/\S+/g, (word) =>
    /^[^/:]+@[^/:]+$/.test(word) ? word : word.replaceAll(/(?<=:)(?=\/\/)|(?<=\.)(?=\p{L}[\p{L}\p{M}])/gu, '\u200b'),
  );
export const withBreaks = (text: string): string => escape(text).replace(/\r\n|\r|\n/g, '<br>');
