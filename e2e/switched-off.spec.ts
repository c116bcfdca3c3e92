import type { Browser } from '@playwright/test';
import { api, API_PREFIX } from '#contract/api.ts';
import { aLectureWithTeacher } from './asked-question.ts';
import { expect, storeSessionIn, test } from './fixtures.ts';
import type { Account, Site } from './site.ts';

const OF_COMMUNITY = /bell|notice|(?<!quiz-|notes-and-)question|(?<!user\/)review|podcast|announce|push/;

const switchAll = async (site: Site, isOn: boolean): Promise<void> => {
  const { token } = await site.admin();
  const body = { questions: isOn, reviews: isOn, notices: isOn, podcasts: isOn };
  await site.call(api.settings.saveCommunity, token, { body });
};

/** What a page sends and loads in a browser that was never here. */
const sentBy = async (browser: Browser, site: Site, account: Account, path: string) => {
  const context = await browser.newContext({ baseURL: site.origin, serviceWorkers: 'block' });
  await storeSessionIn(context, site.origin, account);
  const page = await context.newPage();
  const calls: string[] = [];
  const files: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith(API_PREFIX)) calls.push(`${request.method()} ${pathname.slice(API_PREFIX.length)}`);
    if (pathname.endsWith('.js')) files.push(pathname.split('/').at(-1) ?? '');
  });
  await page.goto(path);
  let known = 0;
  // The stream of notices never ends, so that the network is never idle.
  const isQuiet = (): boolean => known === (known = calls.length + files.length);
  await expect.poll(isQuiet, { intervals: [2000] }).toBe(true);
  await context.close();
  return { calls: calls.toSorted(), files: files.toSorted() };
};

test('a school with everything of its community switched off sends and loads nothing of it', async ({
  browser,
  site,
}) => {
  const { courseId, lectureId } = await aLectureWithTeacher(site);
  const learner = await site.aSubscriber();
  const counted: number[][] = [];
  for (const path of ['/', '/courses', `/course/displaylectures?course=${courseId}&lecture=${lectureId}`]) {
    await switchAll(site, false);
    const off = await sentBy(browser, site, learner, path);
    await switchAll(site, true);
    const on = await sentBy(browser, site, learner, path);
    const ofCommunity = [...off.calls, ...off.files].filter((name) => OF_COMMUNITY.test(name));
    expect(ofCommunity, path).toEqual([]);
    counted.push([off.calls.length, on.calls.length]);
  }
  expect(counted, 'calls off and on').toEqual([
    // At first the browser reports its time zone, and the home asks for questions that went wrong.
    [3, 7],
    [2, 5],
    [3, 7],
  ]);
});
