// @module-tag both
import { expect, test } from 'vitest';
import { leavesOf } from '#contract/rich-text-leaves.ts';
import { api } from '#contract/api.ts';
import { call } from '#test/call.ts';
import { aCourse, aSubscriber, anAdmin } from '#test/factories.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

/** An app whose seller is named, and requests of its owner. */
const start = async () => {
  const app = await startApp({ SELLER_NAME: 'Asha Raman', SELLER_ADDRESS: '8 Kiln Lane\nAuroville 605101' });
  const { token } = await anAdmin(app);
  const owner = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    call(app, method, path, { token, ...(body && { body }) });
  return { app, owner, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
};

const read = (app: TestApp, slug: string) => call(app, 'GET', `/pages/${slug}`);

const published = async (app: TestApp, slug: string) =>
  api.sitePages.read.response.parse((await read(app, slug)).body).sitePage;

/** The text of a page, block by block. */
const textOf = async (app: TestApp, slug: string): Promise<string[]> =>
  leavesOf((await published(app, slug)).content).map(({ spans }) => spans.map(({ text }) => text).join(''));

const rename = async ({ owner }: Awaited<ReturnType<typeof start>>, brandName: string): Promise<void> => {
  const { values } = api.settings.get.response.parse((await owner('GET', '/admin/settings')).body).settings.school;
  await owner('PUT', '/admin/settings/school', { ...values, brandName });
};

test('a page of every school is drafted from the settings, and visitors read it once it is published', async () => {
  await using school = await start();
  const { app, owner } = school;
  expect(await read(app, 'terms')).toMatchObject({ status: 404, body: { message: 'This page does not exist' } });
  expect((await owner('GET', '/admin/pages')).body).toMatchObject({
    sitePages: [
      { slug: 'terms', title: 'Terms', version: 0, isBuiltIn: true },
      { slug: 'privacy', version: 0 },
      { slug: 'refund', version: 0 },
      { slug: 'about', version: 0 },
    ],
  });
  expect(await owner('POST', '/admin/pages/terms/publish')).toMatchObject({
    status: 200,
    body: { message: 'Page published', sitePage: { version: 1, isChanged: false } },
  });
  expect(await published(app, 'terms')).toMatchObject({ title: 'Terms', version: 1 });
  const text = await textOf(app, 'terms');
  expect(text).toContain('Asha Raman, 8 Kiln Lane, Auroville 605101 sells the courses on this site.');
  expect(text).toContain('Yearly bundle: every course for 1 year for ₹499. It does not renew by itself.');
  expect(text).toContain('Cancel within 7 days of purchase and 100% is refunded.');
  expect((await call(app, 'GET', '/site')).body).toMatchObject({
    site: { sitePages: [{ slug: 'terms', title: 'Terms' }] },
  });
});

test('the terms name what each plan opens', async () => {
  await using school = await start();
  const { app, owner } = school;
  const [bowl, glazes] = [await aCourse(app, { title: 'First *bowl*' }), await aCourse(app, { title: 'Glazes' })];
  await owner('PUT', `/admin/courses/${bowl}/price`, { kind: 'once', priceInPaise: 149_900 });
  await owner('PUT', `/admin/courses/${glazes}/price`, { kind: 'free' });
  await owner('POST', '/admin/plans', {
    name: 'Both',
    priceInPaise: 199_900,
    term: { unit: 'month' },
    refundDays: 0,
    opens: { courseIds: [bowl, glazes] },
  });
  await owner('POST', '/admin/pages/terms/publish');
  const text = await textOf(app, 'terms');
  expect(text).toContain('First *bowl*: First *bowl* without an end date for ₹1,499. It does not renew by itself.');
  expect(text).toContain('Glazes: Glazes without an end date at no charge. It does not renew by itself.');
  expect(text.find((line) => line.startsWith('Both'))).toMatch(
    /^Both: (First \*bowl\* and Glazes|Glazes and First \*bowl\*) for 1 month for ₹1,999\. It does not renew by itself\.$/,
  );
});

test('a draft changes nothing for visitors until it is published as the next version', async () => {
  await using school = await start();
  const { app, owner } = school;
  await owner('POST', '/admin/pages/refund/publish');
  await owner('PUT', '/admin/pages/refund', { title: 'Refunds', body: 'Ask **us**. {unknown}' });
  expect((await read(app, 'refund')).body).toMatchObject({ sitePage: { version: 1 } });
  expect((await owner('POST', '/admin/pages/refund/publish')).body).toMatchObject({
    sitePage: { version: 2, versions: [{ number: 2, body: 'Ask **us**. {unknown}' }, { number: 1 }] },
  });
  expect(await textOf(app, 'refund')).toEqual(['Ask us. {unknown}']);
  // Nothing has changed since.
  expect((await owner('POST', '/admin/pages/refund/publish')).body).toMatchObject({ sitePage: { version: 2 } });
});

test('another value makes another version, which buyers accept from then on', async () => {
  await using school = await start();
  const { app, owner } = school;
  await owner('PUT', '/admin/pages/terms', { title: 'Terms', body: 'Sold by {seller} of {school}.' });
  await owner('POST', '/admin/pages/terms/publish');
  app.clock.advance(60_000);
  await aSubscriber(app);
  app.clock.advance(60_000);
  await rename(school, 'Mitti *Pottery*');
  expect(await textOf(app, 'terms')).toEqual(['Sold by Asha Raman, 8 Kiln Lane, Auroville 605101 of Mitti *Pottery*.']);
  expect((await owner('GET', '/admin/pages/terms')).body).toMatchObject({
    sitePage: {
      isChanged: false,
      versions: [
        { number: 2, purchases: 0 },
        { number: 1, purchases: 1 },
      ],
    },
  });
});

test('two visitors who see another value first make one version', async () => {
  await using school = await start();
  const { app, owner } = school;
  await owner('PUT', '/admin/pages/terms', { title: 'Terms', body: 'Welcome to {school}.' });
  await owner('POST', '/admin/pages/terms/publish');
  await rename(school, 'Mitti');
  const both = await Promise.all([published(app, 'terms'), published(app, 'terms')]);
  expect(both.map(({ version }) => version)).toEqual([2, 2]);
  expect((await owner('GET', '/admin/pages/terms')).body).toMatchObject({
    sitePage: { versions: [{ number: 2 }, { number: 1 }] },
  });
});

test('a publication is not lost to a visitor who sees another value at the same time', async () => {
  await using school = await start();
  const { app, owner } = school;
  await owner('PUT', '/admin/pages/terms', { title: 'Terms', body: 'Welcome to {school}.' });
  await owner('POST', '/admin/pages/terms/publish');
  await owner('PUT', '/admin/pages/terms', { title: 'Terms', body: 'Good morning from {school}.' });
  await rename(school, 'Mitti');
  const visits = Array.from({ length: 5 }, () => read(app, 'terms'));
  await Promise.all([...visits, owner('POST', '/admin/pages/terms/publish'), read(app, 'terms')]);
  expect(await textOf(app, 'terms')).toEqual(['Good morning from Mitti.']);
});

test('pages with one title that are added at once have addresses of their own', async () => {
  await using school = await start();
  const { owner } = school;
  const added = await Promise.all(
    Array.from({ length: 5 }, () => owner('POST', '/admin/pages', { title: 'Visit us' })),
  );
  const slugs = added.map(({ body }) => api.sitePages.create.response.parse(body).sitePage.slug);
  expect(slugs.toSorted()).toEqual(['visit-us', 'visit-us-2', 'visit-us-3', 'visit-us-4', 'visit-us-5']);
});

test('an owner adds, publishes and deletes a page, and keeps those of every school', async () => {
  await using school = await start();
  const { app, owner } = school;
  const add = (title: string) => owner('POST', '/admin/pages', { title });
  expect(await add('Visit the studio!')).toMatchObject({
    status: 201,
    body: { sitePage: { slug: 'visit-the-studio' } },
  });
  expect((await add('Visit the Studio')).body).toMatchObject({ sitePage: { slug: 'visit-the-studio-2' } });
  expect((await add('स्टूडियो')).body).toMatchObject({ sitePage: { slug: 'page', title: 'स्टूडियो' } });
  expect((await add('Terms')).body).toMatchObject({ sitePage: { slug: 'terms-2' } });
  expect((await read(app, 'visit-the-studio')).status).toBe(404);
  await owner('POST', '/admin/pages/visit-the-studio/publish');
  expect((await read(app, 'visit-the-studio')).status).toBe(200);
  expect((await owner('DELETE', '/admin/pages/visit-the-studio')).status).toBe(200);
  expect((await read(app, 'visit-the-studio')).status).toBe(404);
  expect((await owner('DELETE', '/admin/pages/visit-the-studio')).status).toBe(404);
  expect(await owner('DELETE', '/admin/pages/privacy')).toMatchObject({ status: 409 });
  expect((await owner('PUT', '/admin/pages/none', { title: 'x', body: 'y' })).status).toBe(404);
  expect((await owner('PUT', '/admin/pages/about', { title: 'x', body: 'y'.repeat(20_001) })).status).toBe(400);
  for (let number = 4; number <= 30; number += 1) await add('More');
  expect(await add('One too many')).toMatchObject({ status: 409 });
});

test('a preview fills in the values and stores nothing', async () => {
  await using school = await start();
  const { owner } = school;
  const preview = await owner('POST', '/admin/pages/preview', { body: '## Price\n{price} <b>now</b>' });
  expect(preview.body).toMatchObject({
    content: [
      { kind: 'heading', spans: [{ text: 'Price' }] },
      { kind: 'paragraph', spans: [{ text: '₹499 <b>now</b>' }] },
    ],
  });
  expect((await owner('GET', '/admin/pages')).body).toMatchObject({ sitePages: { length: 4 } });
});
