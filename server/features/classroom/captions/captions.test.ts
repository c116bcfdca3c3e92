import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { api } from '#contract/api.ts';
import { call, type CallResponse } from '#test/call.ts';
import { cpuMs } from '#test/cpu-time.ts';
import { anAdmin } from '#test/factories.ts';
import { lecturesIn, publishCourseWithLecture } from '#test/publish.ts';
import { mediaPart } from '#test/sign-up.ts';
import { startApp } from '#test/start-app.ts';
import { readCaptions } from './caption-file.ts';

const read = (text: string) => readCaptions(Buffer.from(text));
const vtt = (text: string): string => read(text).webVtt;
const SRT =
  '\uFEFF1\r\n00:00:01,000 --> 00:00:02,500\r\n<i>Warm</i> <font color="red">land</font>\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\n{\\an8}cool sea --> rain\r\n';
const AS_VTT =
  'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\n<i>Warm</i> land\n\n00:00:03.000 --> 00:00:04.000\ncool sea -> rain\n';

test('SRT is converted to WebVTT, and WebVTT keeps its cues and their positions', () => {
  expect(vtt(SRT)).toBe(AS_VTT);
  expect(vtt(AS_VTT)).toBe(AS_VTT);
  const styled =
    'WEBVTT - made by hand\n\nSTYLE\n::cue { color: red }\n\nNOTE 1 --> 2\n\nintro\n01:02.5 --> 01:00:03.000 align:start x:y line:0\nनमस्ते\n';
  expect(vtt(styled)).toBe('WEBVTT\n\n00:01:02.500 --> 01:00:03.000 align:start line:0\nनमस्ते\n');
});

test.each([
  ['WEBVTT\n\n', 'damaged_captions', 'This file has no captions'],
  [
    'WEBVTT\n\n00:03.000 --> 00:01.000\na',
    'damaged_captions',
    'No caption of this file can be read. Line 3: It does not end after it begins',
  ],
  [
    'WEBVTT\n\nhello --> there\na',
    'damaged_captions',
    'No caption of this file can be read. Line 3: A text without a time',
  ],
  ['<html></html>', 'not_captions', 'This is not a file of captions. Choose a WebVTT or SRT file.'],
  ['', 'not_captions', 'This is not a file of captions. Choose a WebVTT or SRT file.'],
])('%j is refused', (text, code, message) => {
  expect(() => vtt(text)).toThrow(expect.objectContaining({ code, message }));
});

test('captions are read in every encoding that a text file may have', () => {
  expect(vtt(`\ufeff${SRT}`)).toBe(AS_VTT);
  const utf16 = Buffer.from(`\ufeff${SRT}`, 'utf16le');
  for (const bytes of [utf16, Buffer.from(utf16).swap16()]) expect(readCaptions(bytes).webVtt).toBe(AS_VTT);
  const windows = readCaptions(Buffer.from(SRT.slice(1).replace('Warm', 'caf\u00E9'), 'latin1'));
  expect([windows.webVtt, windows.report.repaired[0]?.line]).toEqual([AS_VTT.replace('Warm', 'café'), 3]);
});

const cues = (text: string): string[] => vtt(text).split('\n').slice(2).join('\n').trimEnd().split('\n\n');

test('SRT has only a few tags, and every other sign of a formula or a program is kept', () => {
  const text = [
    'If x < 5 then we stop',
    'so a < b and c > d holds',
    'Use a List<String> here, then the <div> tag',
    'AT&T and R&D &copy; <3',
    '{\\an8}<I>once</I> <font color="#fff">more</font>',
  ];
  const srt = text.map((line, index) => `${index + 1}\n00:00:0${index},500 --> 00:00:0${index + 1},500\n${line}\n\n`);
  expect(cues(srt.join('')).map((cue) => cue.split('\n')[1])).toEqual([
    'If x &lt; 5 then we stop',
    'so a &lt; b and c > d holds',
    'Use a List&lt;String> here, then the &lt;div> tag',
    'AT&amp;T and R&amp;D &amp;copy; &lt;3',
    '<i>once</i> more',
  ]);
  expect(cues('WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ada>if a<b & c&lt;d</v> <00:01.500><c.blue>R&D</c> <3')).toEqual([
    '00:00:01.000 --> 00:00:02.000\n<v Ada>if a&lt;b &amp; c&lt;d</v> <00:01.500><c.blue>R&amp;D</c> &lt;3',
  ]);
});

