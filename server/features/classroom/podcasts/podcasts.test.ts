// @module-tag both
import { expect, test } from 'vitest';
import { z } from 'zod';
import { HOUR_MS } from '#server/clock.ts';
import { call } from '#test/call.ts';
import { anAdmin, aSubscriber, aUser, type Person } from '#test/factories.ts';
import { COURSE, publishCourse, publishLecture } from '#test/publish.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const SITE = 'http://localhost:5000';

const switchOn = (app: TestApp, podcasts: boolean) =>
  app.database.transaction((tx) =>
    app.settings.change(tx, 'community', { questions: true, reviews: true, notices: true, podcasts }),
  );

/** The path of a person's podcasts. */
const pathOf = async (app: TestApp, { token }: Person): Promise<string> => {
  const { body } = await call(app, 'GET', '/user/podcasts', { token });
  return z.string().parse(body['address']).replace(SITE, '');
};

const get = (app: TestApp, url: string, headers: Record<string, string> = {}) => app.http.inject({ url, headers });

/** A school with podcasts, one course of one lecture, and a person who may hear it. */
const openSchool = async (title = COURSE.title) => {
  const app = await startApp({ PUBLIC_URL: SITE, LOG_LEVEL: 'trace' });
  const admin = await anAdmin(app);
  const courseId = await publishCourse(app, admin, { title });
  const lectureId = await publishLecture(app, { admin, courseId });
  await switchOn(app, true);
  const subscriber = await aSubscriber(app);
  const path = await pathOf(app, subscriber);
  const feed = (of = path) => get(app, `${of}/${courseId}.xml`);
  return { app, admin, courseId, lectureId, subscriber, path, feed, [Symbol.asyncDispose]: app.close };
};

test('a course is a podcast of its published lectures, at a secret address of the person', async () => {
  await using school = await openSchool();
  const { app, courseId, lectureId, path, subscriber } = school;
  expect(path).toMatch(new RegExp(String.raw`^/podcast/${subscriber.id}\.0\.[\w-]{32}$`));
  const { key } = await app.database.db
    .selectFrom('courses')
    .select('thumbnail_key as key')
    .where('id', '=', courseId)
    .executeTakeFirstOrThrow();
  const feed = await school.feed();
  expect(feed.headers['content-type']).toBe('application/rss+xml; charset=utf-8');
  expect(feed.headers['cache-control']).toBe('private, no-store');
  expect(feed.body).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>Reading the monsoon</title><link>${SITE}/courses/reading-the-monsoon</link><atom:link href="${SITE}${path}/${courseId}.xml" rel="self" type="application/rss+xml" /><description>Clouds and wind.</description><language>en</language><itunes:author>Ila Rao</itunes:author><itunes:category text="Education" /><category>Science</category><itunes:type>serial</itunes:type><itunes:explicit>false</itunes:explicit><itunes:block>Yes</itunes:block><itunes:image href="${SITE}/files/${key}" /><item><title>Warm land, cool sea</title><description>Where the wind begins.</description><guid isPermaLink="false">${lectureId}</guid><pubDate>Mon, 15 Jun 2026 04:30:00 GMT</pubDate><enclosure url="${SITE}${path}/${lectureId}/video.mp4" length="0" type="video/mp4" /><itunes:episode>1</itunes:episode><itunes:duration>3</itunes:duration></item></channel></rss>
`);
});

test('an episode is sent whole and in ranges, by its sound alone where there is one', async () => {
  await using school = await openSchool();
  const { app, lectureId, path } = school;
  const part = await get(app, `${path}/${lectureId}/video.mp4`, { range: 'bytes=4-7' });
  expect([part.statusCode, part.body, part.headers['content-type']]).toEqual([206, 'ftyp', 'video/mp4']);
  const head = await app.http.inject({ method: 'HEAD', url: `${path}/${lectureId}/video.mp4` });
  expect([head.statusCode, Number(head.headers['content-length']) > 1000]).toEqual([200, true]);
  const { db } = app.database;
  const video = await db
    .selectFrom('media_files')
    .selectAll()
    .where('name', '=', 'video.mp4')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('media_files')
    .values({ ...video, name: 'audio.mp4', content_type: 'audio/mp4' })
    .execute();
  expect((await school.feed()).body).toContain(`${path}/${lectureId}/audio.mp4" length="0" type="audio/mp4" />`);
  expect((await school.feed()).body).not.toContain('video.mp4');
});

test('of a course with a watermark only sounds and free lectures are episodes', async () => {
  await using school = await openSchool();
  const { app, admin, courseId, lectureId, path } = school;
  const body = { watermark: 'code' };
  await call(app, 'PUT', `/courses/${courseId}/watermark`, { token: admin.token, body });
  expect((await school.feed()).body).not.toContain('<item>');
  expect((await get(app, `${path}/${lectureId}/video.mp4`)).statusCode).toBe(404);
  const { db } = app.database;
  await db.updateTable('lectures').set({ is_free_preview: 1 }).where('id', '=', lectureId).execute();
  expect((await school.feed()).body).toContain('video.mp4');
  expect((await get(app, `${path}/${lectureId}/video.mp4`)).statusCode).toBe(200);
});

