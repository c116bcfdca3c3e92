import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ToGrade } from '#contract/classroom/quiz-fields.ts';
import { createQueryClient } from '#web/api/query.ts';
import { site } from '#web/ui/page/site-for-test.ts';
import { SiteProvider } from '#web/ui/page/site.tsx';
import { AnswerToGrade } from './answer-to-grade.tsx';

const late: ToGrade = {
  attemptId: 'a1',
  position: 2,
  authorId: 'u7',
  author: 'Meera Nair',
  question: [{ kind: 'paragraph', spans: [{ text: 'How much is left?', marks: [], href: null }] }],
  guidance: '',
  answer: '₹1,10,000',
  lateAnswer: '₹2,10,000',
  file: null,
  lateFile: null,
  isUngraded: false,
  points: 1,
  course: { _id: 'c1', title: 'The Shopkeeper’s Balance Sheet' },
  lecture: { _id: 'q1', title: 'Profit or cash?' },
  submittedAt: '2026-11-24T10:00:00.000Z',
};

/** The answer in the queue of a teacher, and what is sent of it. */
const open = (answer: ToGrade) => {
  const sent: { method: string; path: string; body: unknown }[] = [];
  const onGraded = vi.fn<() => void>();
  vi.stubGlobal('fetch', async (path: string, { method, body }: { method: string; body: string | null }) => {
    sent.push({ method, path: path.replace(/.*\/attempts/, ''), body: JSON.parse(body ?? '{}') });
    return Response.json({ success: true, message: '' });
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const place = { number: 1, total: 1, previous: undefined, next: undefined };
  const element = <AnswerToGrade answer={answer} place={place} onBack={undefined} onGraded={onGraded} />;
  render(
    <SiteProvider value={site}>
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={createMemoryRouter([{ path: '/', element }])} />
      </QueryClientProvider>
    </SiteProvider>,
  );
  return { sent, onGraded, user: userEvent.setup({ delay: null }) };
};

test.each([
  ['Accept the late answer', true],
  ['Leave it out', false],
])('an answer that arrived after the end is beside the one that counts: %s', async (label, isAccepted) => {
  const { sent, onGraded, user } = open(late);
  const section = screen.getByRole('region', { name: 'Arrived after the end, and does not count' });
  expect([screen.getByText('₹1,10,000').closest('section') === section, section.textContent]).toEqual([
    false,
    expect.stringContaining('₹2,10,000'),
  ]);
  // Nothing of it is graded by a person.
  expect(screen.queryByLabelText('Points of 1')).toBeNull();
  await user.click(screen.getByRole('button', { name: label }));
  await waitFor(() => expect(onGraded).toHaveBeenCalledOnce());
  expect(sent[0]).toEqual({ method: 'PUT', path: '/a1/late', body: { position: 2, isAccepted } });
});

test('a late text that a person grades stays in the queue until it is graded', async () => {
  const { sent, onGraded, user } = open({ ...late, isUngraded: true });
  await user.click(screen.getByRole('button', { name: 'Accept the late answer' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(onGraded).not.toHaveBeenCalled();
  expect(screen.getByLabelText('Points of 1')).toBeDefined();
});
