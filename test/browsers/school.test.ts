import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import { temporaryFolder } from '#test/isolated-data.ts';
import { media } from '../../e2e/site.ts';
import { story } from './story.ts';

story('an owner imports people, adds one, and blocks one', async ({ page, site, signIn }) => {
  const folder = await temporaryFolder();
  const file = path.join(folder.path, 'class.csv');
  await writeFile(file, 'Name,Email\nZoë Ångström,zoe@class.example\nअदिति,aditi@class.example\nNobody,nowhere\n');
  await signIn(await site.admin());
  await page.open('/admin/people/imports');
  await page.labelled('CSV file').upload(file);
  await page.text(/^2 new accounts will be invited\./).appears();
  await page.find('button', 'Import 2 people').press();
  await page.find('button', 'Start import').press();
  await page.text(/^2 new accounts invited\./).appears();
  await page.open('/admin/people');
  await page.find('button', 'Add person').press();
  const sheet = page.find('dialog', 'Add person');
  await sheet.labelled('Name').type('Late Learner');
  await sheet.labelled('Email').type('late@class.example');
  await sheet.find('button', 'Add and invite').press();
  await page.find('heading', 'Late Learner').appears();
  await page.open('/admin/people');
  await page.labelled('Name, email, payment, receipt or code').type('zoe');
  // Before, rows move below the mouse.
  await page.until('the search is in the address', async () => (await page.address()) === '/admin/people?search=zoe');
  await page.text('zoe@class.example').appears();
  await page.text('aditi@class.example').disappears();
  // Its row is pressed beside its link, and the button was no part of the last row.
  await page
    .find('row', /Zoë Ångström/)
    .text('Nothing yet')
    .press();
  await page.find('button', 'Block').press();
  await page.labelled('Reason').type('Shared the password');
  await page.find('dialog').find('button', 'Block').press();
  await page.text('Account blocked: Shared the password').appears();
  await folder.remove();
});

story('an owner gives the school its name, logo and colour', async ({ page, site, signIn }) => {
  await signIn(await site.admin());
  await page.open('/admin/settings/school');
  await page.labelled('School name').type('Aravalli Evening School');
  await page.labelled('Tagline').type('Learn after work');
  await page.find('button', 'Turmeric').press();
  await page.labelled('Logo').upload(media('avatar.svg'));
  await page.find('button', 'Remove logo').appears();
  await page.find('button', 'Save changes').press();
  await page.text('All changes saved').appears();
  await page.open('/');
  await page.find('heading', 'Learn after work').appears();
  expect(await page.select('header img[src^="/files/branding/"]').count()).toBeGreaterThan(0);
  await page.find('link', 'Aravalli Evening School, home page').appears();
});
