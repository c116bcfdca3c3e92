import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { QuestionFigures } from '#contract/classroom/quiz-fields.ts';
import { createQueryClient } from '#web/api/query.ts';
import { site } from '#web/ui/page/site-for-test.ts';
import { SiteProvider } from '#web/ui/page/site.tsx';
import { Results } from './results.tsx';

const figures = (part: Partial<QuestionFigures>): QuestionFigures => ({
  _id: 'q1',
  text: 'Send the plan.',
  type: 'file',
  answers: 2,
  toGrade: 2,
  rightPercent: 0,
  discrimination: null,
  chosen: [],
  ...part,
});

const show = async (questions: QuestionFigures[]) => {
  vi.stubGlobal('fetch', async (path: string) =>
    Response.json({
      success: true,
      message: '',
      ...(path.includes('/results')
        ? { attempts: 2, people: 2, passed: 0, questions, regrades: [], resets: [] }
        : { attempts: [], total: 0 }),
    }),
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  const element = <Results place={{ courseId: 'c1', lectureId: 'l1' }} onOpen={() => undefined} />;
  render(
    <SiteProvider value={site}>
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={createMemoryRouter([{ path: '/', element }])} />
      </QueryClientProvider>
    </SiteProvider>,
  );
  return (await screen.findByText(questions[0]?.text ?? '')).closest('li')?.textContent;
};

test('answers that wait for a person are not counted as wrong', async () => {
  expect(await show([figures({})])).toBe('1. Send the plan.File · 2 answers · 2 to grade');
});

test('a graded answer is counted, beside those that wait', async () => {
  expect(await show([figures({ type: 'long', answers: 3, toGrade: 1, rightPercent: 50 })])).toBe(
    '1. Send the plan.Long text · 3 answers · 1 to grade50% rightToo few answers to say more',
  );
});
