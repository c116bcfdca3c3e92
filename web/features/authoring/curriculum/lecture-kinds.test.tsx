import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ManagedLecture } from '#contract/classroom/lectures.ts';
import { aLecture, openEditor } from './editor-for-test.tsx';

beforeEach(() => {
  // Beside the page, as in a wide window.
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T10:00:00.000Z') });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const aText: ManagedLecture = {
  ...aLecture('bills', null),
  kind: 'text',
  lecture: [],
  markdown: 'A shoe box',
  durationMs: 240_000,
};
const aPdf: ManagedLecture = {
  ...aLecture('plan', null),
  kind: 'pdf',
  lecture: [],
  durationMs: 90_000,
  pdf: { address: '/media/plan.pdf', pages: 6, isSaved: false },
};
const aClass: ManagedLecture = {
  ...aLecture('paper', null),
  kind: 'live',
  lecture: [],
  durationMs: 3_600_000,
  live: { startsAt: '2026-11-24T12:30:00.000Z', durationMinutes: 60, url: null, isCancelled: false },
  classUrl: 'https://meet.example/paper',
};
const aSound: ManagedLecture = {
  ...aLecture('call', null),
  kind: 'audio',
  lecture: [],
  audio: { address: '/media/call.mp3' },
};

const openPanel = async (lecture: ManagedLecture) => {
  const editor = await openEditor([lecture]);
  await editor.user.click(screen.getByText(lecture.title, { selector: 'button' }));
  const panel = within(screen.getByRole('dialog'));
  await panel.findByLabelText('Title');
  return { ...editor, panel };
};

test('every row says of which kind its lecture is, and how long', async () => {
  await openEditor([aText, aPdf, aClass, aSound]);
  const rows = screen.getAllByRole('listitem').slice(0, 5);
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    '1TextbillsReady4 min read',
    '2PDFplanReady6 pages',
    '3Live classpaperReadyTue 24 Nov',
    '4AudiocallReady1:00',
    expect.stringContaining('Add lecture'),
  ]);
});

test('a letter adds a lecture of its kind as a draft to the section, and opens it', async () => {
  const { server, router, user } = await openEditor();
  await user.click(screen.getByRole('button', { name: 'Add lecture to Loops' }));
  const menu = screen.getByRole('menu', { name: 'Add lecture to Loops' });
  expect(
    within(menu)
      .getAllByRole('menuitem')
      .map((item) => [item.getAttribute('aria-keyshortcuts'), item.textContent]),
  ).toEqual([
    ['V', 'VideoChoose files, or drop them on a sectionV'],
    ['A', 'AudioMP3, M4A, WAV; with words and chaptersA'],
    ['T', 'TextWrite it here, with picturesT'],
    ['P', 'PDFOpens here and works offlineP'],
    ['L', 'Live classA date and a link; the recording replaces itL'],
    ['Q', 'QuizAsk questions; a wrong answer leads back to the videoQ'],
  ]);
  await user.keyboard('{ArrowDown}t');
  expect(await screen.findByRole('dialog', { name: 'Text, lecture 4, New text' })).toBeTruthy();
  expect(screen.queryByRole('menu')).toBeNull();
  expect(server.added).toEqual([{ kind: 'text', title: 'New text', isDraft: 'true', sectionId: 's2' }]);
  expect(router.state.location.search).toBe('?course=c1&lecture=made');
});