test('what an author typed stays text', async () => {
  await using school = await openSchool('</title><script>"&\u0001');
  const { body } = await school.feed();
  expect(body).toContain('<title>&lt;/title&gt;&lt;script&gt;"&amp;</title>');
  expect(body).not.toContain('<script');
});

test('drafts are not listed and not sent, and neither is a course that is a draft', async () => {
  await using school = await openSchool();
  const { app, lectureId, courseId, path } = school;
  const { db } = app.database;
  await db.updateTable('lectures').set({ published_at: null }).where('id', '=', lectureId).execute();
  expect((await school.feed()).body).not.toContain('<item>');
  expect((await get(app, `${path}/${lectureId}/video.mp4`)).statusCode).toBe(404);
  await db.updateTable('courses').set({ published_at: null }).where('id', '=', courseId).execute();
  expect((await school.feed()).statusCode).toBe(404);
});

test('after access has ended the feed says so in its one episode, and no sound is sent', async () => {
  await using school = await openSchool();
  const { app, lectureId, path } = school;
  app.clock.advance(366 * 24 * HOUR_MS);
  const { body, statusCode } = await school.feed();
  expect(statusCode).toBe(200);
  expect(body.match(/<item>.*<\/item>/)?.[0]).toMatch(
    /^<item><title>Your access to this course has ended<\/title><description>Renew your access to hear the lectures of Reading the monsoon again\.<\/description><guid isPermaLink="false">ended-\w+<\/guid><\/item>$/,
  );
  const media = await get(app, `${path}/${lectureId}/video.mp4`);
  expect([media.statusCode, media.json().code]).toEqual([403, 'media_refused']);
  const without = await pathOf(app, await aUser(app));
  expect((await school.feed(without)).body).toContain('has ended');
});

test('a new address ends the one before, and a changed one is that of nobody', async () => {
  await using school = await openSchool();
  const { app, lectureId, path, subscriber } = school;
  const { body } = await call(app, 'POST', '/user/podcasts/renew', { token: subscriber.token });
  const renewed = z.string().parse(body['address']).replace(SITE, '');
  expect(renewed).toMatch(/\.1\.[\w-]{32}$/);
  expect((await school.feed(renewed)).statusCode).toBe(200);
  const other = await aSubscriber(app);
  for (const bad of [
    path,
    path.replace('.0.', '.1.'),
    renewed.replace(subscriber.id, other.id),
    `${renewed}x`,
    '/podcast/x',
  ]) {
    expect((await school.feed(bad)).statusCode, bad).toBe(404);
    expect((await get(app, `${bad}/${lectureId}/video.mp4`)).statusCode, bad).toBe(404);
  }
});

test('switched off, nothing is there, and the address comes back with it', async () => {
  await using school = await openSchool();
  const { app, lectureId, path, subscriber } = school;
  await switchOn(app, false);
  expect((await school.feed()).statusCode).toBe(404);
  expect((await get(app, `${path}/${lectureId}/video.mp4`)).statusCode).toBe(404);
  expect((await call(app, 'GET', '/user/podcasts', { token: subscriber.token })).body['code']).toBe('podcasts_off');
  await switchOn(app, true);
  expect((await school.feed()).statusCode).toBe(200);
});

test('a podcast app is one of the devices of its person', async () => {
  await using school = await openSchool();
  const { app, lectureId, path, subscriber } = school;
  await app.database.transaction(async (tx) =>
    app.settings.change(tx, 'limits', { ...(await app.settings.limits(tx)), devices: 1 }),
  );
  const hear = () => get(app, `${path}/${lectureId}/video.mp4`, { range: 'bytes=0-9' });
  expect((await hear()).statusCode).toBe(206);
  await call(app, 'POST', '/playback/session', { token: subscriber.token });
  app.clock.advance(5000);
  const displaced = await hear();
  expect([displaced.statusCode, displaced.json().code]).toEqual([403, 'session_displaced']);
});

test('the log has no secret address', async () => {
  await using school = await openSchool();
  const { app, path, lectureId } = school;
  await school.feed();
  await get(app, `${path}/${lectureId}/video.mp4`);
  await get(app, `${path}/nothing`);
  const secret = path.split('.').at(-1) ?? '';
  expect(app.logLines().join('\n')).not.toContain(secret);
});

test('a podcast has the titles of who hears it', async () => {
  await using school = await openSchool();
  const { app, admin, courseId, lectureId, subscriber } = school;
  await app.database.transaction((tx) =>
    app.settings.change(tx, 'languages', { language: 'en', others: ['hi'], former: [] }),
  );
  const texts = { title: 'मानसून', [`lectures.${lectureId}.title`]: 'गर्म ज़मीन' };
  await call(app, 'PUT', `/courses/${courseId}/translations/hi`, { token: admin.token, body: { texts } });
  expect((await school.feed()).body).toContain(`<title>${COURSE.title}</title>`);
  await call(app, 'PUT', '/user/language', { token: subscriber.token, body: { language: 'hi' } });
  const hindi = (await school.feed()).body;
  for (const title of ['मानसून', 'गर्म ज़मीन']) expect(hindi).toContain(`<title>${title}</title>`);
});
