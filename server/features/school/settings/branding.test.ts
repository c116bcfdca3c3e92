import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DAY_MS } from '#server/clock.ts';
import { api } from '#contract/api.ts';
import { schoolData } from '#server/school-data.ts';
import { openFakeSmtp } from '#test/fake-smtp.ts';
import { call } from '#test/call.ts';
import { anAdmin, aUser } from '#test/factories.ts';
import { mediaPart } from '#test/sign-up.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const WEB = join(import.meta.dirname, '../../../../web');

/** The page as it is before it is built. */
const pages = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-pages-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(folder, { recursive: true });
  await cp(join(WEB, 'index.html'), join(folder, 'index.html'));
  return folder;
};

const upload = async (app: TestApp, token: string, image: string, file = 'avatar.svg') =>
  call(app, 'PUT', `/admin/settings/school/images/${image}`, { token, parts: { file: await mediaPart(file) } });

const imagesOf = async (app: TestApp, token: string) =>
  api.settings.get.response.parse((await call(app, 'GET', '/admin/settings', { token })).body).settings.school.images;

const paint = async (app: TestApp, token: string, accent: string) => {
  const { settings } = api.settings.get.response.parse((await call(app, 'GET', '/admin/settings', { token })).body);
  return call(app, 'PUT', '/admin/settings/school', { token, body: { ...settings.school.values, accent } });
};

const page = async ({ http }: TestApp) => (await http.inject({ url: '/' })).body;

test('a new school has the mark and the colour of Lectern', async () => {
  await using app = await startApp({}, { pages: await pages() });
  expect(await page(app)).toContain('<link rel="icon" href="/favicon.svg" type="image/svg+xml" />');
  expect(await page(app)).toContain('class="fill-accent"');
  expect(await page(app)).not.toContain('/accent/');
  expect((await call(app, 'GET', '/site')).body['site']).toMatchObject({ logo: '', accent: '#F37254', aboutText: '' });
});

test('a logo is shown in the header, as the icon, and to every process', async () => {
  await using app = await startApp({}, { pages: await pages() });
  await using further = await app.another();
  const { token, id } = await anAdmin(app);
  expect(await upload(app, token, 'logo')).toMatchObject({ status: 200, body: { message: 'Settings saved' } });
  const { logo, icon } = await imagesOf(app, token);
  expect([logo, icon]).toEqual([expect.stringMatching(/^\/files\/branding\/[0-9a-f]{24}\.png$/), '']);
  await expect.poll(() => page(further)).toContain(`<img src="${logo}" alt=""`);
  const html = await page(app);
  const tile = logo.replace('.png', '-tile.png');
  expect(html).toContain(`<link rel="icon" href="${logo}" type="image/png" />`);
  expect(html).toContain(`<link rel="apple-touch-icon" href="${tile}" />`);
  expect(html).not.toContain('fill-accent');
  for (const url of [logo, tile]) {
    const image = await further.http.inject({ url });
    expect(image.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
    });
  }
  const entries = app.database.db.selectFrom('audit_entries').select(['source', 'detail']);
  expect(await entries.where('kind', '=', 'settings_changed').execute()).toEqual([
    { source: JSON.stringify({ kind: 'admin', id }), detail: '{"section":"school","fields":["logo"]}' },
  ]);
});

test('an icon is shown in the tab alone, and its file is removed a day after it', async () => {
  await using app = await startApp({}, { pages: await pages() });
  const { token } = await anAdmin(app);
  await upload(app, token, 'icon', 'avatar.png');
  const { icon } = await imagesOf(app, token);
  expect(await page(app)).toContain(`<link rel="icon" href="${icon}" type="image/png" />`);
  expect(await page(app)).toContain('class="fill-accent"');
  expect(await call(app, 'DELETE', '/admin/settings/school/images/icon', { token })).toMatchObject({
    status: 200,
    body: { settings: { school: { images: { logo: '', icon: '' } } } },
  });
  expect(await page(app)).toContain('/favicon.svg');
  app.clock.advance(DAY_MS - 1);
  await app.jobs.runDue();
  expect((await app.http.inject({ url: icon })).statusCode).toBe(200);
  app.clock.advance(1);
  await app.jobs.runDue();
  await using later = await app.restart();
  expect((await later.http.inject({ url: icon })).statusCode).toBe(404);
});

