import { api } from '../contract/api.ts';
import { expect, test } from './fixtures.ts';

const TEXT = `## What you need

A shoe box, a notebook and the bills of **one month**.

- Bills that you paid
- Bills that you wrote

> When the two totals differ, do not search for the mistake yet.

${Array.from({ length: 12 }, (_, line) => `${line + 1}. Sort the bills by the day the goods moved, not by the day of the money.\n\n`).join('')}`;

test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

test(
  'a learner reads a text, turns the pages of a PDF, hears a sound and sees when a class is',
  { tag: ['@long'] },
  async ({ page, site, signIn }) => {
    const { token } = await site.admin();
    const courseId = await site.aCourse({ title: 'The Shopkeeper’s Balance Sheet' });
    const params = { courseId };
    const startsAt = new Date(Date.now() + 2 * 24 * 3_600_000).toISOString();
    const url = 'https://meet.example/on-paper';
    for (const lecture of [
      { fields: { kind: 'text', title: 'One month of your own bills', text: TEXT } },
      { fields: { kind: 'pdf', title: 'Cash plan, a form to print' }, files: { lecture: 'cash-plan.pdf' } },
      { fields: { kind: 'audio', title: 'A call with Gupta Caterers' }, files: { lecture: 'tone.mp3' } },
      { fields: { kind: 'live', title: 'Your balance sheet, on paper', startsAt, durationMinutes: 60, url } },
    ] as const)
      await site.call(api.lectures.addLectureOfKind, token, { params, ...lecture });
    await signIn(await site.aSubscriber());

    await page.goto(`/course/displaylectures?course=${courseId}`);
    const text = page.getByRole('region', { name: 'Text: One month of your own bills' });
    await expect(text.getByRole('heading', { name: 'What you need' })).toBeVisible();
    await expect(text.getByRole('listitem').first()).toHaveText('Bills that you paid');
    await page.getByRole('button', { name: 'Mark as read' }).tap();
    await expect(page.getByText('Marked as watched')).toBeVisible();

    await page.getByRole('button', { name: /Cash plan/ }).tap();
    const pdf = page.getByRole('region', { name: 'PDF: Cash plan, a form to print' });
    await expect(pdf.getByText('Page 1 of 2')).toBeVisible();
    await expect(pdf.getByText('Annapurna Bakery')).toBeAttached();
    await pdf.getByRole('button', { name: 'Page 2' }).tap();
    await expect(pdf.getByText('From hotels')).toBeAttached();
    await pdf.getByRole('button', { name: 'Find in this PDF' }).tap();
    await pdf.getByRole('searchbox', { name: 'Find in this PDF' }).fill('annapurna');
    await page.keyboard.press('Enter');
    await expect(pdf.getByText('Page 1 of 2')).toBeVisible();

    await page.getByRole('button', { name: /A call with Gupta/ }).tap();
    await expect(page.getByRole('region', { name: 'Audio: A call with Gupta Caterers' })).toBeVisible();

    await page.getByRole('button', { name: /Your balance sheet/ }).tap();
    const live = page.getByRole('region', { name: 'Live class: Your balance sheet, on paper' });
    await expect(live.getByText(/Starts in (?:1 day|2 days)/)).toBeVisible();
    await expect(live.getByText(/The link appears here on/)).toBeVisible();
    await expect(page.getByText(url)).toHaveCount(0);
  },
);

test('a phone whose clock is two hours wrong has the button of a class when the class begins, and counts down to it', async ({
  page,
  site,
  signIn,
}) => {
  const { token } = await site.admin();
  const courseId = await site.aCourse({ title: 'The Shopkeeper’s Balance Sheet' });
  const params = { courseId };
  const startsAt = new Date(Date.now() + 10.3 * 60_000).toISOString();
  const url = 'https://meet.example/on-paper';
  const fields = { kind: 'live', title: 'On paper', startsAt, durationMinutes: 60, url } as const;
  await site.call(api.lectures.addLectureOfKind, token, { params, fields });
  await signIn(await site.aSubscriber());
  const live = page.getByRole('region', { name: 'Live class: On paper' });
  for (const wrongMs of [2 * 3_600_000, -2 * 3_600_000]) {
    await page.clock.setFixedTime(Date.now() + wrongMs);
    await page.goto(`/course/displaylectures?course=${courseId}`);
    await expect(live.getByText(/^Starts in (?:9|10) min$/)).toBeVisible();
    await expect(live.getByRole('link', { name: 'Join the class' })).toHaveAttribute('href', url);
  }
});
