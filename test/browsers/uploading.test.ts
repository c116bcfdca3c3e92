import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import { api } from '#contract/api.ts';
import { temporaryFolder } from '#test/isolated-data.ts';
import { aLargeVideo } from '../../e2e/large-video.ts';
import { story } from './story.ts';

const MB = 1024 * 1024;

story('an upload that was cut off goes on where it was', async ({ page, site, signIn, line }) => {
  const { token } = await site.admin();
  await signIn(await site.admin());
  const courseId = await site.aCourse();
  const folder = await temporaryFolder();
  const file = path.join(folder.path, 'firing.mp4');
  await writeFile(file, await aLargeVideo(12 * MB));
  await page.open(`/course/addlecture?course=${courseId}`);
  line.limit(2 * MB);
  await page.labelled('Video').upload(file);
  const receivedBytes = async (): Promise<number> =>
    (await site.call(api.uploads.listUploads, token)).uploads.find((upload) => upload.courseId === courseId)
      ?.receivedBytes ?? 0;
  await page.until('a part of it arrives', async () => (await receivedBytes()) > 2 * MB);
  await line.cut();
  await page.text(/^You’re offline/).appears();
  line.limit(Infinity);
  await line.mend();
  expect(await receivedBytes()).toBeGreaterThan(2 * MB);
  await page.labelled('Title').type('The long firing');
  await page.labelled('Description').type('What the fire does.');
  await page.find('button', 'Add lecture').press();
  await page.text('Lectures added successfully').appears();
  const { lectures } = await site.call(api.authoring.manageCourse, token, { params: { courseId } });
  const response = await fetch(lectures[0]?.lecture[0]?.secure_url ?? '', { method: 'HEAD' });
  expect(Number(response.headers.get('content-length'))).toBe(12 * MB);
  await folder.remove();
});
