import type { Note } from '#contract/classroom/notes.ts';

interface NotedLecture {
  title: string;
  notes: readonly Note[];
}

const heading = (title: string): string => title.replaceAll(/\s+/g, ' ');

/** 5:14, or 1:02:30. */
const timeOf = (positionMs: number): string => {
  const seconds = Math.floor(positionMs / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [first, ...rest] = parts[0] === 0 ? parts.slice(1) : parts;
  return [first, ...rest.map((part) => String(part).padStart(2, '0'))].join(':');
};

/** One item of a list; the lines of a note stay within it. */
const itemOf = ({ positionMs, text }: Note): string =>
  `- **${timeOf(positionMs)}** ${text.split(/\r?\n/).join('\n  ')}\n`;

/** Notes as a Markdown document: a heading for each lecture, and a list item for each note. */
export async function* markdownOf(courseTitle: string, lectures: AsyncIterable<NotedLecture>): AsyncGenerator<string> {
  yield `# ${heading(courseTitle)}\n`;
  for await (const { title, notes } of lectures) yield `\n## ${heading(title)}\n\n${notes.map(itemOf).join('')}`;
}
