import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Outline, OutlineChange } from '#contract/sections.ts';
import { createQueryClient } from '#web/api/query-keys.ts';
import { App } from '#web/app/app.tsx';
import { Toaster } from '#web/ui/toasts/toaster.tsx';
import { site } from '#web/ui/page/site-for-test.ts';
import { Component as EditCourse } from '#web/features/catalog/authoring/edit-course.tsx';

const course = {
  _id: 'c1',
  title: 'Python',
  description: 'For people who use spreadsheets.',
  category: 'Code',
  createdBy: 'Kabir Sethi',
  outcomes: [],
  thumbnail: { secure_url: null },
  numberOfLectures: 3,
  totalDurationMs: 0,
  createdAt: '2026-11-20T06:00:00.000Z',
  isDraft: false,
  approvalRequestedAt: null,
  declined: null,
};

const aLecture = (_id: string, sectionId: string | null) => ({
  _id,
  title: _id,
  description: '',
  durationMs: 60_000,
  sectionId,
  isDraft: false,
  isFreePreview: false,
  chapters: [],
  chaptersText: '',
  hasChosenThumbnail: false,
  captions: [],
  attachments: [],
  progress: null,
  lecture: [{ secure_url: '/media/x' }],
  expiresAtMs: 0,
  state: 'ready',
  isPlayable: false,
  progressPercent: null,
  failure: null,
  hls: null,
  poster: null,
  storyboard: null,
});

const OUTDATED = 'The lectures of this course have changed. Please check the order and try again.';

/** A server that keeps what is saved, and refuses the change of an outline that it does not have any more. */
const openEditor = async (first: ReturnType<typeof aLecture>[] = []) => {
  let sections = [
    { _id: 's1', title: 'Files' },
    { _id: 's2', title: 'Loops' },
  ];
  let lectures = [...first, aLecture('csv', 's1'), aLecture('json', 's1'), aLecture('while', 's2')];
  const server = {
    changes: [] as object[],
    published: [] as string[],
    addSectionElsewhere: (title: string) => void (sections = [...sections, { _id: 'elsewhere', title }]),
  };
  const isOutdated = ({ before }: OutlineChange): boolean =>
    JSON.stringify(before?.sections.map(({ _id, title }) => ({ _id, title }))) !== JSON.stringify(sections);
  const take = ({ sections: wanted }: Outline): void => {
    sections = wanted.map(({ _id, title }, index) => ({ _id: _id ?? `made-${index}`, title }));
    lectures = wanted.flatMap(({ lectureIds }, index) =>
      lectureIds.map((id) => ({ ...aLecture(id, sections[index]?._id ?? null) })),
    );
  };
  vi.stubGlobal('fetch', async (url: string, { method, body }: { method: string; body: string }) => {
    if (method === 'PUT' && isOutdated(JSON.parse(body)))
      return Response.json({ success: false, code: 'order_outdated', message: OUTDATED }, { status: 409 });
    if (method === 'PUT') take(JSON.parse(body));
    if (method === 'POST') {
      server.published.push(url);
      lectures = lectures.map((lecture) => ({ ...lecture, isDraft: false }));
    }
    if (method === 'PATCH') {
      const change: object = JSON.parse(body);
      server.changes.push(change);
      lectures = lectures.map((lecture) => (lecture._id === 'csv' ? { ...lecture, ...change } : lecture));
    }
    const teacher = { about: 'Teaches in Pune.' };
    return Response.json({ success: true, message: '', course, sections, lectures, teacher, video: { engine: null } });
  });
  const router = createMemoryRouter([{ path: '/course/edit', Component: EditCourse }], {
    initialEntries: ['/course/edit?course=c1'],
  });
  render(
    <>
      <App site={site} queryClient={createQueryClient()} router={router} />
      <Toaster />
    </>,
  );
  await screen.findByText('csv');
  return { server, router, user: userEvent.setup({ delay: null }) };
};

/** The tree as it is read, from top to bottom. */
const rows = (): (string | null)[] =>
  [...document.querySelectorAll('.curriculum-name')].map(({ textContent }) => textContent);

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('Space picks a lecture up, arrows move it across sections, Space drops it, and undo takes it back', async () => {
  const { user } = await openEditor();
  screen.getByLabelText('Move json, 2 of 2 in Files').focus();
  await user.keyboard(' ');
  expect(screen.getByText(/^json picked up: 2 of 2 in Files\./)).toBeTruthy();
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(screen.getByText('json is now 2 of 2 in Loops')).toBeTruthy();
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Move json, 2 of 2 in Loops');
  await user.keyboard(' ');
  expect(await screen.findByText(/^Saved \d\d:\d\d$/)).toBeTruthy();
  expect(rows()).toEqual(['Files', 'csv', 'Loops', 'while', 'json']);
  await user.click(screen.getByText('Undo'));
  await waitFor(() => expect(rows()).toEqual(['Files', 'csv', 'json', 'Loops', 'while']));
});

test('a lecture is added where it is asked for, also before the first section', async () => {
  await openEditor([aLecture('welcome', null)]);
  const sections = screen
    .getAllByRole('link', { name: /^Add lecture/ })
    .map((link) => new URL(link.getAttribute('href') ?? '', location.origin).searchParams.get('section'));
  expect(sections).toEqual(['', 's1', 's2']);
});

test('Escape puts a section back, and nothing is saved', async () => {
  const { user } = await openEditor();
  screen.getByLabelText('Move Files, section 1 of 2').focus();
  await user.keyboard(' {ArrowDown}');
  expect(rows()).toEqual(['Loops', 'while', 'Files', 'csv', 'json']);
  await user.keyboard('{Escape}');
  expect(rows()).toEqual(['Files', 'csv', 'json', 'Loops', 'while']);
  expect(screen.getByText('Files put back: section 1 of 2')).toBeTruthy();
  expect(screen.queryByText(/^Saved/)).toBeNull();
});