test.each<[string, string, string[], object]>([
  [
    'a cue of no length',
    '1\n00:00:00,500 --> 00:00:00,500\nA\n\n2\n00:00:02,000 --> 00:00:04,000\nNext',
    ['00:00:02.000 --> 00:00:04.000\nNext'],
    { read: 1, repaired: [], leftOut: [{ line: 2, why: 'It does not end after it begins' }] },
  ],
  [
    'cues out of order',
    '1\n00:00:02,000 --> 00:00:04,000\nLater\n\n2\n00:00:00,500 --> 00:00:01,500\nEarlier',
    ['00:00:00.500 --> 00:00:01.500\nEarlier', '00:00:02.000 --> 00:00:04.000\nLater'],
    { read: 2, repaired: [{ line: 6, what: 'Moved to its place in the order of time' }], leftOut: [] },
  ],
  [
    'a number at the end',
    '1\n00:00:02,000 --> 00:00:04,000\nText\n\n9999\n',
    ['00:00:02.000 --> 00:00:04.000\nText'],
    { read: 1, repaired: [], leftOut: [{ line: 5, why: 'A number without a caption' }] },
  ],
  [
    'empty lines inside a cue',
    '1\n00:00:00,500 --> 00:00:02,000\nFirst line\n  \n\nsecond line\n\n2\n00:00:02,000 --> 00:00:04,000\n1984\n\n',
    ['00:00:00.500 --> 00:00:02.000\nFirst line\nsecond line', '00:00:02.000 --> 00:00:04.000\n1984'],
    {
      read: 2,
      repaired: [{ line: 4, what: 'An empty line inside the caption was removed' }],
      leftOut: [],
    },
  ],
  [
    'times without a fraction, with too few or too many digits',
    '1\n00:00:04 --> 00:00:07\na\n\n2\n0:8,5 --> 0:0:9.123456 X1:40 Y1:20\nb\n3\n100:00:00,000 --> 100:00:01,000\nc',
    ['00:00:04.000 --> 00:00:07.000\na', '00:00:08.500 --> 00:00:09.123\nb', '100:00:00.000 --> 100:00:01.000\nc'],
    { read: 3, repaired: [], leftOut: [] },
  ],
  [
    'one damaged time among others',
    '1\n00:00:01,000 --> 00:00:02,000\na\n\n2\n00:0x:01,000 --> 00:00:04,000\nb\n\n3\n-00:00:01,000 --> 00:00:00,500\nc\n\n4\n00:00:05,000 -->\nd',
    ['00:00:00.000 --> 00:00:00.500\nc', '00:00:01.000 --> 00:00:02.000\na', '00:00:05.000 --> 00:00:08.000\nd'],
    {
      read: 3,
      repaired: [
        { line: 10, what: 'It began before 0:00, and now begins there' },
        { line: 10, what: 'Moved to its place in the order of time' },
        { line: 14, what: 'It had no end, and now ends when the next one begins, or after three seconds' },
      ],
      leftOut: [{ line: 6, why: 'The time cannot be read' }],
    },
  ],
  [
    'the parts of WebVTT that are no captions',
    'WEBVTT\nKind: captions\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000\n\nSTYLE\n::cue { color: red }\n\nNOTE a --> b\n\nlost\n\nintro\n00:01.000 --> 00:02.000\na\n\nWEBVTT\n\n2\n00:03.000 --> 00:04.000\nb\n\nc',
    ['00:00:01.000 --> 00:00:02.000\na', '00:00:03.000 --> 00:00:04.000\nb\nc'],
    {
      read: 2,
      repaired: [{ line: 21, what: 'An empty line inside the caption was removed' }],
      leftOut: [
        { line: 5, why: 'Styles and regions are not used' },
        { line: 10, why: 'A text without a time' },
      ],
    },
  ],
  [
    'captions that a translator changed',
    '1\n00: 00: 01, 000 -> 00: 00: 02, 000\na\n\n2\n00:00:03:12 – 00:00:04:00\nb',
    ['00:00:01.000 --> 00:00:02.000\na', '00:00:03.480 --> 00:00:04.000\nb'],
    { read: 2, repaired: [], leftOut: [] },
  ],
  [
    'digits and signs of other scripts',
    '۱\n۰۰:۰۰:۰۱,۰۰۰ --> ۰۰:۰۰:۰۲,۰۰۰\nسلام\n\n۲\n00：00：03，000 --> 00：00：04，000\n你好',
    ['00:00:01.000 --> 00:00:02.000\nسلام', '00:00:03.000 --> 00:00:04.000\n你好'],
    { read: 2, repaired: [], leftOut: [] },
  ],
  [
    'what Whisper prints',
    '[00:00.000 --> 00:02.000]  Hello there\n[00:02.000 --> 00:03.000]  again\n',
    ['00:00:00.000 --> 00:00:02.000\nHello there', '00:00:02.000 --> 00:00:03.000\nagain'],
    { read: 2, repaired: [], leftOut: [] },
  ],
  [
    'SBV',
    '0:00:00.599,0:00:04.160\n10:30 – 11:00\n\n0:00:04.160,0:00:06.000\nb\n',
    ['00:00:00.599 --> 00:00:04.160\n10:30 – 11:00', '00:00:04.160 --> 00:00:06.000\nb'],
    { read: 2, repaired: [], leftOut: [] },
  ],
  [
    'ASS',
    '[Script Info]\nTitle: x\n\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\nDialogue: 0,0:00:03.00,0:00:04.50,Default,,0,0,0,,Later, {\\b1}b{\\b0}\nDialogue: 0,0:00:01.00,0:00:02.50,Default,,0,0,0,,One\\Ntwo',
    ['00:00:01.000 --> 00:00:02.500\nOne\ntwo', '00:00:03.000 --> 00:00:04.500\nLater, b'],
    { read: 2, repaired: [{ line: 7, what: 'Moved to its place in the order of time' }], leftOut: [] },
  ],
  [
    'ASS with a broken line and a drawing',
    '\n[Script Info]\n\n[Events]\nformat: Layer, Start, End, Text\nDialogue: 0,0:00:01.00,0:00:02.00,{\\i1}a < b{\\i0}\nDialogue: 0,broken\nDialogue: 0,0:00:02.00,0:00:03.00,{\\an7\\p1}m 0 0 l 9 0 9 9{\\p0}\n dialogue: 0,0:00:03.00,0:00:04.00,ಕನ್ನಡ, ไทย',
    ['00:00:01.000 --> 00:00:02.000\na &lt; b', '00:00:03.000 --> 00:00:04.000\nಕನ್ನಡ, ไทย'],
    {
      read: 2,
      repaired: [],
      leftOut: [
        { line: 7, why: 'The time cannot be read' },
        { line: 8, why: 'There is no text' },
      ],
    },
  ],
])('reads %s', (_, text, expected, report) => {
  for (const ends of ['\n', '\r\n', '\r']) {
    expect(cues(text.replaceAll('\n', ends))).toEqual(expected);
    expect(read(text.replaceAll('\n', ends)).report).toEqual(report);
  }
});

