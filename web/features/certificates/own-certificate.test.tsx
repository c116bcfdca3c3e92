import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createQueryClient } from '#web/api/query.ts';
import { site } from '#web/ui/page/site-for-test.ts';
import { SiteProvider } from '#web/ui/page/site.tsx';
import OwnCertificate from './own-certificate.tsx';

const rule = {
  isOn: true,
  coveragePercent: 90,
  needsQuizzes: true,
  validMonths: null,
  lectureIds: ['l1', 'l2'],
  quizIds: null,
  needsApproval: true,
};
const evidence = {
  lectures: 2,
  doneLectures: 1,
  watchedPercent: 45,
  totalMs: 600_000,
  quizzes: 2,
  passedQuizzes: 1,
  bestPercents: [80],
  courseLectures: 5,
};
const standing = {
  rule,
  evidence,
  isFulfilled: false,
  certificate: null,
  renewal: null,
  lectures: [
    { _id: 'l1', title: 'Warm land', isDone: true },
    { _id: 'l2', title: 'Cool sea', isDone: false },
  ],
  quizzes: [
    { _id: 'q1', title: 'Profit or cash?', isPassed: true, isPassedAgain: false },
    { _id: 'q2', title: 'Margins', isPassed: false, isPassedAgain: false },
  ],
  request: null,
  lettersNotDrawn: [],
};
const certificate = {
  code: '7KQ2-9MHD-4TXR',
  state: 'expired',
  holderName: 'Meera Nair',
  courseId: 'c1',
  courseTitle: 'Monsoon',
  completedAt: '2026-11-21T04:30:00.000Z',
  issuedAt: '2026-11-21T04:30:00.000Z',
  validUntil: '2026-12-21T04:30:00.000Z',
  isListed: false,
  mayCorrectName: true,
};

/** Shows it to a learner of this standing. Returns the requests that are not for reading. */
const open = async (given: object): Promise<string[]> => {
  const sent: string[] = [];
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal('fetch', async (address: string, { method = 'GET' }: RequestInit = {}) => {
    if (method !== 'GET') sent.push(`${method} ${new URL(address, 'https://school.example').pathname}`);
    return Response.json({ success: true, message: '', ...standing, ...given });
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SiteProvider value={site}>
        <MemoryRouter>
          <OwnCertificate courseId="c1" />
        </MemoryRouter>
      </SiteProvider>
    </QueryClientProvider>,
  );
  await screen.findByRole('heading', { name: /Your certificate/ });
  return sent;
};

const links = (): (string | null)[] => screen.getAllByRole('link').map(({ textContent }) => textContent);
const rows = (): (string | null)[] =>
  screen.getAllByRole('listitem').map((row) => row.firstElementChild?.getAttribute('aria-label') ?? row.textContent);

test('each requirement links to what is still to do', async () => {
  await open({});
  expect(screen.getByText('The 2 required lectures completed')).toBeDefined();
  expect(screen.getByText(/90% of the required lectures watched, by measured minutes: you watched 45%/)).toBeDefined();
  expect(screen.getByText('Approved by your teacher')).toBeDefined();
  expect(links()).toEqual(['Cool sea', 'Margins']);
  expect(screen.getByRole('link', { name: 'Margins' }).getAttribute('href')).toBe(
    '/course/displaylectures?course=c1&lecture=q2',
  );
  expect(rows()).toEqual(['Not yet:', 'Cool sea', 'Not yet:', 'Not yet:', 'Margins', 'Not yet:']);
});

test('letters that the document cannot show are named before it is issued', async () => {
  await open({ lettersNotDrawn: ['ខ', 'ម'] });
  expect(screen.getByText(/^The PDF and the picture cannot show ខ ម\./)).toBeDefined();
});

test('a certificate that waits cannot be asked for twice; a declined one says why and can', async () => {
  const requestedAt = '2026-11-21T04:30:00.000Z';
  await open({ isFulfilled: true, request: { state: 'waiting', requestedAt, reason: '' } });
  expect(screen.getByText('Waiting for your teacher’s approval since 21 November 2026.')).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
  document.body.replaceChildren();
  const sent = await open({ isFulfilled: true, request: { state: 'declined', requestedAt, reason: 'Project first.' } });
  expect(screen.getByText('It was not approved: Project first.')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Ask again' }));
  expect(sent).toEqual(['POST /api/v1/courses/c1/certificate']);
});

test('a renewal links to the quizzes that were not passed again, and is done with one button', async () => {
  const renewal = { opensAt: '2026-11-21T04:30:00.000Z', isOpen: true, again: 'quizzes', done: 0, needed: 2 };
  const quizzes = standing.quizzes.map((quiz) => ({ ...quiz, isPassed: true }));
  const met = { evidence: { ...evidence, doneLectures: 2, passedQuizzes: 2 }, lectures: [], isFulfilled: true };
  await open({ ...met, quizzes, certificate, renewal });
  expect(
    screen.getByText(/It expired on 21 December 2026\. Pass every required quiz again to renew it:/),
  ).toBeDefined();
  expect(links().slice(-2)).toEqual(['Profit or cash?', 'Margins']);
  expect(screen.queryByRole('button', { name: 'Renew certificate' })).toBeNull();
  document.body.replaceChildren();
  const sent = await open({ ...met, quizzes: [], certificate, renewal: { ...renewal, done: 2 } });
  await userEvent.click(screen.getByRole('button', { name: 'Renew certificate' }));
  expect(sent).toEqual(['POST /api/v1/courses/c1/certificate']);
});
