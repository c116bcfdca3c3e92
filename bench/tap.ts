import { chromium, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium } from '../scripts/machine.ts';
import { createCourse, lecturesOf, signIn, waitForVideos } from './fill.ts';
import { type Figure, figure, percentile, round } from './measure.ts';
import { admin, type Running, startLectern, temporaryFolder } from './processes.ts';

const SECTIONS = 20;
const LECTURES = 60;
const TAPS = 15;

const lectureTitle = (index: number): string => `Lecture number ${index + 1}`;

/** A course whose lectures have been converted. */
const fill = async (server: Running): Promise<string> => {
  const token = await signIn(server);
  const courseId = await createCourse(server, token, 'Sixty lectures');
  const authorization = `Bearer ${token}`;
  const address = `${server.origin}/api/v1/courses/${courseId}`;
  for (let index = 0; index < LECTURES; index += 1) {
    const form = new FormData();
    form.set('title', lectureTitle(index));
    form.set('description', 'A lecture that is there to be played.');
    form.set('lecture', new Blob([readFileSync('test/media/three-seconds.mp4')]), 'three-seconds.mp4');
    const response = await fetch(address, { method: 'POST', headers: { authorization }, body: form });
    if (!response.ok) throw new Error(`lecture ${index}: ${response.status} ${await response.text()}`);
  }
  const lectures = await lecturesOf(server, token, courseId);
  const each = LECTURES / SECTIONS;
  const sections = Array.from({ length: SECTIONS }, (_, index) => ({
    title: `Section ${index + 1}`,
    lectureIds: lectures.slice(index * each, (index + 1) * each).map(({ _id }) => _id),
  }));
  const saved = await fetch(`${address}/outline`, {
    method: 'PUT',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ lectureIds: [], sections }),
  });
  if (!saved.ok) throw new Error(`sections: ${saved.status} ${await saved.text()}`);
  await waitForVideos(server, token, courseId);
  return courseId;
};

/** From the tap on a row until the video says that it plays. */
const measureTaps = async (page: Page): Promise<number[]> => {
  const taps: number[] = [];
  for (let section = 2; section <= TAPS + 1; section += 1) {
    await page
      .getByRole('button', { name: `Section ${section}` })
      .first()
      .tap();
    const row = page.getByRole('button', { name: lectureTitle((section - 1) * (LECTURES / SECTIONS)) });
    const playing = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let tappedMs = 0;
          document.addEventListener('pointerdown', ({ timeStamp }) => (tappedMs = timeStamp), {
            capture: true,
            once: true,
          });
          const onPlaying = ({ timeStamp }: Event) => {
            if (tappedMs === 0) return;
            document.removeEventListener('playing', onPlaying, true);
            resolve(timeStamp - tappedMs);
          };
          document.addEventListener('playing', onPlaying, true);
        }),
    );
    await row.first().tap();
    taps.push(await playing);
  }
  return taps;
};

const openClassroom = async (page: Page, server: Running, courseId: string): Promise<void> => {
  await page.goto(`${server.origin}/login`);
  await page.getByLabel('Email').fill(admin.email);
  await page.getByLabel('Password', { exact: true }).fill(admin.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL(`${server.origin}/`);
  await page.goto(`${server.origin}/course/displaylectures?course=${courseId}`);
  await page.getByRole('button', { name: 'Play' }).first().tap();
};

/** A phone in the classroom of a long course, with converted videos, on this machine. */
export const tapFigures = async (): Promise<Figure[]> => {
  const folder = temporaryFolder();
  const lectern = await startLectern(join(folder.path, 'data'));
  const executablePath = findChromium();
  const browser = await chromium.launch({
    args: ['--no-sandbox', '--mute-audio'],
    ...(executablePath === undefined ? {} : { executablePath }),
  });
  try {
    const courseId = await fill(lectern);
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const page = await context.newPage();
    await openClassroom(page, lectern, courseId);
    const taps = await measureTaps(page);
    const detail =
      `${LECTURES} lectures in ${SECTIONS} sections, converted; ${TAPS} taps on a phone of 390 × 844 in Chromium; ` +
      `median ${round(percentile(taps, 0.5), 0)} ms`;
    return [
      figure(
        'from the tap on a lecture until it plays, p95',
        { atMost: 500 },
        round(percentile(taps, 0.95), 0),
        'ms',
        detail,
      ),
    ];
  } finally {
    await browser.close();
    await lectern.stop();
    folder.remove();
  }
};
