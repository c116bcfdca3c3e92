import { once } from 'node:events';
import { copyFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { hasFfmpeg } from '#test/clips.ts';
import { temporaryFolder } from '#test/isolated-data.ts';
import { createEngine } from './engine.ts';
import { probe } from './probe.ts';

/** A server with one response for all addresses; it counts who connects, also with TLS. */
const serve = async (body: string, headers: Record<string, string> = {}) => {
  let callers = 0;
  const server = createServer((_request, response) => {
    response.writeHead(headers['location'] === undefined ? 200 : 302, headers).end(body);
  }).listen(0, '127.0.0.1');
  server.on('connection', () => (callers += 1));
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return { callers: () => callers, origin: `127.0.0.1:${typeof address === 'object' ? address?.port : ''}` };
};

const probeIt = async (url: string): Promise<void> => {
  const { engine } = await createEngine('ffmpeg')();
  if (!engine) throw new Error('there is no ffmpeg');
  await probe(engine, url);
};

const playlistOf = (address: string): string =>
  `#EXTM3U\n#EXT-X-TARGETDURATION:3\n#EXTINF:3,\n${address}\n#EXT-X-ENDLIST\n`;

describe.runIf(hasFfmpeg)('what people upload makes ffmpeg read nothing else', () => {
  const aFolder = async (): Promise<string> => {
    const folder = await temporaryFolder();
    onTestFinished(folder.remove);
    await copyFile('test/media/three-seconds.mp4', join(folder.path, 'neighbour.mp4'));
    return folder.path;
  };

  test('a file that is a playlist or a list opens neither its neighbours nor an address', async () => {
    const folder = await aFolder();
    const inside = await serve('');
    const files = {
      'local.m3u8': playlistOf('neighbour.mp4'),
      'remote.m3u8': playlistOf(`http://${inside.origin}/inside.ts`),
      'list.ffconcat': 'ffconcat version 1.0\nfile neighbour.mp4\n',
      'remote.sdp': `v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 9 RTP/AVP 96\n`,
    };
    for (const [name, text] of Object.entries(files)) {
      await writeFile(join(folder, name), text);
      await expect(probeIt(`file:${join(folder, name)}`), name).rejects.toMatchObject({ problem: 'failed' });
    }
    expect(inside.callers()).toBe(0);
    await probeIt(`file:${join(folder, 'neighbour.mp4')}`);
  });

  test('what a store sends leads to no other address, and to no file', async () => {
    const inside = await serve('');
    const listing = await serve(playlistOf(`http://${inside.origin}/inside.ts`));
    await expect(probeIt(`http://${listing.origin}/film.m3u8`)).rejects.toMatchObject({ problem: 'failed' });
    for (const location of [`https://${inside.origin}/inside.mp4`, `file:${join(await aFolder(), 'neighbour.mp4')}`]) {
      const leading = await serve('', { location });
      await expect(probeIt(`http://${leading.origin}/film.mp4`), location).rejects.toMatchObject({ problem: 'failed' });
    }
    expect(inside.callers()).toBe(0);
  });
});
