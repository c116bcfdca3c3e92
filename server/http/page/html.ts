/** Text that is already HTML, so that nothing is escaped twice or not at all. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

type Part = string | number | Html | readonly Html[];

const render = (part: Part): string => {
  if (part instanceof Html) return part.text;
  return typeof part === 'object' ? part.map(render).join('') : escapeHtml(String(part));
};

/** A template of HTML whose texts are escaped. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(strings.map((string, index) => string + (index < parts.length ? render(parts[index] ?? '') : '')).join(''));
