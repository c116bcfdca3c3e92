import { expect, test } from 'vitest';
import { call, type CallResponse } from '#test/call.ts';
import { anAdmin } from '#test/factories.ts';
import { lecturesIn, publishCourseWithLecture } from '#test/publish.ts';
import { mediaPart } from '#test/sign-up.ts';
import { startApp } from '#test/start-app.ts';
import { toWebVtt } from './caption-file.ts';

const vtt = (text: string): string => toWebVtt(Buffer.from(text));
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
  ['WEBVTT\n\n00:03.000 --> 00:01.000\na', 'damaged_captions', 'The captions are not in order at line 3'],
  [`${AS_VTT}\n00:00.000 --> 00:09.000\na`, 'damaged_captions', 'The captions are not in order at line 9'],
  ['WEBVTT\n\nhello --> there\na', 'damaged_captions', 'Line 3 of the captions cannot be read'],
  [`${SRT}\r\nwords without a time\r\n`, 'damaged_captions', 'Line 9 of the captions cannot be read'],
  ['<html></html>', 'not_captions', undefined],
  ['WEBVTT\n\n00:01.000 --> 00:02.000\na\0b', 'not_captions', undefined],
  ['', 'not_captions', undefined],
])('%j is refused', (text, code, message) => {
  expect(() => vtt(text)).toThrow(expect.objectContaining({ code, ...(message === undefined ? {} : { message }) }));
});

test('byte order marks of UTF-8 and UTF-16 are recognized, and any other encoding is refused', () => {
  expect(vtt(`\ufeff${SRT}`)).toBe(AS_VTT);
  const utf16 = Buffer.from(`\ufeff${SRT}`, 'utf16le');
  expect([toWebVtt(utf16), toWebVtt(Buffer.from(utf16).swap16())]).toEqual([AS_VTT, AS_VTT]);
  expect(() => toWebVtt(Buffer.from([...Buffer.from(AS_VTT), 0xff, 0xfe]))).toThrow(
    expect.objectContaining({ code: 'not_captions' }),
  );
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
  const first = lectureIn(await put('EN', SRT));
  expect(first?.captions).toMatchObject([{ language: 'en', label: 'English' }]);
  const oldAddress = first?.captions[0]?.address;
  const response = await app.http.inject({ url: new URL(oldAddress ?? '').pathname });
  expect([response.statusCode, response.headers['content-type'], response.body]).toEqual([
    200,
    'text/vtt; charset=utf-8',
    AS_VTT,
  ]);
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
    ['en', 'a\0', 'not_captions'],
    ['en', 'a'.repeat(2_200_000), 'too_large'],
  ] as const)
    expect((await put(language, text)).body['code'], text.slice(0, 9)).toBe(code);
  expect((await put('en', SRT, ' ')).body['message']).toBe('Please choose a file and enter a name');
});
