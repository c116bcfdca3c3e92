import type { Endpoint } from '#contract/endpoint.ts';

/** What to send, and how a failing test calls it. */
export interface Shape {
  what: string;
  payload: Buffer;
  contentType: string | undefined;
}

const JSON_TYPE = 'application/json';
const BOUNDARY = 'edge';
const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

const shape = (what: string, payload: string | Buffer, contentType: string | undefined = JSON_TYPE): Shape => ({
  what,
  payload: Buffer.from(payload),
  contentType,
});

/** JSON texts that stand in for a field's value; some cannot be made with JSON.stringify. */
const wrongValues: [what: string, json: string][] = [
  ['null', 'null'],
  ['a number', '12'],
  ['a huge number', '1e999'],
  ['true', 'true'],
  ['an empty text', '""'],
  ['blanks', '"   "'],
  ['an array', '["a", "b"]'],
  ['an object', '{"a": {"b": 1}}'],
  ['an operator', '{"$gt": ""}'],
  ['a text with NUL', '"a\\u0000b@c.example"'],
  ['a lone surrogate', '"\\ud800@c.example"'],
  ['a right-to-left mark', '"\\u202e@c.example"'],
  ['a long text', JSON.stringify('x'.repeat(100_000))],
  ['SQL', `"'; DROP TABLE users; --"`],
  ['toString', '"toString"'],
];

const plausible: Record<string, string> = {
  email: 'someone@school.example',
  publicAddress: 'http://localhost:5000',
  website: '',
};

const jsonWith = (names: string[], wrong: string, value: string): string =>
  `{${names.map((name) => `"${name}": ${name === wrong ? value : JSON.stringify(plausible[name] ?? 'plausible text')}`).join(', ')}}`;

