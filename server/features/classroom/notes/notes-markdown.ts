import { formatPosition } from '#contract/format.ts';
import type { Note } from '#contract/classroom/notes.ts';

type Written = Pick<Note, 'positionMs' | 'text'>;

interface NotedLecture {
  title: string;
  notes: readonly Written[];
}

const heading = (title: string): string => title.replaceAll(/\s+/g, ' ');

/** One item of a list; the lines of a note stay within it. */
const itemOf = ({ positionMs, text }: Written): string =>
  `- **${formatPosition(positionMs)}** ${text.split(/\r?\n/).join('\n  ')}\n`;

/** Notes as a Markdown document: a heading for each lecture, and a list item for each note. */
export async function* markdownOf(courseTitle: string, lectures: AsyncIterable<NotedLecture>): AsyncGenerator<string> {
  yield `# ${heading(courseTitle)}\n`;
  for await (const { title, notes } of lectures) yield `\n## ${heading(title)}\n\n${notes.map(itemOf).join('')}`;
}
