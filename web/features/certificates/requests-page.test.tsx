import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createQueryClient } from '#web/api/query.ts';
import { site } from '#web/ui/page/site-for-test.ts';
import { SiteProvider } from '#web/ui/page/site.tsx';
import { Component as RequestsPage } from './requests-page.tsx';

const request = {
  _id: 'r1',
  course: { _id: 'c1', title: 'Monsoon' },
  fullName: 'Ila Sen',
  evidence: {
    lectures: 2,
    doneLectures: 2,
    watchedPercent: 96,
    totalMs: 600_000,
    quizzes: 0,
    passedQuizzes: 0,
    bestPercents: [],
  },
  measured: 'Completed 2 of 2 lectures, watched 96% of 10 min.',
  completedAt: '2026-11-21T04:30:00.000Z',
  requestedAt: '2026-11-21T04:30:00.000Z',
  lettersNotDrawn: ['ខ'],
};

test('a teacher approves a certificate, and declines another with a reason', async () => {
  const sent: [string, unknown][] = [];
  let requests = [request, { ...request, _id: 'r2', fullName: 'Ravi Rao' }];
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
    const { pathname } = new URL(address, 'https://school.example');
    if (method === 'PUT') {
      sent.push([pathname, typeof body === 'string' ? JSON.parse(body) : body]);
      requests = requests.filter(({ _id }) => !pathname.endsWith(_id));
    }
    return Response.json({ success: true, message: '', requests, total: requests.length });
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SiteProvider value={site}>
        <MemoryRouter>
          <RequestsPage />
        </MemoryRouter>
      </SiteProvider>
    </QueryClientProvider>,
  );
  const [first] = await screen.findAllByRole('listitem');
  expect(first?.textContent).toContain(
    'Completed 2 of 2 lectures, watched 96% of 10 min. Completed on 21 November 2026.',
  );
  expect(first?.textContent).toContain('The PDF and the picture cannot show ខ.');
  await userEvent.click(screen.getByRole('button', { name: 'Approve: Ila Sen, Monsoon' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Decline: Ravi Rao, Monsoon' }));
  const dialog = screen.getByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Decline' }));
  expect(within(dialog).getAllByText('Enter a reason')).not.toEqual([]);
  await userEvent.type(within(dialog).getByRole('textbox'), 'Hand in the project first.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Decline' }));
  expect(await screen.findByText('No certificates wait for approval.')).toBeDefined();
  expect(sent).toEqual([
    ['/api/v1/courses/c1/certificate-requests/r1', { isApproved: true }],
    ['/api/v1/courses/c1/certificate-requests/r2', { isApproved: false, reason: 'Hand in the project first.' }],
  ]);
});
