import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { z } from 'zod';
import { api } from '#contract/api.ts';
import { story } from './story.ts';

const TITLE = 'Life between the lines';

story('a learner downloads a lecture, and watches it while nothing reaches the server', async (scene) => {
  const { page, site, signIn, line } = scene;
  const courseId = await site.aCourse({ title: 'The tidal coast' });
  await site.aLecture(courseId, { title: TITLE });
  const learner = await site.aSubscriber();
  await signIn(learner);
  await page.open(`/course/displaylectures?course=${courseId}`);
  await page.find('button', /^Download for offline/).press();
  await page.find('button', /^Downloaded to this/).appears();
  await page.until('the pages that play it are kept', () =>
    page.evaluate(z.boolean(), async () => (await caches.keys()).some((name) => name.startsWith('classroom'))),
  );
  await line.cut();
  await page.open('/offline');
  await page.find('link', TITLE).press();
  await page.find('button', 'Play').press();
  const video = page.select('video');
  await page.until('the lecture plays', () =>
    video.read(z.boolean(), (element) => element instanceof HTMLVideoElement && element.currentTime > 1),
  );
  await page.find('button', 'Mark as watched').press();
  await page.open('/offline');
  await page.find('link', TITLE).appears();
  await line.mend();
  await page.text(/^Back online\./).appears();
  await page.until('the progress arrives', async () => {
    const { lectures } = await site.call(api.lectures.listLectures, learner.token, { params: { courseId } });
    return lectures[0]?.progress?.isDone === true;
  });
});

story('a learner finishes a course, and saves the certificate and the receipt', async (scene) => {
  const { page, site, signIn, downloaded } = scene;
  const { token } = await site.admin();
  const params = { courseId: await site.aCourse({ title: 'The tidal coast' }) };
  await site.aLecture(params.courseId, { title: TITLE });
  const rule = { isOn: true, coveragePercent: 0, needsQuizzes: false, validMonths: null };
  const design = { statement: 'completed', signatory: 'Nandini Kulkarni', signatoryTitle: 'Teacher' };
  await site.call(api.certificates.saveRules, token, { params, body: { rule, design } });
  await signIn(await site.aSubscriber({ fullName: 'Meera Nair' }));
  await page.open(`/course/displaylectures?course=${params.courseId}`);
  await page.find('button', 'Mark as watched').press();
  await page.find('link', 'Finish course').press();
  await page.find('heading', /^You finished/).appears();
  await page.open('/learning');
  await page.find('link', 'Download PDF: The tidal coast').press();
  expect((await readFile(await downloaded(/certificate-.*\.pdf$/))).subarray(0, 4).toString()).toBe('%PDF');
  await page.find('region', 'Certificates').find('link', 'The tidal coast').press();
  await page.find('heading', /^Meera Nair completed/).appears();
  await page.open('/user/profile');
  await page.find('button', /^Download receipt/).press();
  expect((await readFile(await downloaded(/^(?!.*certificate).*\.pdf$/))).subarray(0, 4).toString()).toBe('%PDF');
});
