/** A compiled text: words, values by their name, and forms of which a value chooses one. */
export type Text = string | readonly Part[];
type Part = string | readonly [name: string, kind?: string, forms?: Record<string, Text>];

/** Compiles `{name}` and `{count, plural, one {# day} other {# days}}`: as much of ICU as sentences need. */
export const compileMessage = (message: string): Text => {
  let at = 0;
  /** Braces between apostrophes are words. */
  const readQuoted = (): string => {
    const from = at + 1;
    at = message.indexOf("'", from);
    if (at === -1) at = message.length;
    return message.slice(from, at++);
  };
  const readTo = (end: RegExp): string => {
    let words = '';
    while (at < message.length && !end.test(message.charAt(at)))
      words += /^'[{}]/.test(message.slice(at, at + 2)) ? readQuoted() : message.charAt(at++);
    return words;
  };
  const readValue = (): Part => {
    const [name = '', kind, first = ''] = readTo(/[{}]/)
      .split(',')
      .map((word) => word.trim());
    if (kind === undefined) return [name];
    const forms: Record<string, Text> = {};
    for (let form = first; message[at] === '{'; form = readTo(/[{}]/).trim()) {
      at++;
      forms[form.replace('=', '')] = readText(kind === 'plural');
      at++;
    }
    return [name, kind, forms];
  };
  const readText = (isCounted: boolean): Text => {
    const parts: Part[] = [];
    while (at < message.length && message[at] !== '}') {
      const words = readTo(isCounted ? /[{}#]/ : /[{}]/);
      if (words !== '') parts.push(words);
      if (message[at] === '#') parts.push(message.charAt(at++));
      if (message[at] !== '{') continue;
      at++;
      parts.push(readValue());
      at++;
    }
    return parts;
  };
  return readText(false);
};
