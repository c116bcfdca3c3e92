import { z } from 'zod';
import { json, read, type Visitor } from './visitor.ts';

const Made = z.object({
  lectureId: z.string(),
  course: z.object({ lectures: z.array(z.object({ lecture: z.array(z.object({ secure_url: z.string() })) })) }),
});

export interface Video {
  sizeBytes: number;
  chunkBytes: number;
  read(start: number, end: number): Buffer | Promise<Buffer>;
}

/** A video in memory, sent in three chunks. */
export const videoOf = (bytes: Buffer): Video => ({
  sizeBytes: bytes.length,
  chunkBytes: Math.ceil(bytes.length / 3),
  read: (start, end) => bytes.subarray(start, end),
});

/** Uploads a video in chunks, and continues where the server says after an interruption. Returns the path of the upload. */
export const sendVideo = async (
  author: Visitor,
  courseId: string,
  { sizeBytes, chunkBytes, read: readBytes }: Video,
): Promise<string> => {
  const headers = { 'tus-resumable': '1.0.0' };
  const named = [`courseId ${btoa(courseId)}`, `filename ${btoa('video.mp4')}`].join(',');
  const created = await author.step('start upload', '/api/v1/uploads', {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(sizeBytes), 'upload-metadata': named },
  });
  const path = new URL(created.headers.location ?? '', author.origin).pathname;
  let offset = 0;
  while (offset < sizeBytes) {
    const sent = await author.stepOf('upload chunk', async (isRetry) => {
      if (isRetry) {
        const head = await author.send(path, { method: 'HEAD', headers });
        if (head.status >= 400) return head;
        offset = Number(head.headers['upload-offset']);
        if (offset === sizeBytes) return head;
      }
      const body = await readBytes(offset, Math.min(offset + chunkBytes, sizeBytes));
      const chunk = { ...headers, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) };
      return author.send(path, { method: 'PATCH', headers: chunk, body });
    });
    offset = Number(sent.headers['upload-offset']);
  }
  return path;
};

/** Adds the lecture of a finished upload. Returns its id and the path of its video. */
export const addLecture = async (author: Visitor, upload: string, title: string) => {
  const lecture = json({ title, description: 'A lecture to be played.' });
  const { lectureId: id, course } = read(Made, await author.step('make lecture', `${upload}/lecture`, lecture));
  return { id, path: new URL(course.lectures.at(-1)?.lecture[0]?.secure_url ?? '').pathname };
};

export const upload = async (author: Visitor, courseId: string, title: string, video: Video) =>
  addLecture(author, await sendVideo(author, courseId, video), title);
