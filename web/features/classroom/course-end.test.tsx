import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Course } from '#contract/catalog/catalog.ts';
import type { Lecture } from '#contract/classroom/lectures.ts';
import { sessionStore } from '#web/app/session/session.ts';
import { createQueryClient } from '#web/api/query.ts';
import { site } from '#web/ui/page/site-for-test.ts';
import { SiteProvider } from '#web/ui/page/site.tsx';
import CourseEnd from './course-end.tsx';
import { lectureAt } from './player/player-for-test.tsx';

const courseOf = (title: string, numberOfLectures = 2): Course => ({
  _id: title.toLowerCase(),
  title,
  description: '',
  category: 'Money',
  createdBy: 'Nandini Kulkarni',
  outcomes: [],
  thumbnail: { secure_url: '' },
  numberOfLectures,
  totalDurationMs: 0,
  createdAt: '2026-11-01T00:00:00Z',
});

const watched = (watchedPercent: number): Lecture => ({
  ...lectureAt('https://school.example/a.mp4'),
  durationMs: 60 * 60_000,
  progress: { positionMs: 0, resumeAtMs: 0, watchedPercent, isDone: true },
});

const learner = {
  _id: 'u1',
  fullName: 'Arjun Menon',
  email: 'arjun@school.example',
  role: 'USER',
  avatar: { secure_url: null },
  teaches: false,
  hasCourses: true,
  language: null,
  createdAt: '2026-01-01T00:00:00.000Z',
} as const;
const nothing = {
  purchased_at: null,
  refundable_until: null,
  access_until: null,
  auto_renew: false,
  renewable_from: null,
};

const logIn = (status: 'active' | 'inactive') => {
  onTestFinished(() => act(() => sessionStore.end()));
  sessionStore.start({ user: { ...learner, subscription: { ...nothing, status } }, token: 'token' });
};

/** The end of a course after which the school has these courses; those in `begun` are begun. */
const open = (
  related: Course[],
  newest: Course[],
  begun: string[] = [],
  standing: object = {},
  lectures = [watched(100), watched(50)],
) => {
  onTestFinished(() => void vi.unstubAllGlobals());
  const answers: [RegExp, object][] = [
    [
      /\/learning/,
      { continue: null, started: begun.map((_id) => ({ _id })), finished: [], ended: [], news: [], lastVisitAt: null },
    ],
    [/\/about/, { course: { related, slug: 'balance' } }],
    [/\/courses\?/, { courses: newest }],
    [/\/rights/, { rights: [] }],
    [/\/certificate$/, standing],
    [/\/user\/certificates$/, { certificates: [certificate] }],
  ];
  vi.stubGlobal('fetch', async (address: string) =>
    // The picture of the certificate is still loading.
    address.includes('/certificates/')
      ? new Promise(() => undefined)
      : Response.json({ success: true, ...answers.find(([pattern]) => pattern.test(address))?.[1] }),
  );
  render(
    <SiteProvider value={site}>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <CourseEnd course={courseOf('Balance')} lectures={lectures} />
        </MemoryRouter>
      </QueryClientProvider>
    </SiteProvider>,
  );
};

const next = async () => (await screen.findByRole('region')).querySelector('h2')?.textContent;

test('the end of a course says what was watched and leads back to My learning', async () => {
  open([], []);
  expect(screen.getByText('Loading', { selector: 'output' })).toBeTruthy();
  expect((await screen.findByText('You finished')).textContent).toBe('You finished Balance');
  expect(screen.getByText('2 of 2 lectures')).toBeTruthy();
  expect(screen.getByText('1 h 30 min watched')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'My learning' }).getAttribute('href')).toBe('/learning');
});

test('a course without a certificate is shared by its name', async () => {
  open([], []);
  const shared = `https://wa.me/?text=${encodeURIComponent(`I finished Balance: ${location.origin}/courses/balance`)}`;
  const share = await screen.findByRole('link', { name: 'Share on WhatsApp' });
  await waitFor(() => expect(share.getAttribute('href')).toBe(shared));
});

test('the next course is the most related one that is not begun and has lectures', async () => {
  logIn('active');
  open([courseOf('Begun'), courseOf('Empty', 0), courseOf('Pricing')], [courseOf('Newest')], ['begun']);
  expect(await next()).toBe('Pricing');
  expect(screen.getByRole('link', { name: 'Start lecture 1' }).getAttribute('href')).toContain('course=pricing');
});

test('without a related course the newest is next', async () => {
  open([courseOf('Begun')], [courseOf('Balance'), courseOf('Begun'), courseOf('Newest')], ['begun']);
  expect(await next()).toBe('Newest');
});

test('a next course that the learner does not have opens its description', async () => {
  logIn('inactive');
  open([courseOf('Pricing')], []);
  expect((await screen.findByRole('link', { name: 'About the course' })).getAttribute('href')).toBe(
    '/courses/description?course=pricing',
  );
  expect(screen.queryByRole('link', { name: 'Start lecture 1' })).toBeNull();
});

const certificate = {
  code: 'K7Q2M4X9P3RT',
  state: 'valid',
  holderName: 'Arjun Menon',
  courseId: 'balance',
  courseTitle: 'Balance',
  completedAt: '2026-11-28T10:00:00.000Z',
  issuedAt: '2026-11-28T10:00:00.000Z',
  validUntil: null,
  isListed: false,
  mayCorrectName: true,
};
const earned = {
  rule: { needsApproval: false },
  isFulfilled: true,
  certificate,
  renewal: null,
  request: null,
  evidence: {},
  lectures: [],
  quizzes: [],
  lettersNotDrawn: [],
};
const practice: Lecture = { ...watched(0), _id: 'practice', title: 'Practice', progress: null };

test('a course ends with its certificate, and lists what is left', async () => {
  logIn('active');
  open([], [], [], earned, [watched(100), practice]);
  await screen.findByRole('heading', { level: 1, name: 'You finished Balance' });
  const share = screen.getByRole('link', { name: 'Share on WhatsApp' });
  const page = `${location.origin}/certificates/K7Q2M4X9P3RT`;
  expect(share.getAttribute('href')).toBe(`https://wa.me/?text=${encodeURIComponent(`I finished Balance: ${page}`)}`);
  expect(screen.getByRole('heading', { name: 'One thing left' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Practice' }).getAttribute('href')).toContain('lecture=practice');
  expect(screen.getByText('1 of 2 lectures')).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Correct it' })).toBeTruthy();
});

/** A device with a touch screen and a share sheet. */
const onPhone = (share: (data: ShareData) => Promise<void>): void => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === '(pointer: coarse)',
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'share'));
};

test('a phone opens its own share sheet first', async () => {
  const shared: ShareData[] = [];
  onPhone(async (data) => void shared.push(data));
  open([], [], [], earned);
  await userEvent.click(await screen.findByRole('button', { name: 'Share' }));
  expect(shared).toEqual([
    { title: 'Balance', text: 'I finished Balance', url: `${location.origin}/certificates/K7Q2M4X9P3RT` },
  ]);
});

test.each([
  ['AbortError', 0],
  ['NotAllowedError', 1],
])('a share sheet that ends with %s opens WhatsApp %i times', async (name, opened) => {
  const visited: string[] = [];
  vi.stubGlobal('location', { origin: 'https://school.example', assign: (url: string) => visited.push(url) });
  onPhone(() => Promise.reject(new DOMException('', name)));
  open([], [], [], earned);
  await userEvent.click(await screen.findByRole('button', { name: 'Share' }));
  expect(visited).toHaveLength(opened);
});
