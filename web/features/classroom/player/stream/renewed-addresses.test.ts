// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { createRenewedAddresses } from './hls-stream.ts';

const PLAYLIST = `${window.location.origin}/media/token/480.m3u8`;
const [OLD, NEW] = ['https://media.example/1.a/480.mp4', 'https://media.example/2.b/480.mp4'];

afterEach(() => vi.unstubAllGlobals());

const respondWith = (body: string, status = 200): void => {
  vi.stubGlobal('fetch', async () => new Response(body, { status }));
};

const listed = (file: string) => {
  const renewed = createRenewedAddresses();
  renewed.noteListed(file, PLAYLIST);
  return renewed;
};

test('a refused file at another origin gets the address that its playlist has now', async () => {
  respondWith(`#EXTM3U\n#EXT-X-MAP:URI="${NEW}",BYTERANGE="800@0"\n#EXTINF:4,\n${NEW}\n`);
  const renewed = listed(OLD);
  expect(await renewed.addressOf(OLD)).toBe(OLD);
  expect(renewed.renew(OLD)).toBe(true);
  expect(renewed.isRenewing(OLD)).toBe(true);
  expect(await renewed.addressOf(OLD)).toBe(NEW);
});

test('a file that is refused again after its renewal is refused for good; one that was loaded is renewed again', () => {
  respondWith(NEW);
  const renewed = listed(OLD);
  expect([renewed.renew(OLD), renewed.renew(OLD), renewed.isRenewing(OLD)]).toEqual([true, false, false]);
  expect(renewed.renew(OLD)).toBe(true);
  renewed.noteLoaded(OLD);
  expect([renewed.isRenewing(OLD), renewed.renew(OLD)]).toEqual([false, true]);
});

test('a file beside its playlist is not renewed, nor one that no playlist named', () => {
  const beside = `${window.location.origin}/media/token/480.mp4`;
  expect(listed(beside).renew(beside)).toBe(false);
  expect(createRenewedAddresses().renew(OLD)).toBe(false);
});

test.each([
  ['is refused', () => respondWith('', 403)],
  ['cannot be read', () => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))],
])('the address stays as it was when the playlist %s', async (_how, respond) => {
  respond();
  const renewed = listed(OLD);
  renewed.renew(OLD);
  expect(await renewed.addressOf(OLD)).toBe(OLD);
});
