import { z } from 'zod';
import { bearer, json, read, type Visitor } from './visitor.ts';

const CHUNKS = 3;
const tus = { 'tus-resumable': '1.0.0' };
const Made = z.object({ lectureId: z.string() });

/** Uploads a video in chunks, continues where the server says after an interruption, and makes a lecture of it. */
export const upload = async (
  visitor: Visitor,
  {
    origin,
    token,
    courseId,
    title,
    video,
  }: { origin: string; token: string; courseId: string; title: string; video: Buffer },
): Promise<string> => {
  const api = `${origin}/api/v1`;
  const headers = { ...bearer(token), ...tus };
  const named = [`courseId ${btoa(courseId)}`, `filename ${btoa('video.mp4')}`].join(',');
  const created = await visitor.step('start upload', `${api}/uploads`, {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(video.length), 'upload-metadata': named },
  });
  const url = new URL(created.headers.location ?? '', origin).href;
  let offset = 0;
  while (offset < video.length) {
    const sent = await visitor.stepOf('upload chunk', async (isRetry) => {
      if (isRetry) {
        const head = await visitor.send(url, { method: 'HEAD', headers });
        if (head.status >= 400) return head;
        offset = Number(head.headers['upload-offset']);
        if (offset === video.length) return head;
      }
      const body = video.subarray(offset, offset + Math.ceil(video.length / CHUNKS));
      const chunk = { ...headers, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) };
      return visitor.send(url, { method: 'PATCH', headers: chunk, body });
    });
    offset = Number(sent.headers['upload-offset']);
  }
  const lecture = json({ title, description: 'Uploaded meanwhile' }, bearer(token));
  return read(Made, await visitor.step('make lecture', `${url}/lecture`, lecture)).lectureId;
};
