import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflatedZip } from './archives.ts';
import { type FilePart, multipart } from './multipart.ts';

/** What strangers send to hold a server: each as large as its bound lets it be, and as costly as its reader could make it. */

const KIB = 1024;
const MIB = 1024 * KIB;
export const WEBHOOK_SECRET = 'a secret of webhooks';

/** Where the requests go. */
export interface HeldSchool {
  /** Of the admin who sends them. */
  headers: Record<string, string>;
  course: string;
  lecture: string;
  quiz: string;
  attempt: string;
  /** The path of a file of the site. */
  file: string;
}

export interface CostlyRequest {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  payload?: string | Buffer;
}

type Make = (school: HeldSchool) => CostlyRequest | Promise<CostlyRequest>;

const fill = (part: string, bytes: number): string => part.repeat(Math.floor(bytes / Buffer.byteLength(part)));
const count = <T>(length: number, of: (index: number) => T): T[] => Array.from({ length }, (_, index) => of(index));
const media = (name: string): Promise<Buffer> => readFile(join(import.meta.dirname, 'media', name));

const get =
  (path: string, headers: Record<string, string> = {}): Make =>
  () => ({ path: `/api/v1${path}`, headers });

const json =
  (payload: string, path: (school: HeldSchool) => string = () => '/user/login', method = 'POST'): Make =>
  (school) => ({
    method,
    path: `/api/v1${path(school)}`,
    headers: { 'content-type': 'application/json' },
    payload,
  });

const form =
  (method: string, path: (school: HeldSchool) => string, parts: Record<string, string | FilePart>): Make =>
  async (school) => ({ method, path: `/api/v1${path(school)}`, ...(await multipart(parts)) });

const file = (text: string | Buffer, name: string, type: string): FilePart => ({
  bytes: Buffer.from(text),
  name,
  type,
});

const captions = (text: string): Make =>
  form('PUT', ({ lecture }) => `${lecture}/captions/en`, {
    label: 'English',
    captions: file(text, 'en.srt', 'text/plain'),
  });
const people = (text: string): Make =>
  form('POST', () => '/admin/people/imports', { fileName: 'people.csv', file: file(text, 'people.csv', 'text/csv') });
const translated = (content: string): Make =>
  form('POST', ({ course }) => `${course}/translations/hi/import`, { file: file(content, 'hi.po', 'text/plain') });
const questions = (format: string, text: string): Make =>
  json(JSON.stringify({ format, text, isDryRun: true }), ({ quiz }) => `${quiz}/quiz/import`);
const picture = (bytes: string | Buffer, name: string, type: string): Make =>
  form('PUT', () => '/user/update', { fullName: 'Asha Admin', avatar: file(bytes, name, type) });
const lecture = (kind: string, bytes: string | Buffer, type: string): Make =>
  form('POST', ({ course }) => `${course}/lectures`, { title: 'A', kind, lecture: file(bytes, 'a.bin', type) });
const sound = (bytes: string): Make =>
  form('POST', ({ lecture: path }) => `${path}/sounds`, { sound: file(bytes, 'a.mp3', 'audio/mpeg') });
const attachment = (bytes: string | Buffer, name: string): Make =>
  form('POST', ({ lecture: path }) => `${path}/attachments`, { name, attachment: file(bytes, name, 'text/plain') });
const text = (markdown: string): Make =>
  json(JSON.stringify({ body: markdown.slice(0, 20_000) }), () => '/admin/pages/preview');

const webhook =
  (payload: string, secret = WEBHOOK_SECRET): Make =>
  () => ({
    method: 'POST',
    path: '/api/v1/payments/webhook',
    headers: {
      'content-type': 'application/json',
      'x-razorpay-event-id': 'evt_1',
      'x-razorpay-signature': createHmac('sha256', secret).update(payload).digest('hex'),
    },
    payload,
  });

const upload =
  (metadata: string): Make =>
  () => ({
    method: 'POST',
    path: '/api/v1/uploads',
    headers: { 'tus-resumable': '1.0.0', 'upload-length': '1000', 'upload-metadata': metadata },
  });

const parts =
  (part: string, times: number): Make =>
  () => ({
    method: 'PUT',
    path: '/api/v1/user/update',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    payload: `${`--x\r\n${part}\r\n`.repeat(times)}--x--`,
  });

const cue = (words: string): string => `1\n00:00:01,000 --> 00:00:02,000\n${words}\n`;
const cues = count(20_000, (index) => {
  const time = new Date(index * 1000).toISOString().slice(11, 19);
  return `${index}\n${time},000 --> ${time},900\nनमस्ते दुनिया ${index}\n`;
}).join('\n');

