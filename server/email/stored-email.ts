/** An email of the folder in readable form. Addresses are as in the header. */
export interface StoredEmail {
  from: string;
  to: string;
  replyTo: string | undefined;
  subject: string;
  /** From its Date header; undefined if it is invalid. */
  sentAtMs: number | undefined;
  /** The plain text; empty without one. */
  text: string;
}

interface Part {
  headers: Map<string, string>;
  body: string;
}

const MAX_DEPTH = 4;

const fromBytes = (binary: string): string => Buffer.from(binary, 'latin1').toString('utf8');

const decodeQuotedPrintable = (body: string): string =>
  fromBytes(
    body
      .replace(/=\r?\n/g, '')
      .replace(/=([0-9A-F]{2})/gi, (_match, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16))),
  );

const decodeBase64 = (body: string): string => Buffer.from(body, 'base64').toString('utf8');

/** Encoded words of a header, such as `=?UTF-8?Q?Ren=C3=A9?=`. */
const decodeWords = (value: string): string =>
  value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?(.*?)\?=/gi, (_match, kind: string, content: string) =>
      kind.toLowerCase() === 'b' ? decodeBase64(content) : decodeQuotedPrintable(content.replaceAll('_', ' ')),
    );

/** `raw` has one character per byte. */
const split = (raw: string): Part => {
  const end = /\r?\n\r?\n/.exec(raw);
  const head = end ? raw.slice(0, end.index) : raw;
  const lines = head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), decodeWords(fromBytes(line.slice(colon + 1).trim()))] as const;
    }),
  );
  return { headers, body: end ? raw.slice(end.index + end[0].length) : '' };
};

const decodeBody = ({ headers, body }: Part): string => {
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase();
  if (encoding === 'base64') return decodeBase64(body);
  return encoding === 'quoted-printable' ? decodeQuotedPrintable(body) : fromBytes(body);
};

const findText = (part: Part, depth = 0): string | undefined => {
  const type = part.headers.get('content-type') ?? 'text/plain';
  if (/^text\/plain/i.test(type)) return decodeBody(part).replaceAll('\r\n', '\n');
  const boundary = /^multipart\/.*boundary="?([^";]+)"?/i.exec(type)?.[1];
  if (boundary === undefined || depth >= MAX_DEPTH) return undefined;
  return part.body
    .split(`--${boundary}`)
    .slice(1)
    .map((piece) => findText(split(piece.replace(/^\r?\n/, '')), depth + 1))
    .find((text) => text !== undefined);
};

/** Parses an `.eml` file of ours, also a truncated one. */
export const readStoredEmail = (eml: Buffer): StoredEmail => {
  const email = split(eml.toString('latin1'));
  const header = (name: string): string => email.headers.get(name) ?? '';
  const sentAtMs = Date.parse(header('date'));
  return {
    from: header('from'),
    to: header('to'),
    replyTo: email.headers.get('reply-to'),
    subject: header('subject'),
    sentAtMs: Number.isNaN(sentAtMs) ? undefined : sentAtMs,
    text: findText(email) ?? '',
  };
};
