import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JSDOM } from 'jsdom';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '#test/call.ts';
import { aCourse, aLecture, anAdmin } from '#test/factories.ts';
import { publishCourse } from '#test/publish.ts';
import { mediaPart } from '#test/sign-up.ts';
import { startApp, type TestApp } from '#test/start-app.ts';
import * as pageProgram from '#web/app/render/render.tsx';

/** What search engines and messengers read of a site. */
const DOCUMENT =
  '<html lang="en"><head><title>x</title><meta name="description" content="y"><!--site-facts--></head><body><div id="root"><!--page--><!--/page--></div></body></html>';
const SITE = 'https://school.example';

let pages: string;
let app: TestApp;

beforeAll(async () => {
  pages = await mkdtemp(join(tmpdir(), 'lectern-pages-'));
  await writeFile(join(pages, 'index.html'), DOCUMENT);
  app = await startApp({ BRAND_NAME: 'Kiln School', PUBLIC_URL: SITE }, { pages, pageProgram });
});

afterAll(async () => {
  await app.close();
  await rm(pages, { recursive: true });
});

const get = (url: string) => app.http.inject({ url });

const headOf = async (url: string) => {
  const { document } = new JSDOM((await get(url)).body).window;
  const metas = [...document.querySelectorAll('meta[name], meta[property]')].map((meta) => [
    meta.getAttribute('name') ?? meta.getAttribute('property') ?? '',
    meta.getAttribute('content') ?? '',
  ]);
  const data = [...document.querySelectorAll('script[type="application/ld+json"]')];
  return {
    metas: Object.fromEntries(metas),
    canonical: document.querySelector('link[rel="canonical"]')?.getAttribute('href') ?? undefined,
    data: data.map((element): unknown => JSON.parse(element.textContent)),
  };
};

