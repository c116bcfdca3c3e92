import type { Page } from '@playwright/test';
import { api } from '#contract/api.ts';
import { expect, refusal, storeSessionIn, test } from './fixtures.ts';
import { media, PASSWORD, type Site } from './site.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const EMAIL = 'ila.rao@school.example';
const TITLE = 'Monsoon at the Window';

const linkIn = (email: string, path: RegExp): string => path.exec(email)?.[0] ?? '';

/** The owner lets teachers create courses, and adds one by email. */
const addTeacher = async (owner: Page, courseId: string): Promise<void> => {
  await owner.goto('/admin/settings/teaching');
  await owner.getByLabel('Teachers create courses').check();
  await owner.getByRole('form', { name: 'Teaching' }).getByRole('button', { name: 'Save changes' }).tap();
  await expect(
    owner.getByRole('form', { name: 'Teaching' }).getByRole('button', { name: 'Save changes' }),
  ).toBeDisabled();
  await owner.goto(`/course/edit?course=${courseId}&tab=people`);
  await owner.getByLabel('Email').fill(EMAIL);
  await owner.getByLabel('Name').fill('Ila Rao');
  await owner.getByRole('button', { name: 'Add to course' }).tap();
  const people = owner.getByRole('region', { name: 'Teachers and assistants' });
  await expect(people.getByText('Invited', { exact: true })).toBeVisible();
};

/** The teacher chooses a password by the link of the email, and sees her courses. */
const accept = async (teacher: Page, site: Site): Promise<void> => {
  const email = await site.emailTo(EMAIL, 'a teacher of');
  await teacher.goto(linkIn(email, /\/invitation\/[\w-]{43}/));
  await teacher.getByLabel('New Password').fill(PASSWORD);
  await teacher
    .getByRole('button', { name: /Password/ })
    .last()
    .tap();
  await expect(teacher.getByRole('heading', { name: 'Your courses' })).toBeVisible();
};

/** A course with a video, sent to the owner. Returns its id. */
const makeCourse = async (teacher: Page): Promise<string> => {
  await teacher.getByRole('link', { name: 'Create new course' }).tap();
  await teacher.getByLabel('Thumbnail').setInputFiles(media('thumbnail.jpg'));
  await teacher.getByLabel('Title').fill(TITLE);
  await expect(teacher.getByLabel('Instructor')).toHaveCount(0);
  await teacher.getByLabel('Category').fill('Science');
  await teacher.getByLabel('Description').fill('How the rain arrives, seen from one window in Pune.');
  await teacher.getByRole('button', { name: 'Create course' }).tap();
  await expect(teacher.getByRole('heading', { level: 1, name: TITLE })).toBeVisible();
  await teacher.getByRole('link', { name: 'Add new Lecture' }).tap();
  await expect(teacher).toHaveURL(/\/teach\/lecture\?/);
  await teacher.getByLabel('Video', { exact: true }).setInputFiles(media('three-seconds.mp4'));
  await teacher.getByLabel('Title').fill('The first cloud');
  await teacher.getByLabel('Description').fill('Where it comes from.');
  await teacher.getByRole('button', { name: 'Add lecture' }).tap();
  await expect(teacher.getByRole('button', { name: 'The first cloud', exact: true })).toBeVisible();
  await expect(teacher).toHaveURL(/\/teach\/course\?course=/);
  await teacher.getByRole('link', { name: 'Publish', exact: true }).tap();
  await teacher.getByRole('button', { name: 'Send for approval' }).tap();
  await expect(teacher.getByRole('heading', { name: 'Waiting for approval' })).toBeVisible();
  return new URL(teacher.url()).searchParams.get('course') ?? '';
};

/** From what needs attention; the first time with a reason against it. */
const decide = async (owner: Page, reason?: string): Promise<void> => {
  await owner.goto('/admin/dashboard');
  await owner.getByRole('link', { name: 'Review: 1 course waits for your approval' }).tap();
  await owner.getByRole('link', { name: TITLE }).tap();
  if (reason === undefined) {
    await owner.getByRole('button', { name: /^Approve and publish/ }).tap();
    await expect(owner.getByRole('heading', { name: 'This course is published' })).toBeVisible();
    return;
  }
  await owner.getByRole('button', { name: 'Decline' }).tap();
  const dialog = owner.getByRole('dialog');
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name: 'Decline' }).tap();
  await expect(owner.getByRole('heading', { name: 'Declined' })).toBeVisible();
};

