import type { Said, Write } from '#contract/languages/say.ts';
import type { EmailPart, WrittenEmail } from './layout.ts';

type SaidPart =
  | (Omit<Extract<EmailPart, { kind: 'text' }>, 'text'> & { text: Said })
  | { kind: 'button'; label: Said; path: string }
  | { kind: 'facts'; rows: [Said, Said][] }
  | Extract<EmailPart, { kind: 'quote' | 'rich' }>
  | { kind: 'links'; items: { title: Said; text: Said; when: Said; path: string }[] };

/** An email whose sentences are written in the language of its reader. A string is the same in every language. */
export interface Email extends Omit<WrittenEmail, 'language' | 'subject' | 'heading' | 'parts' | 'optOut' | 'wording'> {
  /** Whose language it has, where that is not the account with the address. */
  reader?: { userId: string };
  subject: Said;
  /** Empty for none. */
  heading: Said;
  parts: SaidPart[];
  /** The page that stops such emails. */
  optOut?: { label: Said; path: string } | undefined;
  /** The name of an email whose text an owner may change, and the values of its variables. */
  wording?: { id: string; values: Record<string, Said> } | undefined;
}
export type { SaidPart as EmailPart };

const writtenPart = (part: SaidPart, write: Write, prefix: string): EmailPart => {
  switch (part.kind) {
    case 'text':
      return { ...part, text: write(part.text) };
    case 'button':
      return { ...part, label: write(part.label), path: prefix + part.path };
    case 'facts':
      return { ...part, rows: part.rows.map(([label, value]) => [write(label), write(value)]) };
    case 'links':
      return {
        ...part,
        items: part.items.map(({ title, text, when, path }) => ({
          title: write(title),
          text: write(text),
          when: write(when),
          path: prefix + path,
        })),
      };
    default:
      return part;
  }
};

/** `prefix` is the beginning of the pages in the reader's language. Programs open the page that stops emails, so it has none. */
export const written = (composed: Email, write: Write, prefix = ''): Omit<WrittenEmail, 'language'> => {
  const { reader: _, subject, heading, parts, optOut, wording, ...email } = composed;
  const values = Object.entries(wording?.values ?? {}).map(([name, value]) => [name, write(value)] as const);
  return {
    ...email,
    subject: write(subject),
    heading: write(heading),
    parts: parts.map((part) => writtenPart(part, write, prefix)),
    ...(optOut && { optOut: { ...optOut, label: write(optOut.label) } }),
    ...(wording && { wording: { id: wording.id, values: Object.fromEntries(values) } }),
  };
};
