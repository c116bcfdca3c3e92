import { readTiming } from './caption-times.ts';

const DIALOGUE = /^\s*Dialogue:\s*(.*)$/i;
const FORMAT = /^\s*Format:(.*)$/i;
/** What the reader of times takes for times that cannot be read. */
const BAD_TIMES = '0 --> ?';
/** Shapes that are drawn, as the points of their lines. */
const DRAWING = /\{[^{}]{0,200}\\p[1-9][^{}]{0,200}\}[^{]*/g;
const NAMES = ['Layer', 'Start', 'End', 'Style', 'Name', 'MarginL', 'MarginR', 'MarginV', 'Effect', 'Text'];

export const isAss = (text: string): boolean => /^\s*(?:\[(?:Script Info|Events|V4\+? Styles)\]|Dialogue:)/i.test(text);

const namesIn = (lines: readonly string[]): string[] => {
  const events = lines.findIndex((line) => /^\s*\[Events\]/i.test(line));
  const format = lines.slice(events + 1).flatMap((line) => FORMAT.exec(line)?.[1] ?? []);
  return format[0]?.split(',').map((name) => name.trim()) ?? NAMES;
};

/** The spoken lines of Aegisub's format, as the lines of SRT: the times, the text, and an empty one, all with their number. */
export const linesOfAss = (text: string): { number: number; text: string }[] => {
  const lines = text.split('\n');
  const names = namesIn(lines);
  const [start, end, words] = ['Start', 'End', 'Text'].map((name) => names.indexOf(name));
  return lines.flatMap((line, index) => {
    const cells = DIALOGUE.exec(line)?.[1]?.split(',');
    if (!cells || start === undefined || end === undefined || words === undefined) return [];
    const said = cells
      .slice(words)
      .join(',')
      .replaceAll(DRAWING, '')
      .replaceAll(/\{[^{}]{0,500}\}/g, '')
      .replaceAll(String.raw`\h`, '\u00A0')
      .split(/\\n/i);
    const times = `${cells[start]} --> ${cells[end]}`;
    return [typeof readTiming(times) === 'object' ? times : BAD_TIMES, ...said, ''].map((one) => ({
      number: index + 1,
      text: one,
    }));
  });
};
