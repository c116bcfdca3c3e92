import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#web/api/query.ts';
import { site } from '#web/ui/page/site-for-test.ts';
import { SiteProvider } from '#web/ui/page/site.tsx';
import HomeOfLearner from './home-of-learner.tsx';

afterEach(() => vi.unstubAllGlobals());

test('who has finished everything sees it, and what is below names other courses', async () => {
  const finished = [{ _id: 'भट्ठी', title: 'The kiln', thumbnail: null }];
  const learning = { continue: null, started: [], finished, ended: [], newLectures: [] };
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json({ success: true, message: 'OK', ...(url.endsWith('/learning') ? learning : { questions: [] }) }),
  );
  const community = { ...site.community, notices: false };
  render(
    <SiteProvider value={{ ...site, community }}>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <HomeOfLearner waiting="Loading">{(begun) => <p>Begun: {[...begun].join()}</p>}</HomeOfLearner>
        </MemoryRouter>
      </QueryClientProvider>
    </SiteProvider>,
  );
  expect(await screen.findByText('Begun: भट्ठी')).toBeDefined();
  expect(screen.getByRole('link', { name: 'The kiln' })).toBeDefined();
});
