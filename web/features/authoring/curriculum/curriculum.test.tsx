import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aLecture, openEditor, OUTDATED } from './editor-for-test.tsx';

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
  expect(screen.getByText(/1 lecture isn’t ready yet and stays a draft/)).toBeTruthy();
  await user.click(screen.getByText('Publish 1 lecture'));
  await waitFor(() => expect(screen.queryByText('Publish 1 lecture')).toBeNull());
  expect(server.published).toEqual(['/api/v1/courses/c1/publish']);
});
