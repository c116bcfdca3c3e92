import { expect } from 'vitest';
import { z } from 'zod';
import { api } from '#contract/api.ts';
import { media } from '../../e2e/site.ts';
import { story } from './story.ts';

story('an author writes a text with the toolbar, undoes, and adds a picture', async ({ page, site, signIn }) => {
  await signIn(await site.admin());
  const params = { courseId: await site.aCourse() };
  await page.open(`/course/edit?course=${params.courseId}`);
  await page.find('button', 'Add lecture').press();
  await page.find('menuitem', /^Text/).press();
  const panel = page.find('dialog', /^Text, lecture 1/);
  await panel.labelled('Title').type('One month of bills');
  const text = panel.labelled('Text');
  await text.type('A shoe box');
  const value = (): Promise<string> =>
    text.read(z.string(), (field) => (field instanceof HTMLTextAreaElement ? field.value : ''));
  await text.read(z.unknown(), (field) => {
    if (field instanceof HTMLTextAreaElement) field.setSelectionRange(2, 10);
  });
  await panel.find('button', /^Bold/).press();
  expect(await value()).toBe('A **shoe box**');
  // What Control with Z does: WebKitGTK has no key for it.
  expect(await page.evaluate(z.boolean(), () => document.execCommand('undo'))).toBe(true);
  expect(await value()).toBe('A shoe box');
  await panel.labelled('Add images').upload(media('thumbnail.jpg'));
  await page.until('the picture is in the text', async () => /!\[Thumbnail\]\(image-/.test(await value()));
  await panel.labelled('Title').press();
  await page.text(/^Saved \d\d:\d\d$/).appears();
  await panel.find('button', 'Close').press();
  await page.reload();
  await page.find('button', 'One month of bills').appears();
});

story('an author drags a lecture to another place', async ({ page, site, signIn }) => {
  await signIn(await site.admin());
  const courseId = await site.aCourse();
  for (const title of ['First light', 'Second wind', 'Third rain']) await site.aLecture(courseId, { title });
  await page.open(`/course/edit?course=${courseId}`);
  const handle = (title: string) => page.find('button', new RegExp(`^Move ${title}`));
  await handle('Third rain').dragTo(handle('First light'));
  await page.text(/^Saved \d\d:\d\d$/).appears();
  await page.reload();
  await handle('Third rain').appears();
  const titles = () =>
    page.evaluate(z.array(z.string()), () =>
      [...document.querySelectorAll('.curriculum-name')].map((name) => name.textContent),
    );
  expect(await titles()).toEqual(['Third rain', 'First light', 'Second wind']);
  // One by one: Firefox sends the keys of one command without a turn in which the page could draw.
  await handle('Third rain').keys(' ');
  for (const key of ['\uE015', ' ']) await page.select(':focus').keys(key);
  await page.until('it moved by keys', async () => (await titles())[1] === 'Third rain');
});

story('an author writes a question, and imports others', async ({ page, site, signIn }) => {
  const { token } = await site.admin();
  await signIn(await site.admin());
  const params = { courseId: await site.aCourse() };
  const fields = { kind: 'quiz', title: 'Profit or cash?' } as const;
  const { lecture } = await site.call(api.lectures.addLectureOfKind, token, { params, fields });
  await page.open(`/teach/quiz?course=${params.courseId}&lecture=${lecture._id}`);
  await page.find('button', 'Import').press();
  const importing = page.find('dialog', 'Import questions');
  await importing.labelled('Questions').type('What is 1 + 1? { =2 ~3 }');
  await importing.find('button', 'Check').press();
  await importing.find('button', 'Add 1 question').press();
  await page.find('navigation', 'Questions').find('listitem').appears();
  await page.reload();
  await page
    .find('navigation', 'Questions')
    .text(/1 \+ 1/)
    .appears();
});
