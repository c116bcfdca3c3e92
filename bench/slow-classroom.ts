import type { CDPSession, Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { logInWithBrowser, openBrowser } from './browser.ts';
import { type Figure, figure, median, round } from './measure.ts';
import type { Subject } from './processes.ts';
import { createCourse, settledLectures, startSchool } from './school.ts';
import { upload, videoOf } from './upload.ts';
import type { Visitor } from './visitor.ts';

const PHONE = { width: 390, height: 844 };
const KBIT_PER_S = 400;
const LATENCY_MS = 150;
const RUNS = 3;

const BYTES_PER_S = (KBIT_PER_S * 1000) / 8;
const SLOW_LINE = {
  offline: false,
  latency: LATENCY_MS,
  downloadThroughput: BYTES_PER_S,
  uploadThroughput: BYTES_PER_S,
};

interface Opened {
  pictureMs: number;
  scriptBytes: number;
  scripts: string[];
}

const addLectures = async (admin: Visitor): Promise<string> => {
  const courseId = await createCourse(admin, 'A slow line');
  const video = videoOf(readFileSync('test/media/three-seconds.mp4'));
  for (const title of ['One', 'Two', 'Three']) await upload(admin, courseId, title, video);
  await settledLectures(admin, courseId);
  return courseId;
};

/** Bytes of scripts as they come over the line, in the order in which they are complete. */
const watchScripts = (cdp: CDPSession): { file: string; bytes: number }[] => {
  const addresses = new Map<string, string>();
  const complete: { file: string; bytes: number }[] = [];
  cdp.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script') addresses.set(requestId, response.url);
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength: bytes }) => {
    const address = addresses.get(requestId);
    if (address !== undefined) complete.push({ file: address.split('/').at(-1) ?? '', bytes });
  });
  return complete;
};

/** Resolves with the time since the navigation at which the poster of the video, or its first frame, has arrived. */
const pictureTime = (page: Page): Promise<number> =>
  page
    .waitForFunction(() => {
      const video = document.querySelector<HTMLVideoElement>('.classroom-player video');
      if (!video) return undefined;
      const [poster] = video.poster === '' ? [] : performance.getEntriesByName(video.poster);
      if (poster instanceof PerformanceResourceTiming && poster.responseEnd > 0) return poster.responseEnd;
      return video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA ? performance.now() : undefined;
    })
    .then(async (handle) => Number(await handle.jsonValue()));

/** Opens the classroom as on the first visit: without anything of the school in the cache. */
const openOnce = async (page: Page, address: string): Promise<Opened> => {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.clearBrowserCache');
  await cdp.send('Network.setBypassServiceWorker', { bypass: true });
  await cdp.send('Network.emulateNetworkConditions', SLOW_LINE);
  const complete = watchScripts(cdp);
  await page.goto(address, { waitUntil: 'commit' });
  const pictureMs = await pictureTime(page);
  const scripts = [...complete];
  await cdp.detach();
  await page.goto('about:blank');
  return {
    pictureMs,
    scriptBytes: scripts.reduce((sum, { bytes }) => sum + bytes, 0),
    scripts: scripts.map(({ file, bytes }) => `${file} ${round(bytes / 1024, 0)}`),
  };
};

/** A phone opens the classroom over a slow line, with nothing of it in its cache. */
export const slowClassroomFigures = async (subject: Subject): Promise<Figure[]> => {
  await using school = await startSchool(subject);
  const { origin } = school.admin;
  const courseId = await addLectures(school.admin);
  await using context = await openBrowser(school.folder, { viewport: PHONE, hasTouch: true, isMobile: true });
  const page = await logInWithBrowser(context, origin);
  const runs: Opened[] = [];
  for (let run = 0; run < RUNS; run += 1)
    runs.push(await openOnce(page, `${origin}/course/displaylectures?course=${courseId}`));
  const line = `${KBIT_PER_S} kbit/s, ${LATENCY_MS} ms, ${PHONE.width} × ${PHONE.height}, empty cache, median of ${RUNS}`;
  return [
    figure(
      'classroom over a slow line: until the picture of the video',
      { atMost: 8 },
      round(median(runs.map(({ pictureMs }) => pictureMs)) / 1000),
      's',
      line,
    ),
    figure(
      'scripts before that picture',
      { atMost: 150 },
      round(median(runs.map(({ scriptBytes }) => scriptBytes)) / 1024, 0),
      'KB',
      runs.at(-1)?.scripts.join(', ') ?? '',
    ),
  ];
};
