const ESCAPES: Record<string, string> = { '<': '&lt;', '&': '&amp;' };

/** Marks of the place and the style, as Aegisub writes them, and colours, which SRT takes from HTML. */
const DROPPED = /\{\\[^{}\n]{0,200}\}|<\/?font(?:\s[^<>\n]{0,200})?>/gi;
const SRT_SIGNS = /<(\/?) ?([biu]) ?>|[<&]/gi;
const VTT_SIGNS =
  /<\/?(?:[biuvc]|ruby|rt|lang)(?:\.[^\s<>.&]{1,50}){0,10}(?:[ \t][^<>\n]{0,200})?>|<(?:\d{2,4}:)?\d{2}:\d{2}\.\d{3}>|&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]\w{1,31});|[<&]/gi;

/**
 * The text of a cue as WebVTT: SRT knows bold, italic and underlined, and no escapes; every other `<` and `&` is a letter.
 */
export const cueText = (text: string, isVtt: boolean): string => {
  const plain = text
    .replaceAll(DROPPED, '')
    .replaceAll('-->', '->')
    .replaceAll(/[\u2028\u2029\v\f]/g, '\n');
  return isVtt
    ? plain.replaceAll(VTT_SIGNS, (sign) => ESCAPES[sign] ?? sign)
    : plain.replaceAll(SRT_SIGNS, (sign, slash = '', tag?: string) =>
        tag === undefined ? (ESCAPES[sign] ?? sign) : `<${slash}${tag.toLowerCase()}>`,
      );
};