test('reads a long hostile file in a moment', () => {
  for (const part of [
    '<i',
    '{\\',
    '<font ',
    '00:01 --> ',
    '\n',
    '1\n',
    ' ',
    '<v ',
    '&#',
    '-->\n',
    '0:01-->0:02\na\n\n',
  ])
    for (const start of ['', 'WEBVTT\n\n'])
      for (const text of [`${start}0:01-->0:02\n${part.repeat(500_000 / part.length)}`, part.repeat(9000)]) {
        const begun = cpuMs();
        try {
          vtt(text);
        } catch (error) {
          expect(error).toMatchObject({ code: expect.stringMatching(/captions$/) });
        }
        expect(cpuMs() - begun).toBeLessThan(5000);
      }
});

const lectureIn = (response: CallResponse) => lecturesIn(response)[0];

test('captions are served under the address of their lecture, and replaced and removed atomically', async () => {
  await using app = await startApp();
  const admin = await anAdmin(app);
  const { token } = admin;
  const { path } = await publishCourseWithLecture(app, admin);
  const put = (language: string, text: string, label = 'English') =>
    call(app, 'PUT', `${path}/captions/${language}`, {
      token,
      parts: { label, captions: { bytes: Buffer.from(text), name: 'a.srt', type: 'text/plain' } },
    });
  const read = async (address = '') => (await app.http.inject({ url: new URL(address).pathname })).body;
  const added = await put('EN', SRT);
  const first = lectureIn(added);
  const { report } = api.authoring.putCaptions.response.parse(added.body);
  expect(first?.captions).toMatchObject([{ language: 'en', label: 'English' }]);
  const oldAddress = first?.captions[0]?.address;
  const response = await app.http.inject({ url: new URL(oldAddress ?? '').pathname });
  expect([response.statusCode, response.headers['content-type'], response.body]).toEqual([
    200,
    'text/vtt; charset=utf-8',
    AS_VTT,
  ]);
  expect(report).toEqual({ read: 2, repaired: [], leftOut: [] });
  await put('hi', SRT, 'हिन्दी');
  const changed = lectureIn(await put('en', SRT.replace('Warm', 'Hot'), 'English (CC)'));
  expect(changed?.captions.map(({ label }) => label)).toEqual(['English (CC)', 'हिन्दी']);
  expect(await read(changed?.captions[0]?.address)).toContain('Hot');
  expect(await read(oldAddress)).toBe(AS_VTT);

  const video = await mediaPart('silent.mp4');
  const replaced = await call(app, 'PUT', `${path}/video`, { token, parts: { lecture: video } });
  expect(replaced.body).toMatchObject({ message: 'Video replaced' });
  expect(await read(lectureIn(replaced)?.captions[0]?.address)).toContain('Hot');
  expect(lectureIn(replaced)?.lecture).not.toEqual(changed?.lecture);
  expect((await call(app, 'PUT', `${path}/video`, { token, parts: {} })).body['message']).toBe('Please choose a video');

  const removed = await call(app, 'DELETE', `${path}/captions/en`, { token });
  expect(lectureIn(removed)?.captions.map(({ language }) => language)).toEqual(['hi']);
  expect((await call(app, 'DELETE', `${path}/captions/en`, { token })).body['code']).toBe('file_not_found');
  for (const [language, text, code] of [
    ['not-a-language-at-all', SRT, 'lecture_not_found'],
    ['en', 'nonsense', 'not_captions'],
    ['en', 'a\0b\0\0', 'not_captions'],
    ['en', 'a'.repeat(2_200_000), 'too_large'],
  ] as const)
    expect((await put(language, text)).body['code'], text.slice(0, 9)).toBe(code);
  expect((await put('en', SRT, ' ')).body['message']).toBe('Please choose a file and enter a name');
});

