import { test as base } from '@playwright/test';
import { api } from '#contract/api.ts';
import { type FakeCdn, startFakeCdn } from './fake-cdn.ts';
import { expect, storeSessionIn } from './fixtures.ts';
import { startRealServer, WITH_VIDEO_SIZES } from './real-server.ts';
import { createSite, type Site } from './site.ts';

/** Addresses last fifteen minutes, and the CDN's clock is so far ahead that they last four seconds. */
const AHEAD_MS = 15 * 60_000 - 4000;

interface CdnSchool {
  site: Site;
  cdn: FakeCdn;
  courseId: string;
  hasRenditions: boolean;
}

const addLecture = async (site: Site): Promise<Pick<CdnSchool, 'courseId' | 'hasRenditions'>> => {
  const { token } = await site.admin();
  const courseId = await site.aCourse({ title: 'Read a Balance Sheet' });
  const fields = { title: 'Both sides agree', description: 'Follow one sweet shop.' };
  await site.call(api.lectures.addLecture, token, {
    params: { courseId },
    fields,
    files: { lecture: 'two-minutes.mp4' },
  });
  const { video } = await site.call(api.video.status, token);
  const state = async () => (await site.call(api.lectures.listLectures, token, { params: { courseId } })).lectures[0];
  if (video.engine) await expect.poll(state, { timeout: 300_000 }).toMatchObject({ state: 'ready' });
  return { courseId, hasRenditions: video.engine !== null };
};

const test = base.extend<object, { school: CdnSchool }>({
  school: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads the names that a fixture takes out of its first argument
    async ({}, provide) => {
      const cdn = await startFakeCdn(AHEAD_MS);
      const settings = {
        ...WITH_VIDEO_SIZES,
        MEDIA_DELIVERY: 'cdn',
        MEDIA_CDN_URL: cdn.origin,
        MEDIA_CDN_KEY: cdn.key,
      };
      const server = await startRealServer({ hasAdmin: true, settings });
      cdn.serve(server.origin);
      const site = createSite(server);
      await provide({ site, cdn, ...(await addLecture(site)) });
      await server.stop();
      cdn.close();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

test(
  'a lecture plays from a CDN, and plays on when its addresses end',
  { tag: ['@long'] },
  async ({ page, context, school }) => {
    const { site, cdn, courseId, hasRenditions } = school;
    await storeSessionIn(context, site.origin, await site.aSubscriber());
    // One size: a change to another reads its playlist, whose addresses have not ended.
    await context.addInitScript(() => localStorage.setItem('player', JSON.stringify({ quality: 360 })));
    const playlists: string[] = [];
    page.on('request', (request) => playlists.push(...(/\w+\.m3u8$/.exec(request.url()) ?? [])));
    await page.goto(`${site.origin}/course/displaylectures?course=${courseId}`);
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    const video = page.locator('video');
    const seconds = (): Promise<number> => video.evaluate((element: HTMLVideoElement) => element.currentTime);
    await expect.poll(seconds).toBeGreaterThan(1);
    const isSegmented = await video.evaluate((element: HTMLVideoElement) => element.currentSrc.startsWith('blob:'));
    expect(isSegmented).toBe(hasRenditions);
    await expect.poll(seconds).toBeGreaterThan(5);
    // Beyond what is loaded: the next segment is requested with an address that has ended.
    await video.evaluate((element: HTMLVideoElement) => {
      element.currentTime = 100;
    });
    await expect.poll(seconds).toBeGreaterThan(101);
    expect(cdn.refusedCount()).toBeGreaterThan(0);
    await expect(page.getByRole('alert')).toHaveCount(0);
    if (hasRenditions) expect(playlists.filter((name) => name === 'master.m3u8')).toHaveLength(1);
  },
);
