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
  /** Undefined without HTML. Images of the email are part of it. */
  html: string | undefined;
  attachments: StoredAttachment[];
}

export interface StoredAttachment {
  name: string;
  content: Buffer;
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

const contentOf = ({ headers, body }: Part): Buffer => {
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  return encoding === 'quoted-printable' ? Buffer.from(decodeQuotedPrintable(body)) : Buffer.from(body, 'latin1');
};

const typeOf = ({ headers }: Part): string => headers.get('content-type') ?? 'text/plain';

/** The parts with content, in the order of the email. */
const leavesOf = (part: Part, depth = 0): Part[] => {
  const boundary = /^multipart\/.*boundary="?([^";]+)"?/i.exec(typeOf(part))?.[1];
  if (boundary === undefined) return [part];
  if (depth >= MAX_DEPTH) return [];
  return part.body
    .split(`--${boundary}`)
    .slice(1)
    .filter((piece) => !piece.startsWith('--'))
    .flatMap((piece) => leavesOf(split(piece.replace(/^\r?\n/, '').replace(/\r?\n$/, '')), depth + 1));
};

const isAttached = ({ headers }: Part): boolean => /^attachment/i.test(headers.get('content-disposition') ?? '');

const nameOf = (part: Part): string => /name="?([^";]+)"?/i.exec(typeOf(part))?.[1] ?? 'attachment';

const findText = (parts: readonly Part[], type: RegExp): string | undefined => {
  const part = parts.find((one) => type.test(typeOf(one)) && !isAttached(one));
  return part && contentOf(part).toString('utf8').replaceAll('\r\n', '\n');
};

/** The HTML, with the images that it names by their content ids. */
const htmlOf = (parts: readonly Part[]): string | undefined => {
  const images = new Map(
    parts.flatMap((part) => {
      const [, id] = /^<(.+)>$/.exec(part.headers.get('content-id') ?? '') ?? [];
      const [type = ''] = /^image\/\w+/.exec(typeOf(part)) ?? [];
      return id === undefined || type === '' ? [] : [[id, `data:${type};base64,${contentOf(part).toString('base64')}`]];
    }),
  );
  return findText(parts, /^text\/html/i)?.replace(
    /(?<=src=")cid:([^"]+)/g,
    (found, id: string) => images.get(id) ?? found,
  );
};

/** Parses an `.eml` file of ours, also a truncated one. */
export const readStoredEmail = (eml: Buffer): StoredEmail => {
  const email = split(eml.toString('latin1'));
  const header = (name: string): string => email.headers.get(name) ?? '';
  const sentAtMs = Date.parse(header('date'));
  const parts = leavesOf(email);
  return {
    from: header('from'),
    to: header('to'),
    replyTo: email.headers.get('reply-to'),
    subject: header('subject'),
    sentAtMs: Number.isNaN(sentAtMs) ? undefined : sentAtMs,
    text: findText(parts, /^text\/plain/i) ?? '',
    html: htmlOf(parts),
    attachments: parts.filter(isAttached).map((part) => ({ name: nameOf(part), content: contentOf(part) })),
  };
};