test('captions stored with raw signs are stored again by the upgrade, and their words are found', async () => {
  await using app = await startApp();
  const admin = await anAdmin(app);
  const { path } = await publishCourseWithLecture(app, admin);
  const raw = 'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nIf x < 5 then AT&T stops\n';
  const put = await call(app, 'PUT', `${path}/captions/en`, {
    token: admin.token,
    parts: { label: 'English', captions: { bytes: Buffer.from(raw), name: 'a.vtt', type: 'text/plain' } },
  });
  const right = 'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nIf x &lt; 5 then AT&amp;T stops\n';
  const addressIn = (response: CallResponse) => new URL(lectureIn(response)?.captions[0]?.address ?? '').pathname;
  const { db } = app.database;
  const { file_key: key } = await db.selectFrom('captions').select('file_key').executeTakeFirstOrThrow();
  await writeFile(join(app.config.dataDir, 'files', key), raw);
  const job = { state: 'waiting', run_at: 0, attempts: 0, created_at: 0 } as const;
  const payload = JSON.stringify({ lectureId: path.split('/').at(-1), language: 'en' });
  await db
    .insertInto('jobs')
    .values({ id: 'again', name: 'classroom.read-captions-again', payload, ...job })
    .execute();
  await app.jobs.runDue();
  const served = await call(app, 'PATCH', path, { token: admin.token, body: { title: 'Again' } });
  expect((await app.http.inject({ url: addressIn(put) })).body).toContain('If x');
  expect((await app.http.inject({ url: addressIn(served) })).body).toBe(right);
  expect(await db.selectFrom('captions').select('words').execute()).toEqual([{ words: 'if x 5 then at t stops' }]);
});