const brokenBodies = (): Shape[] => [
  ...['null', '[]', '[[]]', '"text"', '42', 'true', '{}'].map((json) => shape(`JSON ${json}`, json)),
  ...['{', '{"a":', '{"a":1}}', "{'a':1}", 'undefined', '\u0000', '{"a":\u0000}', '\uFEFF{}'].map((text) =>
    shape(`malformed JSON ${JSON.stringify(text)}`, text),
  ),
  shape('JSON with invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])),
  shape('deep JSON', '['.repeat(50_000) + ']'.repeat(50_000)),
  shape('a deep object', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`),
  shape('__proto__', '{"__proto__": {"isAdmin": true}, "email": "a@b.example"}'),
  shape('constructor.prototype', '{"constructor": {"prototype": {"isAdmin": true}}}'),
  shape('300 KB of JSON', JSON.stringify({ email: 'x'.repeat(300_000) })),
  shape('plain text', 'hello', 'text/plain'),
  shape('XML', '<?xml version="1.0"?><a/>', 'application/xml'),
  shape('a URL-encoded form', 'email=a&email=b&a[b]=c', 'application/x-www-form-urlencoded'),
  shape('a body of no type', 'hello', undefined),
  shape('a type that is none', 'hello', 'nonsense;;;=;charset'),
  shape('a type with an unknown charset', '{}', 'application/json; charset=utf-7'),
  shape('gzip that is none', '{}', JSON_TYPE),
];

const part = (name: string, value: string): string =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

const filePart = (name: string, fileName: string, bytes: string): string =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"; filename="${fileName}"\r\nContent-Type: video/mp4\r\n\r\n${bytes}\r\n`;

const END = `--${BOUNDARY}--\r\n`;
const form = (what: string, body: string | Buffer, type = FORM_TYPE): Shape => shape(`form: ${what}`, body, type);

const brokenForms = (): Shape[] => [
  form('no boundary', part('title', 'a') + END, 'multipart/form-data'),
  form('an empty boundary', part('title', 'a') + END, 'multipart/form-data; boundary='),
  form('another boundary', part('title', 'a') + END, 'multipart/form-data; boundary=other'),
  form('a boundary of 300 characters', END, `multipart/form-data; boundary=${'b'.repeat(300)}`),
  form('nothing at all', ''),
  form('no part', END),
  form('cut off in a part header', `--${BOUNDARY}\r\nContent-Disp`),
  form('cut off in a field', `--${BOUNDARY}\r\nContent-Disposition: form-data; name="title"\r\n\r\nhal`),
  form('cut off before the end', part('title', 'a')),
  form('a part without a name', `--${BOUNDARY}\r\nContent-Disposition: form-data\r\n\r\na\r\n${END}`),
  form('a part without headers', `--${BOUNDARY}\r\n\r\na\r\n${END}`),
  form('a part header without an end', `--${BOUNDARY}\r\n${'X-A: b\r\n'.repeat(5000)}`),
  form('__proto__', part('__proto__', '{}') + part('constructor', 'x') + END),
  form('an unknown file', filePart('unknown', 'a.mp4', 'abc') + END),
  form('a file called __proto__', filePart('__proto__', 'a.mp4', 'abc') + END),
  form('500 fields', Array.from({ length: 500 }, (_, index) => part(`f${index}`, 'x')).join('') + END),
  form('a field of 200 KB', part('title', 'x'.repeat(200_000)) + END),
  form(
    'invalid UTF-8',
    Buffer.concat([
      Buffer.from(part('title', 'a').slice(0, -3)),
      Buffer.from([0xff, 0xc0, 0x80]),
      Buffer.from(`\r\n${END}`),
    ]),
  ),
  form('not a form', '{"title": "a"}'),
];

const formsFor = (fields: string[], files: string[]): Shape[] => {
  const filled = fields.map((name) => part(name, plausible[name] ?? 'plausible text')).join('');
  return [
    form('no file', filled + END),
    ...files.flatMap((name) => [
      form(`${name} as a field`, filled + part(name, 'text') + END),
      form(`${name} without bytes`, filled + filePart(name, 'a.mp4', '') + END),
      form(`${name} without a name`, filled + filePart(name, '', 'abc') + END),
      form(`${name} of nonsense`, filled + filePart(name, 'a.mp4', 'nonsense') + END),
      form(`${name} cut off`, filled + filePart(name, 'a.mp4', 'abc').slice(0, -3)),
      form(`${name} twice`, filled + filePart(name, 'a.png', 'abc') + filePart(name, 'b.png', 'abc') + END),
      form(`${name} with a path for a name`, filled + filePart(name, '../../../etc/passwd', 'abc') + END),
      form(`${name} with NUL in its name`, filled + filePart(name, 'a\u0000.mp4', 'abc') + END),
      form(`${name} with a name of 100 KB`, filled + filePart(name, 'n'.repeat(100_000), 'abc') + END),
    ]),
    ...fields.flatMap((name) => [
      form(`${name} as a file`, filePart(name, 'a.txt', 'abc') + END),
      form(`${name} twice`, part(name, 'a') + filled + END),
      form(`${name} with NUL`, filled.replace('plausible text', 'a\u0000b') + END),
      form(`${name} of 20,000 characters`, part(name, 'x'.repeat(20_000)) + END),
    ]),
  ];
};

/** Bodies that no endpoint takes. */
export const bodiesForAny = (): Shape[] => [...brokenBodies(), ...brokenForms()];

/** Bodies that come close to what one endpoint takes. */
export const bodiesFor = (endpoint: Endpoint): Shape[] => {
  const names = Object.keys(endpoint.body?.shape ?? {});
  return [
    ...names.flatMap((name) =>
      wrongValues.map(([what, json]) => shape(`${name} is ${what}`, jsonWith(names, name, json))),
    ),
    ...(endpoint.form ? formsFor(Object.keys(endpoint.form.fields.shape), Object.keys(endpoint.form.files)) : []),
  ];
};

/** Texts in an address, escaped as a hostile caller may. */
export const wrongTexts = [
  '%00',
  'a%00b',
  '%E0%A4%A',
  '%',
  '%zz',
  '%ED%A0%80',
  '%F0%9F%8E%93',
  '..%2f..%2fetc%2fpasswd',
  '%2e%2e',
  '__proto__',
  'constructor',
  'toString',
  '%27%20OR%201=1--',
  '{}',
  '[object%20Object]',
  'undefined',
  'null',
  '-1',
  '1e400',
  '%20',
  'x'.repeat(600),
  'x'.repeat(6000),
];
