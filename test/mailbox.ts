import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestApp } from './start-app.ts';

/** A stored email, read as an email program would. */
export interface ReadEmail {
  fileName: string;
  /** Header names in lower case; encoded words are decoded. */
  headers: Map<string, string>;
  text: string;
  html: string;
}

const decodeQuotedPrintable = (body: string): string => {
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
};

const decodeWords = (value: string): string =>
  value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?(q|b)\?(.*?)\?=/gi, (_match, kind: string, content: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(content, 'base64').toString('utf8')
        : decodeQuotedPrintable(content.replaceAll('_', ' ')),
    );

const split = (raw: string): { headers: Map<string, string>; body: string } => {
  const end = raw.indexOf('\r\n\r\n');
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim())] as const;
    }),
  );
  return { headers, body: raw.slice(end + 4) };
};

const decodeBody = (encoding: string | undefined, body: string): string => {
  if (encoding === 'quoted-printable') return decodeQuotedPrintable(body);
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  return body;
};

const read = (fileName: string, raw: string): ReadEmail => {
  const { headers, body } = split(raw);
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1] ?? 'none';
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    // RFC 2046, 5.1.1: the line break before a boundary belongs to the boundary.
    .map((part) => split(part.replace(/^\r\n/, '').replace(/\r\n$/, '')));
  const find = (type: string): string => {
    const part = parts.find(({ headers }) => headers.get('content-type')?.startsWith(type));
    const text = part ? decodeBody(part.headers.get('content-transfer-encoding'), part.body) : '';
    return text.replaceAll('\r\n', '\n');
  };
  return { fileName, headers, text: find('text/plain'), html: find('text/html') };
};

/** Sends what is waiting, then returns every stored email. */
export const readEmails = async ({ jobs, config }: TestApp): Promise<ReadEmail[]> => {
  await jobs.runDue();
  const folder = join(config.dataDir, 'outbox');
  const names = await readdir(folder).catch(() => []);
  return Promise.all(names.map(async (name) => read(name, await readFile(join(folder, name), 'utf8'))));
};

/** The emails to one address. */
export const emailsTo = async (app: TestApp, email: string): Promise<ReadEmail[]> =>
  (await readEmails(app)).filter(({ headers }) => headers.get('to')?.includes(email));

/** Of the emails to a person besides receipts, in the order of the alphabet. */
export const subjectsTo = async (app: TestApp, address: string): Promise<string[]> =>
  (await emailsTo(app, address))
    .map(({ headers }) => headers.get('subject') ?? '')
    .filter((subject) => !subject.startsWith('Your receipt'))
    .toSorted();