const notes = (content: string): Make => {
  const head = { name: 'person.json', bytes: Buffer.from('{"format":"lectern-person","version":1}') };
  const zip = deflatedZip([head, { name: 'data/notes.json', bytes: Buffer.from(content) }]);
  return form('POST', () => '/user/import', { file: file(zip, 'my-data.zip', 'application/zip') });
};

/** A document of one page with this many words. */
const documentOf = (words: number): string => {
  const stream = `BT /F1 8 Tf ${count(words / 10, (index) => `(${`w${index} `.repeat(10)}) Tj`).join('\n')} ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${stream.length}>>stream\n${stream}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj${object}endobj`).join('\n');
  return `%PDF-1.4\n${body}\ntrailer<</Root 1 0 R>>\n%%EOF`;
};

/** By the rows of docs/security.md that something on the serving thread reads. */
export const costlyRequests: Record<string, Record<string, Make>> = {
  'address and headers of a request': {
    'a query of keys': get(`/courses?${fill('a=1&', 12 * KIB)}`),
    'a query of brackets': get(`/courses?${fill('a[][]=%25&', 12 * KIB)}`),
    'tags of a response': get('/courses', { 'if-none-match': fill('"a",', 12 * KIB) }),
    cookies: get('/courses', { cookie: fill('a=1; ', 12 * KIB) }),
    languages: get('/courses', { 'accept-language': fill('a;q=0.1,', 12 * KIB), accept: 'text/html' }),
    proxies: get('/courses', { 'x-forwarded-for': fill('1.1.1.1,', 12 * KIB) }),
    'a token': get('/user/me', { authorization: `Bearer ${fill('a', 12 * KIB)}` }),
    'a path': get(`/${fill('a/', 12 * KIB)}`),
  },
  JSON: {
    brackets: json(fill('[', 256 * KIB - 10)),
    objects: json(`{"email":${fill('{"a":', 250 * KIB)}1`),
    'many keys': json(`{${count(20_000, (index) => `"k${index}":0`).join(',')}}`),
    'a long address': json(`{"email":"${fill('a@', 250 * KIB)}","password":"a"}`),
    'a name of marks': json(
      `{"name":"a${fill('\u0301', 250 * KIB)}","email":"a@b.example","message":"a"}`,
      () => '/contact',
    ),
    'a list of numbers': json(`{"lectureIds":[${fill('1,', 255 * KIB)}1]}`, ({ course }) => `${course}/order`, 'PUT'),
    'a list of answers': json(`{"answers":[${fill('{},', 255 * KIB)}{}]}`, ({ attempt }) => `${attempt}/submit`),
  },
  'a form': {
    'thousands of parts': parts('content-disposition: form-data; name="a"\r\n\r\n1', 20_000),
    'parts of dashes': parts(`content-disposition: form-data; name="fullName"\r\n\r\n${fill('\r\n--', 60 * KIB)}`, 50),
    'a header of quotes': parts(
      `content-disposition: form-data; name="${fill(String.raw`\"`, 60 * KIB)}"\r\n\r\n1`,
      20,
    ),
  },
  'a range of a file': {
    'many ranges': ({ file: path }) => ({ path, headers: { range: `bytes=${fill('0-1,', 12 * KIB)}` } }),
  },
  'webhooks of the payment provider': {
    forged: webhook(fill('[', 256 * KIB - 10), 'a guess'),
    brackets: webhook(fill('[', 256 * KIB - 10)),
    'many keys': webhook(`{"event":"payment.captured","payload":{${fill('"a":{},', 256 * KIB - 100)}"b":0}}`),
  },
  'images, SVG': {
    'an endless SVG': async (school) => picture(await media('endless.svg'), 'a.svg', 'image/svg+xml')(school),
    'millions of pixels': async (school) => picture(await media('pixel-bomb.png'), 'a.png', 'image/png')(school),
    'an SVG of groups': picture(
      `<svg xmlns="http://www.w3.org/2000/svg">${fill('<g>', 4 * MIB)}`,
      'a.svg',
      'image/svg+xml',
    ),
    'an SVG of spaces': picture(`${fill(' ', 4 * MIB)}<svg/>`, 'a.svg', 'image/svg+xml'),
    'no picture': picture(`\u0089PNG\r\n${fill('a', 4 * MIB)}`, 'a.png', 'image/png'),
  },
  'PDFs as lectures': {
    brackets: lecture('pdf', `%PDF-1.4\n${fill('[', 8 * MIB)}`, 'application/pdf'),
    'many words': lecture('pdf', documentOf(300_000), 'application/pdf'),
  },
  'videos and sounds': {
    'endless boxes': lecture('video', `\0\0\0\u0010ftypisom0000${fill('\0\0\0\u0008free', 2 * MIB)}`, 'video/mp4'),
    'no frames': lecture('audio', `ID3\u0004\0\0\0\0\0\0${fill('a', 4 * MIB)}`, 'audio/mpeg'),
  },
  'sounds of texts and questions': {
    'no frames': sound(`ID3\u0004\0\0\0\0\0\0${fill('a', 8 * MIB)}`),
    'no sound': sound(fill('a', 8 * MIB)),
  },
  'uploads in parts (tus)': {
    'many names': upload(
      count(1500, (index) => `a${index} YQ==`)
        .join(',')
        .slice(0, 12 * KIB),
    ),
    commas: upload(fill(',', 12 * KIB)),
    'a long name': upload(`filename ${Buffer.from(fill('अ', 8 * KIB)).toString('base64')}`),
  },
  'a person’s export of another school (ZIP)': {
    'a list of objects': notes(`[${fill('{},', 15 * MIB)}{}]`),
    brackets: notes(fill('[', 16 * MIB)),
  },
  captions: {
    'one bracket': captions(cue(fill('<', 2 * MIB - 100))),
    'one brace': captions(cue(fill('{\\', 2 * MIB - 100))),
    arrows: captions(fill('-->\n', 2 * MIB - 100)),
    'spaces before a time': captions(`1\n${fill(' ', MIB)}00:00:01,000 --> x\n`),
    'brackets just below the process': captions(cue(fill('<', 31 * KIB))),
    'many cues': captions(cues),
  },
  'people as CSV': {
    quotes: people(`email\n${fill('"', 2 * MIB - 100)}`),
    cells: people(`email\n${fill('a,', 2 * MIB - 100)}`),
    lines: people(`email\n${fill('a@b.example\n', 2 * MIB - 100)}`),
    '2000 people': people(`email\n${count(2000, (index) => `p${index}@b.example`).join('\n')}`),
    'quotes just below the process': people(`email\n${fill('"', 31 * KIB)}`),
  },
  'translations of a course as PO or CSV': {
    'texts of one letter': translated(fill('msgid "a"\nmsgstr "b"\n', 10 * MIB - 100)),
    'one text': translated(`msgctxt "title"\nmsgid "a"\nmsgstr "${fill('अ\\n', 10 * MIB - 100)}"`),
    'quotes of PO': translated(`msgid "a"\nmsgstr "b"\n${fill('"""\n', 10 * MIB - 100)}`),
    'as many texts as it may have': translated(
      count(9000, (index) => `msgctxt "title"\nmsgid "${index}${fill('अ', 990)}"\nmsgstr "b"\n`).join(''),
    ),
    'quotes of CSV': translated(`key,translation\n${fill('"a",', 10 * MIB - 100)}`),
    'quotes just below the process': translated(`key,translation\n${fill('"', 31 * KIB)}`),
  },
  'questions (GIFT, Aiken, CSV)': {
    'GIFT of braces': questions('gift', fill('{', MIB)),
    'GIFT of answers': questions('gift', `a {${fill('=b ', MIB - 100)}}`),
    'GIFT of comments': questions('gift', fill('// a\n', MIB)),
    'GIFT of tags': questions('gift', `[html]${fill('<', MIB - 100)} {=a}`),
    'Aiken of letters': questions('aiken', fill('A. a\n', MIB)),
    'CSV of quotes': questions('csv', fill('"a",', MIB)),
    'GIFT just below the process': questions('gift', fill('{', 31 * KIB)),
  },
  Markdown: {
    brackets: text(fill('[', 20_000)),
    quotations: text(fill('> ', 20_000)),
    'stars that close late': text(`${fill('a*', 10_000)}${fill('*a ', 10_000)}`),
    'a table': text(`|${fill('a|', 6000)}\n|${fill('-|', 6000)}\n${fill('a\n', 6000)}`),
  },
  'attachments, answers': {
    'a text of one letter': attachment(fill('अ', 8 * MIB), 'a.txt'),
    'a long name': attachment('a', `${fill('a.', 140)}txt`),
  },
  'a search': {
    'one letter': get(`/search?search=${encodeURIComponent(fill('अ', 600))}`),
    'single letters': get(`/courses?search=${encodeURIComponent(fill('a ', 200))}`),
    wildcards: get(`/admin/people?search=${encodeURIComponent(fill('%_', 254))}`),
    quotes: get(`/search?search=${encodeURIComponent(fill('"*(', 200))}`),
    'marks of one letter': get(`/search?search=${encodeURIComponent(`a${fill('\u0301', 398)}`)}`),
  },
  'filters and order of lists': {
    'a far page': get('/admin/people?offset=10000000&sort=-ends'),
    'a wide filter': get(`/courses?category=${'%20'.repeat(100)}&teacher=${'a'.repeat(100)}&sort=longest&limit=1000`),
    'a cursor': get(`/admin/payments?cursor=${'A'.repeat(100)}&sort=-amount&limit=100`),
  },
};