test('a shared course shows its title, description and picture', async () => {
  const admin = await anAdmin(app);
  const course = await publishCourse(app, admin, {
    title: 'Kilns <& "fire"',
    description: `From a bag of clay\nto a bowl. ${'And so on. '.repeat(40)}`,
  });
  const { metas, canonical } = await headOf(`/courses/description?course=${course}&from=letter`);
  expect(canonical).toBe(`${SITE}/courses/kilns-fire`);
  expect((await headOf('/courses/kilns-fire')).canonical).toBe(canonical);
  expect((await get('/sitemap.xml')).body).toContain(`<loc>${SITE}/courses/kilns-fire</loc>`);
  expect(metas).toMatchObject({
    'og:title': 'Kilns <& "fire" · Kiln School',
    'og:url': canonical,
    'og:site_name': 'Kiln School',
    'og:image': expect.stringMatching(/^https:\/\/school\.example\/cards\/[0-9a-f]{24}\.jpg$/),
    'twitter:card': 'summary_large_image',
  });
  expect(metas['description']).toMatch(/^From a bag of clay to a bowl\. And so on\..* And so…$/);
  expect(metas['description'].length).toBeLessThanOrEqual(161);
  expect((await headOf('/courses/kilns-fire')).data[0]).toMatchObject({
    image: expect.stringMatching(/^https:\/\/school\.example\/files\/thumbnails\/[0-9a-f]{24}\.webp$/),
  });
  const card = await get(new URL(metas['og:image']).pathname);
  expect([card.statusCode, card.headers['content-type']]).toEqual([200, 'image/jpeg']);
  expect(await sharp(card.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  expect((await get('/cards/0123456789abcdef01234567.jpg')).statusCode).toBe(404);
});

test('structured data names the course, its offer and where it stands', async () => {
  const course = await aCourse(app, { title: 'Glazes', description: 'Ash and sand.' });
  await aLecture(app, { courseId: course, title: 'Ash', isFreePreview: true });
  const url = `${SITE}/courses/description?course=${course}`;
  const { data } = await headOf(`/courses/description?course=${course}`);
  expect(data).toMatchObject([
    {
      '@context': 'https://schema.org',
      '@type': 'Course',
      name: 'Glazes',
      description: 'Ash and sand.',
      url,
      provider: { '@type': 'EducationalOrganization', name: 'Kiln School', url: `${SITE}/` },
      offers: [{ '@type': 'Offer', price: '499.00', priceCurrency: 'INR', url: `${SITE}/checkout` }],
    },
    {
      '@type': 'BreadcrumbList',
      itemListElement: [
        { position: 1, name: 'Home', item: `${SITE}/` },
        { position: 2, name: 'Courses', item: `${SITE}/courses` },
        { position: 3, name: 'Glazes', item: url },
      ],
    },
  ]);
  expect((await headOf('/')).data).toMatchObject([{ name: 'Kiln School', logo: `${SITE}/icon-512.png` }]);
});

test('structured data lists the courses of a page, each by the address that stands for it', async () => {
  await publishCourse(app, await anAdmin(app), { title: 'Ware 1', category: 'Wares' });
  const addresses = [`${SITE}/courses/ware-1`];
  for (let number = 2; number <= 10; number += 1) {
    const course = await aCourse(app, { title: `Ware ${number}`, category: 'Wares' });
    addresses.push(`${SITE}/courses/description?course=${course}`);
  }
  const wares = (more: string) => headOf(`/courses?category=Wares&sort=title${more}`);
  expect((await wares('')).data[1]).toEqual({
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    itemListElement: addresses.slice(0, 9).map((url, index) => ({ '@type': 'ListItem', position: index + 1, url })),
  });
  const last = await wares('&page=2');
  expect(last.data[1]).toMatchObject({ itemListElement: [{ position: 1, url: addresses[9] }] });
  expect(last.canonical).toBe(`${SITE}/courses?page=2`);
  expect((await wares('&search=nothing')).data).toHaveLength(1);
});

test('the page of a course shows its teacher to readers and to search engines', async () => {
  const { token } = await anAdmin(app);
  const course = await aCourse(app, { title: 'Slip', createdBy: 'Usha Deo' });
  const picture = await mediaPart('avatar.png');
  const parts = { name: 'Usha Deo', headline: 'Potter, Khurja', about: 'Forty years at the **wheel**.', picture };
  expect((await call(app, 'PUT', '/admin/teacher', { token, parts })).status).toBe(200);
  const { data } = await headOf(`/courses/description?course=${course}`);
  expect(data[0]).toMatchObject({
    hasCourseInstance: {
      instructor: {
        '@type': 'Person',
        name: 'Usha Deo',
        jobTitle: 'Potter, Khurja',
        description: 'Forty years at the wheel.',
        image: expect.stringMatching(/^https:\/\/school\.example\/files\/thumbnails\/[0-9a-f]{24}\.webp$/),
      },
    },
  });
  const { document } = new JSDOM((await get(`/courses/description?course=${course}`)).body).window;
  const teacher = document.querySelector('section[aria-labelledby="teacher"]');
  expect(teacher?.textContent).toBe('Your teacherUsha DeoPotter, KhurjaForty years at the wheel.');
  expect(teacher?.querySelector('source')?.getAttribute('srcset')).toMatch(/^\/covers\/[0-9a-f]{24}-320\.avif 320w/);
});

test('a free lecture is a video that anyone may watch, and arrives with its words', async () => {
  const course = await aCourse(app, { title: 'Wheels' });
  const lecture = await aLecture(app, { courseId: course, title: 'Centring', isFreePreview: true });
  const path = `/courses/preview?course=${course}&lecture=${lecture}`;
  const [video] = (await headOf(path)).data;
  // It would have to name a player without the page around it.
  expect(video).not.toHaveProperty('embedUrl');
  expect(video).toMatchObject({
    '@type': 'VideoObject',
    name: 'Centring',
    uploadDate: '2026-06-15T04:30:00.000Z',
    url: SITE + path,
    isAccessibleForFree: true,
  });
  const { document } = new JSDOM((await get(path)).body).window;
  expect(document.querySelector('h1')?.textContent).toBe('Centring');
  expect(document.querySelector('main noscript')?.textContent).toBe(
    'Please switch on JavaScript to watch this lecture.',
  );
});

test('each page says whether search engines may list it', async () => {
  expect((await headOf('/courses?search=clay')).canonical).toBe(`${SITE}/courses`);
  for (const url of ['/login', '/signup']) expect((await headOf(url)).canonical).toBe(SITE + url);
  for (const url of ['/forget-password', '/denied', '/nowhere']) {
    const { canonical, metas } = await headOf(url);
    expect([canonical, metas['robots']], url).toEqual([undefined, 'noindex']);
  }
  const robots = (await get('/robots.txt')).body.split('\n');
  expect(robots).toEqual(
    expect.arrayContaining(['User-agent: *', 'Disallow: /admin/', 'Disallow: /gift/', `Sitemap: ${SITE}/sitemap.xml`]),
  );
});

test('the sitemap lists pages and published courses with their last change', async () => {
  const shown = await aCourse(app, { title: 'Slip' });
  const hidden = await aCourse(app, { title: 'Draft' });
  await app.database.db.updateTable('courses').set({ published_at: null }).where('id', '=', hidden).execute();
  const { body, headers } = await get('/sitemap.xml');
  expect(headers['content-type']).toBe('application/xml; charset=utf-8');
  expect(body).toContain(`<url><loc>${SITE}/about</loc></url>`);
  expect(body).toContain(
    `<loc>${SITE}/courses/description?course=${shown}</loc><lastmod>2026-06-15T04:30:00.000Z</lastmod>`,
  );
  expect(body).not.toContain(hidden);
});

test('the feed has the newest courses and lectures, escaped, and pages name it', async () => {
  const hostile = '</title><script>alert(1)</script> & "\u0007"';
  const courseId = await aCourse(app, { title: hostile, description: ']]> <b>Bold</b>' });
  const hidden = await aCourse(app, { title: 'Not yet' });
  app.clock.advance(60_000);
  await app.database.db.updateTable('courses').set({ published_at: null }).where('id', '=', hidden).execute();
  const lectureId = await aLecture(app, { courseId, title: 'Ash & <salt>' });
  await aLecture(app, { courseId: hidden, title: 'Hidden too' });
  const { body, headers } = await get('/feed.xml');
  expect(headers).toMatchObject({
    'content-type': 'application/rss+xml; charset=utf-8',
    'cache-control': 'public, max-age=3600',
  });
  const { document } = new JSDOM(body, { contentType: 'application/xml' }).window;
  const [first] = [...document.querySelectorAll('item')];
  expect([...(first?.children ?? [])].map(({ tagName, textContent }) => [tagName, textContent])).toEqual([
    ['title', '</title><script>alert(1)</script> & "": Ash & <salt>'],
    ['link', `${SITE}/courses/description?course=${courseId}`],
    ['guid', lectureId],
    ['pubDate', 'Mon, 15 Jun 2026 04:31:00 GMT'],
    ['description', ']]> <b>Bold</b>'],
  ]);
  expect(document.querySelector('channel > title')?.textContent).toBe('Kiln School');
  expect(body).not.toMatch(/Not yet|Hidden too|<script/);
  for (let count = 0; count < 51; count += 1) await aLecture(app, { courseId, title: `Lecture ${count}` });
  expect((await get('/feed.xml')).body.match(/<item>/g)).toHaveLength(50);
  for (const [page, links] of [
    ['/', 1],
    ['/courses?page=2', 1],
    ['/about', 0],
  ] as const)
    expect((await get(page)).body.match(/<link rel="alternate" type="application\/rss\+xml"/g) ?? []).toHaveLength(
      links,
    );
});

test('phones find the name and the icons of the school', async () => {
  const manifest = await get('/site.webmanifest');
  expect(manifest.headers['content-type']).toBe('application/manifest+json; charset=utf-8');
  expect(manifest.json()).toMatchObject({
    name: 'Kiln School',
    short_name: 'Kiln School',
    description: 'Taught by people who do the work. One yearly bundle opens every lecture.',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#F5F6EE',
    theme_color: '#11282C',
    icons: [{ src: '/icon-192.png' }, { src: '/icon-512.png' }, { purpose: 'maskable' }],
  });
});
