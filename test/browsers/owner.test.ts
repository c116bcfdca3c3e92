import { media, PASSWORD } from '../../e2e/site.ts';
import { story } from './story.ts';

story(
  'an owner sets up a school, follows the guide, and publishes a course whose videos are uploaded',
  async ({ page, site }) => {
    await page.open(site.setupLink ?? '');
    await page.labelled('School name').type('Mitti Pottery School');
    await page.labelled('Full Name').type('Asha Raman');
    await page.labelled('Email').type('asha@mittipottery.example');
    await page.labelled('Password').type(PASSWORD);
    await page.text('Add sample courses').press();
    await page.find('button', 'Create school').press();
    await page.find('region', 'Be open for business').find('link', 'Create a course').press();
    await page.labelled('Thumbnail').upload(media('thumbnail.jpg'));
    await page.labelled('Title').type('Pottery From the First Bowl');
    await page.labelled('Category').type('Crafts');
    await page.labelled('Description').type('From a bag of clay to a bowl that holds water.');
    await page.find('button', 'Create course').press();
    await page.find('link', 'Build the curriculum').press();
    await page.labelled('Choose files').upload(media('three-seconds.mp4'), media('silent.mp4'));
    await page.text(/2 lectures/).appears();
    await page.find('link', 'Publish').press();
    await page.find('button', 'Publish course and 2 lectures').press();
    await page.find('heading', 'This course is published').appears();
  },
  { hasAdmin: false },
);