test('a live class asks for its link first, and is set for tomorrow evening in the time zone of the school', async () => {
  const { server, user } = await openEditor();
  await user.click(screen.getByRole('button', { name: 'Add lecture to Files' }));
  await user.keyboard('l');
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a live class' }));
  expect(dialog.getByText(/^It is set for Tue 24 Nov, 18:00, for 1 hour/)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Add class' }));
  expect(await dialog.findAllByText('Enter the link of the class. It begins with https://')).not.toHaveLength(0);
  expect(server.added).toEqual([]);
  await user.type(dialog.getByLabelText('Link of the class'), 'https://meet.example/x');
  await user.click(dialog.getByRole('button', { name: 'Add class' }));
  expect(await screen.findByRole('dialog', { name: 'Live class, lecture 3, New live class' })).toBeTruthy();
  expect(server.added).toEqual([
    {
      kind: 'live',
      title: 'New live class',
      isDraft: 'true',
      sectionId: 's1',
      startsAt: '2026-11-24T12:30:00.000Z',
      durationMinutes: '60',
      url: 'https://meet.example/x',
    },
  ]);
});

test('an image that is pasted into a text stands where the cursor is, and is saved when the text is left', async () => {
  const { server, user, panel } = await openPanel(aText);
  const text = panel.getByLabelText<HTMLTextAreaElement>('Text');
  expect(panel.getByText('4 min read')).toBeTruthy();
  text.focus();
  text.setSelectionRange(10, 10);
  const image = new File(['x'], '02 a_bill [paid].png', { type: 'image/png' });
  fireEvent.paste(text, { clipboardData: { files: [image], getData: () => '' } });
  await waitFor(() => expect(text.value).toBe('A shoe box\n\n![A bill paid](image-1f.webp)\n\n'));
  expect(server.changes).toEqual([]);
  await user.click(panel.getByLabelText('Title'));
  await waitFor(() => expect(server.changes).toEqual([{ text: 'A shoe box\n\n![A bill paid](image-1f.webp)' }]));
});

test('the marks of a toolbar are not saved before the text is left', async () => {
  const { server, user, panel } = await openPanel(aText);
  const text = panel.getByLabelText<HTMLTextAreaElement>('Text');
  await user.click(text);
  await user.click(panel.getByRole('button', { name: 'Quote' }));
  expect([text.value, server.changes]).toEqual(['A shoe box> ', []]);
});

test('a class is moved in the time zone of the school, and gets its recording after its end', async () => {
  const { server, user, panel } = await openPanel(aClass);
  expect(panel.getByText('Add it here after the class. The class then becomes a video.')).toBeTruthy();
  const start = panel.getByLabelText<HTMLInputElement>('Date and time');
  expect(start.value).toBe('2026-11-24T18:00');
  fireEvent.change(start, { target: { value: '2026-11-22T09:15' } });
  await user.clear(panel.getByLabelText('Minutes'));
  await user.type(panel.getByLabelText('Minutes'), '0');
  await user.tab();
  expect(await panel.findByText('Enter the length in minutes, from 1 to 1440')).toBeTruthy();
  expect(server.changes).toEqual([]);
  await user.clear(panel.getByLabelText('Minutes'));
  await user.type(panel.getByLabelText('Minutes'), '45');
  await user.tab();
  await waitFor(() => expect(server.changes).toEqual([{ startsAt: '2026-11-22T03:45:00.000Z', durationMinutes: 45 }]));
});

test('a class that is over takes its recording', async () => {
  const over = { startsAt: '2026-11-23T08:00:00.000Z', durationMinutes: 60, url: null, isCancelled: false };
  const { panel } = await openPanel({ ...aClass, live: over });
  expect(panel.getByText('Add the recording')).toBeTruthy();
});

test('a PDF says how many pages it has, and whether learners may save it', async () => {
  const { server, user, panel } = await openPanel(aPdf);
  expect(panel.getByText('6 pages')).toBeTruthy();
  expect(panel.getByRole('link', { name: 'Open the PDF' }).getAttribute('href')).toBe('/media/plan.pdf');
  expect(panel.queryByLabelText('Chapters')).toBeNull();
  await user.click(panel.getByLabelText('Learners may save it'));
  await waitFor(() => expect(server.changes).toEqual([{ isSaved: true }]));
});

test('a sound has a player, chapters and a transcript', async () => {
  const { panel } = await openPanel(aSound);
  expect(panel.getByLabelText('Audio of call').getAttribute('src')).toBe('/media/call.mp3');
  expect(panel.getByLabelText('Chapters')).toBeTruthy();
  expect(panel.getByRole('heading', { name: 'Transcript' })).toBeTruthy();
  expect(panel.getByText('Replace the audio')).toBeTruthy();
});

test('the course is published with its lectures that are ready; a quiz is ready once it has a question', async () => {
  const quiz: ManagedLecture = { ...aLecture('test', null), kind: 'quiz', lecture: [], durationMs: null };
  const written = { ...quiz, _id: 'written', title: 'written', questions: 6, isPlayable: true };
  const drafts = [aText, aPdf, aClass].map((lecture) => ({ ...lecture, isPlayable: true }));
  const quizzes = [{ ...quiz, questions: 0 }, written];
  const { user } = await openEditor([...drafts, ...quizzes].map((lecture) => ({ ...lecture, isDraft: true })));
  expect(screen.getByText('6 questions')).toBeTruthy();
  await user.click(screen.getByText('Publish'));
  expect(screen.getByRole('button', { name: 'Publish 4 lectures' })).toBeTruthy();
  expect(screen.getByText(/1 lecture isn’t ready yet and stays a draft/)).toBeTruthy();
  const rowOf = (name: string) => screen.getByText(name).closest('a')?.textContent;
  expect(rowOf('A lecture to watch')).toBe('A lecture to watch, done4 of 8 can be watchedCurriculum');
  expect(rowOf('Captions')).toBe('Captions, not done0 of 3 lectures have captionsAdd to 3');
});

test.each([
  ['Ready to publish', true, '1 of 4 can be watched, 1 still being processed'],
  ['Nothing to watch yet', false, '0 of 4 can be watched, 1 still being processed'],
])('a draft is “%s” when its only uploaded video plays: %s', async (title, isPlayable, hint) => {
  const uploaded: ManagedLecture = { ...aLecture('भट्ठी', null), state: 'processing', isPlayable };
  const { user } = await openEditor([uploaded], { isDraft: true });
  await user.click(screen.getByText('Publish'));
  expect(screen.getByRole('heading', { name: title })).toBeTruthy();
  expect(screen.getByText(hint)).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Publish course/ })).toHaveProperty('disabled', false);
  expect(screen.queryAllByText(/play as you uploaded them/)).toHaveLength(isPlayable ? 1 : 0);
});

test('Q adds a quiz, and its panel leads to its questions', async () => {
  const { server, user } = await openEditor();
  await user.click(screen.getByRole('button', { name: 'Add lecture to Loops' }));
  await user.keyboard('q');
  const panel = within(await screen.findByRole('dialog', { name: 'Quiz, lecture 4, New quiz' }));
  expect(server.added).toEqual([{ kind: 'quiz', title: 'New quiz', isDraft: 'true', sectionId: 's2' }]);
  expect((await panel.findByRole('link', { name: 'Write questions' })).getAttribute('href')).toBe(
    '/course/quiz?course=c1&lecture=made',
  );
});