test('files of images belong to the school: no sweep removes them, and backups have them', async () => {
  await using app = await startApp();
  const { token } = await anAdmin(app);
  await upload(app, token, 'logo');
  const key = (await imagesOf(app, token)).logo.replace('/files/', '');
  const keys = [key.replace('.png', '-tile.png'), key];
  const owner = schoolData.fileOwners.find(({ folders }) => folders.includes('branding'));
  expect(await owner?.keysAfter(app.database.db, '', 10)).toEqual(keys);
  expect(await owner?.keysInUse(app.database.db, [...keys, 'branding/other.png'])).toEqual(new Set(keys));
});

test('emails carry the logo and have the colour', async () => {
  await using smtp = await openFakeSmtp();
  await using app = await startApp({ SMTP_URL: smtp.url, CONTACT_EMAIL: 'desk@school.example' });
  const { token } = await anAdmin(app);
  await upload(app, token, 'logo');
  await paint(app, token, '#e9b949');
  await call(app, 'POST', '/contact', { body: { name: 'Ravi', email: 'ravi@home.example', message: 'Hello' } });
  await app.jobs.runDue();
  const [email] = smtp.emails;
  expect(email?.data).toContain('Content-ID: <logo>');
  expect(email?.data).toContain('Content-Type: image/png');
  const html = email?.data.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? '';
  expect(html).toContain('<img src="cid:logo"');
  expect(html).toContain('border-bottom:6px solid #E9B949');
});

test('any accent colour is taken, and its style sheet can be read in both themes', async () => {
  await using app = await startApp({}, { pages: await pages() });
  const { token } = await anAdmin(app);
  expect(await paint(app, token, '#e9b949')).toMatchObject({
    status: 200,
    body: { settings: { school: { values: { accent: '#E9B949' } } } },
  });
  expect(await page(app)).toContain('<link rel="stylesheet" href="/accent/e9b949.css" /></head>');
  const sheet = await app.http.inject({ url: '/accent/e9b949.css' });
  expect(sheet.headers).toMatchObject({ 'content-type': 'text/css; charset=utf-8' });
  expect(sheet.body).toBe(
    [
      ':root,[data-theme=morning]{--color-accent:#E9B949;--color-accent-content:#1D1503;--accent-ink:#8F6B00;--accent-edge:#B48700;--accent-on-neutral:#E9B949}',
      '@media (prefers-color-scheme:dark){:root:not([data-theme]){--color-accent:#E9B949;--color-accent-content:#1D1503;--accent-ink:#E9B949;--accent-edge:#E9B949;--accent-on-neutral:#E9B949}}',
      '[data-theme=evening]{--color-accent:#E9B949;--color-accent-content:#1D1503;--accent-ink:#E9B949;--accent-edge:#E9B949;--accent-on-neutral:#E9B949}',
    ].join('\n'),
  );
  const again = { 'if-none-match': String(sheet.headers['etag']) };
  expect((await app.http.inject({ url: '/accent/e9b949.css', headers: again })).statusCode).toBe(304);
  expect((await app.http.inject({ url: '/accent/red.css' })).statusCode).toBe(404);
  for (const accent of ['red', '#12345', '#1234567', 'url(x)'])
    expect(await paint(app, token, accent)).toMatchObject({ status: 400, body: { details: [{ path: 'accent' }] } });
});

test('only an admin sets images, and only images', async () => {
  await using app = await startApp();
  const { token } = await anAdmin(app);
  expect((await upload(app, (await aUser(app)).token, 'logo')).status).toBe(403);
  expect(await upload(app, token, 'banner')).toMatchObject({ status: 404, body: { code: 'file_not_found' } });
  expect(await upload(app, token, 'logo', 'three-seconds.mp4')).toMatchObject({ body: { code: 'not_an_image' } });
  expect(await imagesOf(app, token)).toEqual({ logo: '', icon: '' });
});

test('every page is drawn in the look that the owner chose, in every process', async () => {
  await using app = await startApp({}, { pages: await pages() });
  await using further = await app.another();
  const { token } = await anAdmin(app);
  const choose = (look: string) => call(app, 'PUT', '/admin/settings/look', { token, body: { look } });
  expect(await page(app)).toContain('<html lang="en" data-look="ledge"');
  expect(await choose('slate')).toMatchObject({
    status: 200,
    body: { settings: { look: { values: { look: 'slate' } } } },
  });
  await expect.poll(() => page(further)).toContain('<html lang="en" data-look="slate"');
  expect(await choose('"><script>')).toMatchObject({ status: 400 });
  expect((await call(app, 'GET', '/site')).body['site']).toMatchObject({ look: 'slate' });
});
