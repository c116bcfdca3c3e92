const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
/** A text as HTML, also in attributes. */
export const escape = (text: string): string => text.replace(/[&<>"']/g, (letter) => entities[letter] ?? '');
export const withBreaks = (text: string): string => escape(text).replace(/\r\n|\r|\n/g, '<br>');
