// @module-tag both
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { HOUR_MS, MINUTE_MS } from '#server/clock.ts';
import { call } from '#test/call.ts';
import { aCourse, anAdmin, aSubscriber, aUser, type Person, refundAll } from '#test/factories.ts';
import { JUNE_MORNING_MS } from '#test/fake-clock.ts';
import { switchOn } from '#test/languages.ts';
import { aClass, moveClass } from '#test/live-classes.ts';
import { startApp } from '#test/start-app.ts';
import { writeCalendar } from '#contract/classroom/icalendar.ts';

const SITE = 'http://localhost:5000';
const STARTS_AT = JUNE_MORNING_MS + 48 * HOUR_MS;
const Answer = z.object({ address: z.string(), classes: z.int() });

const openSchool = async () => {
  const app = await startApp({ PUBLIC_URL: SITE, LOG_LEVEL: 'trace' });
  onTestFinished(() => app.close());
  const admin = await anAdmin(app);
  const courseId = await aCourse(app, { title: 'Balance Sheet' });
  const lectureId = await aClass(app, admin, { courseId, title: 'On paper, by all', startsAtMs: STARTS_AT });
  const person = await aSubscriber(app);
  const answer = async ({ token }: Person, method: 'GET' | 'POST' = 'GET') =>
    Answer.parse((await call(app, method, `/user/calendar${method === 'GET' ? '' : '/renew'}`, { token })).body);
  const get = (address: string, file = 'classes') =>
    app.http.inject({ url: `${address.replace(SITE, '')}/${file}.ics` });
  const move = (startsAtMs: number) => moveClass(app, admin, { courseId, lectureId }, startsAtMs);
  return { app, admin, courseId, lectureId, person, answer, get, move };
};

/** Long lines as they were before they were folded. */
const unfold = (text: string): string[] => text.replaceAll('\r\n ', '').split('\r\n');

test('the live classes of a person are a calendar at a secret address, without the link of the class', async () => {
  const { app, admin, courseId, lectureId, person, answer, get } = await openSchool();
  await aClass(app, admin, { courseId, title: 'A draft', startsAtMs: STARTS_AT, isDraft: true });
  const { address, classes } = await answer(person);
  expect(classes).toBe(1);
  expect(address).toMatch(new RegExp(String.raw`^${SITE}/calendar/${person.id}\.0\.[\w-]{32}$`));
  const feed = await get(address);
  expect(feed.headers).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex',
  });
  const page = `${SITE}/course/displaylectures?course=${courseId}&lecture=${lectureId}`;
  expect(unfold(feed.body)).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Lectern//Live classes//EN',
    'CALSCALE:GREGORIAN',
    'NAME:Live classes: Lectern',
    'X-WR-CALNAME:Live classes: Lectern',
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    'BEGIN:VEVENT',
    `UID:${lectureId}@localhost:5000`,
    'SEQUENCE:0',
    'DTSTAMP:20260615T043000Z',
    'DTSTART:20260617T043000Z',
    'DTEND:20260617T053000Z',
    'STATUS:CONFIRMED',
    String.raw`SUMMARY:On paper\, by all (Balance Sheet)`,
    String.raw`DESCRIPTION:Join on the page of the class: ${page}\nThe link is there from 15 minutes before the start to the end.`,
    `URL:${page}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
  expect(feed.body.split('\r\n').filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
  expect((await get(address, lectureId)).body).toBe(feed.body);
  app.clock.set(STARTS_AT);
  expect((await get(address)).body).not.toContain('meet.example');
  expect(app.logLines().filter((line) => line.includes(address.split('/').at(-1) ?? ''))).toEqual([]);
});

test('a class that moves keeps its name in calendars with a higher sequence, and a deleted one is cancelled', async () => {
  const { app, admin, courseId, lectureId, person, answer, get, move } = await openSchool();
  const { address } = await answer(person);
  app.clock.advance(MINUTE_MS);
  await move(STARTS_AT + HOUR_MS);
  await move(STARTS_AT + HOUR_MS);
  const facts = async () =>
    unfold((await get(address)).body).filter((line) => /^(?:UID|SEQUENCE|DTSTAMP|DTSTART|STATUS|URL)/.test(line));
  const uid = `UID:${lectureId}@localhost:5000`;
  expect(await facts()).toEqual([
    uid,
    'SEQUENCE:1',
    'DTSTAMP:20260615T043100Z',
    'DTSTART:20260617T053000Z',
    'STATUS:CONFIRMED',
    expect.stringContaining('URL:'),
  ]);
  app.clock.advance(MINUTE_MS);
  await call(app, 'DELETE', `/courses/${courseId}/lecture/${lectureId}`, { token: admin.token });
  expect(await facts()).toEqual([
    uid,
    'SEQUENCE:2',
    'DTSTAMP:20260615T043200Z',
    'DTSTART:20260617T053000Z',
    'STATUS:CANCELLED',
  ]);
  expect((await answer(person)).classes).toBe(0);
  app.clock.advance(48 * HOUR_MS);
  await app.jobs.runDue();
  expect(await facts()).toHaveLength(5);
});

test('the calendar empties with access, and an address ends when it is renewed', async () => {
  const { app, lectureId, person, answer, get } = await openSchool();
  const stranger = await aUser(app);
  const { address: other, classes } = await answer(stranger);
  expect([classes, (await get(other)).body.includes('VEVENT'), (await get(other, lectureId)).statusCode]).toEqual([
    0,
    false,
    404,
  ]);
  const { address: first } = await answer(person);
  const { address: second } = await answer(person, 'POST');
  expect([(await get(first)).statusCode, (await get(second)).statusCode]).toEqual([404, 200]);
  const [, ...mac] = second.split('.');
  expect((await get(`${SITE}/calendar/${stranger.id}.${mac.slice(-2).join('.')}`)).statusCode).toBe(404);
  expect((await get(second)).body).toContain('VEVENT');
  await refundAll(app, person.id);
  const feed = await get(second);
  expect([feed.statusCode, feed.body.includes('VEVENT')]).toEqual([200, false]);
});

test('long lines are folded between letters, and texts stay one line', () => {
  const title = `सूर्य ${'नमस्कार '.repeat(12)}; a\\b\r\nBEGIN:VALARM\u0007`;
  const event = {
    id: 'a',
    title,
    description: '',
    address: 'https://school.example/a',
    startsAt: 0,
    endsAt: HOUR_MS,
    sequence: 0,
    isCancelled: false,
    changedAt: 0,
  };
  const text = writeCalendar({ name: 'School', host: 'school.example' }, [event]);
  expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
  expect(text).not.toContain('\uFFFD');
  expect(unfold(text)).toContain(String.raw`SUMMARY:सूर्य ${'नमस्कार '.repeat(12)}\; a\\b\nBEGIN:VALARM`);
});

test('classes have the titles of who reads the calendar', async () => {
  const { app, admin, courseId, lectureId, person, answer, get } = await openSchool();
  await switchOn(app, 'hi');
  const texts = { title: 'बही-खाता', [`lectures.${lectureId}.title`]: 'काग़ज़ पर' };
  await call(app, 'PUT', `/courses/${courseId}/translations/hi`, { token: admin.token, body: { texts } });
  const { address } = await answer(person);
  expect(unfold((await get(address)).body)).toContain('SUMMARY:On paper\\, by all (Balance Sheet)');
  await call(app, 'PUT', '/user/language', { token: person.token, body: { language: 'hi' } });
  expect(unfold((await get(address)).body)).toContain('SUMMARY:काग़ज़ पर (बही-खाता)');
});
