import { media, PASSWORD } from '../../e2e/site.ts';
import { story } from './story.ts';

story('a visitor signs up, buys, watches, and the next lecture plays by itself', async ({ page, site }) => {
  const courseId = await site.aCourse({ title: 'The tidal coast' });
  for (const title of ['When the sea leaves', 'Life between the lines']) await site.aLecture(courseId, { title });
  await page.open('/courses/the-tidal-coast');
  await page.find('link', 'Subscribe').press();
  await page.find('heading', 'Signup').appears();
  await page.labelled('Avatar').upload(media('avatar.png'));
  await page.labelled('Full Name').type('Meera Nair');
  await page.labelled('Email').type('meera@reader.example');
  await page.labelled('Password').type(PASSWORD);
  await page.find('button', 'Create Account').press();
  await page.find('button', 'Buy Now').press();
  await page.select('iframe[title="Test payment"]').inside(() => page.find('button', 'Success').press());
  await page.find('link', 'Start watching').appears();
  // Opened by its address, a lecture waits for the press.
  await page.open(`/course/displaylectures?course=${courseId}`);
  await page.find('button', 'Play').press();
  // Which is after the end of the second one.
  await page.find('heading', /^You finished/).appears();
});
