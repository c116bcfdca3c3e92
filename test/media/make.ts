/** Makes every file of this folder again: `node test/media/make.ts`. Needs ffmpeg; README.md says what each file is for. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { ffmpeg } from './ffmpeg.ts';

const file = (name: string) => path.join(import.meta.dirname, name);

const PICTURE = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=25:duration=3'];
const TONE = ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=44100:duration=3'];
const H264 = ['-c:v', 'libx264', '-profile:v', 'main', '-pix_fmt', 'yuv420p', '-crf', '36'];
const AAC = ['-c:a', 'aac', '-b:a', '48k', '-ac', '1'];
const PLAIN = ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags', '+bitexact'];
const MOOV_FIRST = ['-movflags', '+faststart'];

/** One still frame a second: long enough to jump in, large enough for two sizes, and small as a file. */
const LONG_PICTURE = ['-f', 'lavfi', '-i', 'smptebars=size=1280x720:rate=1:duration=120'];
const LONG_TONE = ['-f', 'lavfi', '-i', 'sine=frequency=220:sample_rate=8000:duration=120'];
const SMALL = ['-c:v', 'libx264', '-preset', 'veryslow', '-crf', '40', '-g', '4', '-pix_fmt', 'yuv420p'];
const SMALL_AAC = ['-c:a', 'aac', '-b:a', '8k', '-ac', '1'];

async function makeVideos(): Promise<void> {
  await ffmpeg([...PICTURE, ...TONE, ...H264, ...AAC, ...PLAIN, ...MOOV_FIRST, file('three-seconds.mp4')]);
  await ffmpeg(['-i', file('three-seconds.mp4'), '-c', 'copy', ...PLAIN, file('moov-at-end.mp4')]);
  await ffmpeg([...PICTURE, ...H264, ...PLAIN, ...MOOV_FIRST, file('silent.mp4')]);
  await ffmpeg([
    ...LONG_PICTURE,
    ...LONG_TONE,
    ...SMALL,
    ...SMALL_AAC,
    ...PLAIN,
    ...MOOV_FIRST,
    file('two-minutes.mp4'),
  ]);
  const still = ['-f', 'lavfi', '-i', 'smptebars=size=320x180:rate=1:duration=240'];
  await ffmpeg([...still, ...SMALL, ...PLAIN, ...MOOV_FIRST, file('four-minutes.mp4')]);
  await ffmpeg([...TONE, ...AAC, ...PLAIN, ...MOOV_FIRST, file('audio-only.mp4')]);
}

async function makeTruncated(): Promise<void> {
  const whole = await readFile(file('three-seconds.mp4'));
  await writeFile(file('truncated.mp4'), whole.subarray(0, Math.floor(whole.length / 2)));
}

const PAGE = '<!doctype html><title>Not media</title><script>alert(document.domain)</script>\n';

const FACE =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" fill="#12454F"/>' +
  '<circle cx="48" cy="38" r="17" fill="#BFD9CF"/><path d="M14 96a34 34 0 0 1 68 0Z" fill="#F2C14E"/></svg>\n';

/**
 * Script, event handlers, outside files and addresses, and entities that grow a hundredfold: a small bomb,
 * since librsvg lays long text out in more than linear time.
 */
const HOSTILE = `<?xml version="1.0"?>
<!DOCTYPE svg [
  <!ENTITY a "la">
  <!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
  <!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">
]>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 96 96" onload="alert(1)">
  <script>alert(document.domain)</script>
  <image href="http://127.0.0.1:9/probe.png" width="96" height="96"/>
  <image xlink:href="file:///etc/hostname" width="96" height="96"/>
  <foreignObject width="96" height="96"><body xmlns="http://www.w3.org/1999/xhtml" onclick="alert(2)">hello</body></foreignObject>
  <rect width="96" height="96" fill="#B5452D"/>
  <text y="40">&c;</text>
</svg>
`;

/** Each level repeats the one below nine times, and every square at the bottom is blurred widely. */
const LEVELS = Array.from(
  { length: 9 },
  (_, level) => `<g id="l${level + 1}">${`<use href="#l${level}"/>`.repeat(9)}</g>`,
);
const ENDLESS = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><filter id="f"><feMorphology operator="dilate" radius="900"/><feGaussianBlur stdDeviation="900"/></filter><defs><rect id="l0" width="9" height="9" filter="url(#f)"/>${LEVELS.join('')}</defs><use href="#l9"/></svg>`;

async function makeTexts(): Promise<void> {
  await writeFile(file('not-a-video.mp4'), PAGE);
  await writeFile(file('not-an-image.png'), PAGE);
  await writeFile(
    file('playlist.mp4'),
    '#EXTM3U\n#EXT-X-TARGETDURATION:3\n#EXTINF:3,\nthree-seconds.mp4\n#EXT-X-ENDLIST\n',
  );
  await writeFile(file('ffconcat.mp4'), 'ffconcat version 1.0\nfile three-seconds.mp4\n');
  await writeFile(file('empty.mp4'), '');
  await writeFile(file('avatar.svg'), FACE);
  await writeFile(file('hostile.svg'), HOSTILE);
  await writeFile(file('endless.svg'), ENDLESS);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, checksum]);
}

/** A black image of one bit a pixel: some 30 kB on disk, 256 million pixels when decoded. */
function pixelBomb(width: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(width, 4);
  header.writeUInt8(1, 8);
  const rows = Buffer.alloc(width * (1 + width / 8));
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const pixels = deflateSync(rows, { level: 9 });
  return Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', pixels),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

async function makePictures(): Promise<void> {
  const face = sharp(Buffer.from(FACE)).resize(256, 256);
  await face.clone().png().toFile(file('avatar.png'));
  await face.clone().jpeg().toFile(file('avatar.jpg'));
  await sharp(Buffer.from(FACE)).resize(640, 360).jpeg().toFile(file('thumbnail.jpg'));
  await writeFile(file('pixel-bomb.png'), pixelBomb(16_000));
}

await makeVideos();
await makeTruncated();
await makeTexts();
await makePictures();