/** What is others' is not found, or refused. */
const expectNothingOfOthers = async (teacher: Page, site: Site, otherId: string): Promise<void> => {
  for (const path of ['/admin/dashboard', '/admin/people', `/course/edit?course=${otherId}`, '/course/create']) {
    await teacher.goto(path);
    await expect(teacher.getByRole('heading', { name: 'Access Denied' }), path).toBeVisible();
  }
  await teacher.goto(`/teach/course?course=${otherId}`);
  await expect(teacher.getByText('This course does not exist or was removed')).toBeVisible();
  await teacher.goto(`/teach/learners?course=${otherId}`);
  await expect(teacher.getByText('This course isn’t one of yours.')).toBeVisible();
  await teacher.goto('/courses?search=Secret');
  await expect(teacher.getByText('A Secret Draft')).toHaveCount(0);
  const statuses = await teacher.evaluate(
    async ({ origin, id }) => {
      const { token } = JSON.parse(localStorage.getItem('data') ?? '{}');
      const headers = { authorization: `Bearer ${token}` };
      const paths = [
        `courses/${id}/manage`,
        `courses/${id}`,
        `teach/courses/${id}/learners`,
        'admin/courses/export',
        'admin/people',
        'admin/search?search=Secret',
      ];
      return Promise.all(paths.map(async (path) => (await fetch(`${origin}/api/v1/${path}`, { headers })).status));
    },
    { origin: site.origin, id: otherId },
  );
  expect(statuses).toEqual([404, 404, 404, 403, 403, 403]);
};

test(
  'on a phone, an invited teacher fills a course that the owner declines and approves, and finds nothing of others',
  { tag: ['@long'] },
  async ({ browser, site, consoleErrors }) => {
    consoleErrors.allow(refusal(403, 404));
    const admin = await site.admin();
    const draft = (courseId: string) =>
      site.call(api.authoring.setCourseDraft, admin.token, { params: { courseId }, body: { isDraft: true } });
    const [shared, other] = [await site.aCourse(), await site.aCourse({ title: 'A Secret Draft' })];
    await draft(other);
    const [owners, teachers] = [
      await browser.newContext({ ...phone, baseURL: site.origin }),
      await browser.newContext({ ...phone, baseURL: site.origin }),
    ];
    await storeSessionIn(owners, site.origin, admin);
    const [owner, teacher] = [await owners.newPage(), await teachers.newPage()];

    await addTeacher(owner, shared);
    await accept(teacher, site);
    const courseId = await makeCourse(teacher);
    await decide(owner, 'Tell us where the window is.');
    await teacher.goto('/teach');
    await teacher.getByRole('link', { name: `Read: ${TITLE} was declined` }).tap();
    await expect(teacher.getByText('Tell us where the window is.')).toBeVisible();
    await teacher.getByRole('button', { name: 'Send for approval' }).tap();
    await expect(teacher.getByRole('heading', { name: 'Waiting for approval' })).toBeVisible();
    await decide(owner);
    expect(await site.emailTo(EMAIL, 'is published')).toContain(`/teach/course?course=${courseId}`);

    await expectNothingOfOthers(teacher, site, other);

    await site.call(api.teachers.saveTeacher, admin.token, {
      fields: { name: 'Ila Rao', headline: '', about: '', accountEmail: EMAIL },
    });
    await teacher.goto('/teach/page');
    await teacher.getByLabel('Headline').fill('Meteorologist, Pune');
    await teacher.getByRole('button', { name: 'Save page' }).tap();
    await expect(teacher.getByText('Your page is saved')).toBeVisible();
    await teacher.getByRole('link', { name: 'View page' }).tap();
    await expect(teacher).toHaveURL(/\/teachers\/ila-rao$/);
    await expect(teacher.getByText('Meteorologist, Pune')).toBeVisible();
    const visited = await (await fetch(`${site.origin}/teachers/ila-rao`)).text();
    expect(visited).toContain('"@type":"Person","name":"Ila Rao"');
    expect(visited).toContain(TITLE);
    expect(await (await fetch(`${site.origin}/sitemap.xml`)).text()).toContain('/teachers/ila-rao<');
    await teacher.getByRole('link', { name: TITLE }).tap();
    await expect(teacher.getByRole('heading', { level: 1, name: TITLE })).toBeVisible();
    await Promise.all([owners.close(), teachers.close()]);
  },
);
