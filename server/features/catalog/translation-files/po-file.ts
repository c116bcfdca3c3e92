import { fileMessages } from '#contract/file-messages.ts';
import type { ReadTexts, TextToWrite, WrittenFile } from './file-texts.ts';

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };
const LINE = /^(msgctxt|msgid_plural|msgid|msgstr)(\[\d+\])?\s*(".*)$/;
const WHOLE = /^"(?:[^"\\]|\\.)*"$/;

const quoted = (text: string): string =>
  `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\t', '\\t').replaceAll('\n', '\\n')}"`;

/** A text of several lines has a line for each. */
const written = (text: string): string => {
  const lines = text.split(/(?<=\n)/).map(quoted);
  return lines.length > 1 ? ['""', ...lines].join('\n') : quoted(text);
};

const entryOf = ({ key, place, original, translation, state }: TextToWrite): string =>
  [
    `#. ${place}`,
    ...(state === 'draft' || state === 'outdated' ? ['#, fuzzy'] : []),
    `msgctxt ${quoted(key)}`,
    `msgid ${written(original)}`,
    `msgstr ${written(translation)}`,
  ].join('\n');

export const writePo = ({ title, language, originalLanguage, texts }: WrittenFile): string => {
  const head = [
    `Project-Id-Version: ${title}`,
    `Language: ${language}`,
    `X-Source-Language: ${originalLanguage}`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=UTF-8',
    'Content-Transfer-Encoding: 8bit',
  ];
  const header = `msgid ""\nmsgstr ${written(head.map((line) => `${line.replaceAll('\n', ' ')}\n`).join(''))}`;
  return `${[header, ...texts.map(entryOf)].join('\n\n')}\n`;
};

const unquoted = (text: string): string =>
  text
    .replace(/^"/, '')
    .replace(/"$/, '')
    .replaceAll(/\\(.)/g, (_, letter: string) => ESCAPES[letter] ?? letter);

interface Entry {
  line: number;
  parts: Map<string, string>;
  isFuzzy: boolean;
  isUnreadable: boolean;
}

const begun = (line: number): Entry => ({ line, parts: new Map(), isFuzzy: false, isUnreadable: false });

/** Reads what Poedit, Weblate and the tools of gettext write. Entries that became obsolete are comments. */
export const readPo = (text: string): ReadTexts => {
  const read: ReadTexts = { texts: [], repaired: [], leftOut: [] };
  let entry = begun(1);
  let part = '';
  const finish = (line: number): void => {
    const { parts, isFuzzy, isUnreadable } = entry;
    const original = parts.get('msgid') ?? '';
    const found = { line: entry.line, key: parts.get('msgctxt') ?? '', original, text: parts.get('msgstr') ?? '' };
    // The one without an original is the head.
    if (original === '' && found.key === '' && !isUnreadable)
      read.language ??= /^Language:[ \t]*([a-z]+)/m.exec(found.text)?.[1];
    else read.texts.push({ ...found, mark: isFuzzy ? 'draft' : undefined, isUnreadable });
    entry = begun(line);
    part = '';
  };
  for (const [index, given] of text.split('\n').entries()) {
    const number = index + 1;
    const line = given.trim();
    const [, keyword = '', form = '', value = line] = LINE.exec(line) ?? [];
    const begins = line.startsWith('#') || keyword === 'msgctxt' || (keyword === 'msgid' && entry.parts.has('msgid'));
    if (
      begins &&
      entry.parts.size > 0 &&
      (entry.parts.has('msgid') || entry.parts.has('msgstr') || entry.isUnreadable || keyword !== 'msgctxt')
    )
      finish(number);
    if (line === '' || line.startsWith('#')) {
      entry.isFuzzy ||= /^#,.*\bfuzzy\b/.test(line);
      continue;
    }
    if (keyword !== '') {
      // The line of a comment says nothing to who looks for the text.
      if (entry.parts.size === 0) entry.line = number;
      part = form === '' || form === '[0]' ? keyword : `${keyword}${form}`;
    }
    if (!value.startsWith('"') || part === '') {
      entry.isUnreadable = true;
      continue;
    }
    if (!WHOLE.test(value)) read.repaired.push({ line: number, what: fileMessages.quote });
    entry.parts.set(part, `${entry.parts.get(part) ?? ''}${unquoted(value)}`);
  }
  finish(0);
  return read;
};