test('an outline that was changed in another tab is loaded again, with the reason', async () => {
  const { server, user } = await openEditor();
  server.addSectionElsewhere('Reports');
  await user.click(screen.getByText('Add section'));
  await user.keyboard('Tables{Enter}');
  expect(await screen.findByText(OUTDATED)).toBeTruthy();
  await waitFor(() => expect(rows()).toEqual(['Files', 'csv', 'json', 'Loops', 'while', 'Reports']));
  await user.click(screen.getByText('Add section'));
  await user.keyboard('Tables{Enter}');
  expect(await screen.findByText(/^Saved/)).toBeTruthy();
  expect(rows()).toEqual(['Files', 'csv', 'json', 'Loops', 'while', 'Reports', 'Tables']);
});

test('sections that are added one after the other are both saved once', async () => {
  const { user } = await openEditor();
  for (const title of ['Tables', 'Reports']) {
    await user.click(screen.getByText('Add section'));
    await user.keyboard(`${title}{Enter}`);
  }
  expect(await screen.findByText(/^Saved/)).toBeTruthy();
  expect(rows()).toEqual(['Files', 'csv', 'json', 'Loops', 'while', 'Tables', 'Reports']);
});

test('F2 renames in place, Escape cancels, and a second press of a selected lecture renames it too', async () => {
  const { server, router, user } = await openEditor();
  screen.getByText('csv', { selector: 'button' }).focus();
  await user.keyboard('{F2}Never{Escape}');
  expect(rows()).toContain('csv');
  await user.click(screen.getByText('csv', { selector: 'button' }));
  expect(router.state.location.search).toBe('?course=c1&lecture=csv');
  await user.click(screen.getByText('csv', { selector: 'button' }));
  await user.keyboard('Open a CSV{Enter}');
  await waitFor(() => expect(rows()).toContain('Open a CSV'));
  expect(server.changes).toEqual([{ title: 'Open a CSV' }]);
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Open a CSV'));
});

test('a field of the panel is saved when it is left, and not while it is wrong', async () => {
  const { server, user } = await openEditor();
  await user.click(screen.getByText('csv', { selector: 'button' }));
  await user.type(screen.getByLabelText('Chapters'), 'nonsense');
  await user.click(screen.getByLabelText('Description'));
  expect(await screen.findByText(/Line 1: enter a start time/)).toBeTruthy();
  expect(server.changes).toEqual([]);
  await user.clear(screen.getByLabelText('Chapters'));
  await user.type(screen.getByLabelText('Chapters'), '0:00 Open it');
  await user.click(screen.getByLabelText('Draft'));
  await waitFor(() => expect(server.changes).toEqual([{ chapters: '0:00 Open it' }, { isDraft: true }]));
});

test('closing the page is asked about while a text is typed, and not once it is saved', async () => {
  const { server, user } = await openEditor();
  const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  await user.click(screen.getByText('csv', { selector: 'button' }));
  expect(asks()).toBe(false);
  await user.type(screen.getByLabelText('Description'), 'Half a sent');
  expect(asks()).toBe(true);
  await user.click(screen.getByLabelText('Title'));
  expect(await screen.findByText(/^Saved/)).toBeTruthy();
  expect(server.changes).toEqual([{ description: 'Half a sent' }]);
  expect(asks()).toBe(false);
});

test('what was deleted can be undone, without the list being scrolled away, until the notice is hidden', async () => {
  const { user } = await openEditor();
  const scrolled = vi.spyOn(HTMLElement.prototype, 'focus');
  await user.click(screen.getByLabelText('Actions for json'));
  await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
  expect(await screen.findByRole('button', { name: /deleting json$/ })).toBeTruthy();
  const heading = screen.getByRole('heading', { name: 'Lectures' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  expect(scrolled).toHaveBeenLastCalledWith({ preventScroll: true });
  await user.click(screen.getByRole('button', { name: 'Hide' }));
  expect(screen.queryByText(/was deleted/)).toBeNull();
  expect(document.activeElement).toBe(heading);
});

test('the tab Publish says what is missing and where it is added, and publishes the draft lectures that play', async () => {
  const silent = { ...aLecture('silent', null), isDraft: true };
  const { server, user } = await openEditor([silent, { ...silent, _id: 'plays', isPlayable: true }]);
  await user.click(screen.getByText('Publish'));
  const rowOf = (name: string) => screen.getByText(name).closest('a');
  expect(rowOf('A title and a cover')?.textContent).toBe('A title and a cover, not doneNo cover yetDetails');
  expect(rowOf('A plan that includes it')?.textContent).toBe('A plan that includes it, doneYearly bundle, ₹499Plans');
  expect(rowOf('Legal pages')?.textContent).toBe('Legal pages, not doneNot published: terms, privacy, refundsPages');
  expect(rowOf('Legal pages')?.getAttribute('href')).toBe('/admin/settings/pages?page=terms');
  expect(rowOf('Captions')?.getAttribute('href')).toBe('/course/edit?course=c1&lecture=silent');
  expect(screen.getByText('2 of 4 done')).toBeTruthy();
  expect(screen.getByText(/1 lecture doesn’t play yet and stays a draft/)).toBeTruthy();
  await user.click(screen.getByText('Publish 1 lecture'));
  await waitFor(() => expect(screen.queryByText('Publish 1 lecture')).toBeNull());
  expect(server.published).toEqual(['/api/v1/courses/c1/publish']);
});
