import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#web/api/query.ts';
import { site } from '#web/ui/page/site-for-test.ts';
import { SiteProvider } from '#web/ui/page/site.tsx';
import { CourseDetails } from './edit-course.tsx';

afterEach(() => vi.unstubAllGlobals());

const course = {
  _id: 'c1',
  title: 'Python',
  description: 'For people who use spreadsheets.',
  category: 'Code',
  language: 'en',
  createdBy: 'Kabir Sethi',
  outcomes: ['Read a file'],
  thumbnail: { public_id: 'c1', secure_url: '/covers/c1' },
  numberOfLectures: 0,
  totalDurationMs: 0,
  createdAt: '2026-11-20T06:00:00.000Z',
  approvalRequestedAt: null,
  declined: null,
  isDraft: false,
};

test('saving keeps what others changed meanwhile in other fields', async () => {
  const stored = { ...course };
  const saved: object[] = [];
  vi.stubGlobal('fetch', async (_address: unknown, { method, body }: RequestInit = {}) => {
    if (method === 'PUT' && body instanceof FormData) saved.push(Object.fromEntries(body));
    return Response.json({
      success: true,
      message: 'Saved',
      course: stored,
      courses: [],
      categories: [],
      lectures: [],
      sections: [],
    });
  });
  render(
    <SiteProvider value={site}>
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={createMemoryRouter([{ path: '/', element: <CourseDetails course={course} /> }])} />
      </QueryClientProvider>
    </SiteProvider>,
  );
  stored.category = 'Programming';
  const instructor = screen.getByLabelText('Instructor');
  await userEvent.clear(instructor);
  await userEvent.type(instructor, 'Kabir S. Sethi');
  await userEvent.click(screen.getByRole('button', { name: 'Save course' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]).toMatchObject({ title: 'Python', category: 'Programming', createdBy: 'Kabir S. Sethi' });
});
