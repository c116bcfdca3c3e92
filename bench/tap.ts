import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { logInWithBrowser, openBrowser } from './browser.ts';
import { type Figure, figure, median, percentile, round } from './measure.ts';
import type { Subject } from './processes.ts';
import { createCourse, settledLectures, startSchool } from './school.ts';
import { upload, videoOf } from './upload.ts';
import { json, type Visitor } from './visitor.ts';

const PHONE = { width: 390, height: 844 };
const SECTIONS = 20;
const LECTURES = 60;
const TAPS = 15;

const lectureTitle = (index: number): string => `Lecture number ${index + 1}`;

/** A course whose lectures have been converted. */
const fill = async (admin: Visitor): Promise<string> => {
  const courseId = await createCourse(admin, 'Sixty lectures');
  const video = videoOf(readFileSync('test/media/three-seconds.mp4'));
  for (let index = 0; index < LECTURES; index += 1) await upload(admin, courseId, lectureTitle(index), video);
  const lectures = await settledLectures(admin, courseId);
  const each = LECTURES / SECTIONS;
  const sections = Array.from({ length: SECTIONS }, (_, index) => ({
    title: `Section ${index + 1}`,
    lectureIds: lectures.slice(index * each, (index + 1) * each).map(({ _id }) => _id),
  }));
  const outline = { ...json({ lectureIds: [], sections }), method: 'PUT' };
  await admin.step('outline', `/api/v1/courses/${courseId}/outline`, outline);
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

/** A phone in the classroom of a long course, with converted videos, on this machine. */
export const tapFigures = async (subject: Subject): Promise<Figure[]> => {
  await using school = await startSchool(subject);
  const { origin } = school.admin;
  const courseId = await fill(school.admin);
  await using context = await openBrowser(school.folder, { viewport: PHONE, hasTouch: true, isMobile: true });
  const page = await logInWithBrowser(context, origin);
  await page.goto(`${origin}/course/displaylectures?course=${courseId}`);
  await page.getByRole('button', { name: 'Play' }).first().tap();
  const taps = await measureTaps(page);
  return [
    figure(
      'from the tap on a lecture until it plays, p95',
      { atMost: 500 },
      round(percentile(taps, 0.95), 0),
      'ms',
      `${LECTURES} lectures in ${SECTIONS} sections, converted; ${TAPS} taps on a phone of ${PHONE.width} × ${PHONE.height} in Chromium; median ${round(median(taps), 0)} ms`,
    ),
  ];
};
