import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ResponseOf } from '#web/api/call.ts';
import { createQueryClient } from '#web/api/query.ts';
import { recallQuery } from './recall-query.ts';
import { RecallOff } from './recall.tsx';

const OFF: ResponseOf<'GET /user/review'> = { success: true, message: '', isOn: false, reminds: false, questions: [] };

test('a choice made while an older response is under way stays, and one choice follows another', async () => {
  const sent: unknown[] = [];
  const responses: (() => void)[] = [];
  vi.stubGlobal('fetch', async (_path: string, { body }: { body: string | null }) => {
    if (body !== null) sent.push(JSON.parse(body));
    await new Promise<void>((resolve) => responses.push(resolve));
    return Response.json(body === null ? OFF : { success: true, message: '', ...JSON.parse(body) });
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const client = createQueryClient();
  const { queryKey } = recallQuery();
  client.setQueryData(queryKey, OFF);
  await client.invalidateQueries({ queryKey });
  const router = createMemoryRouter([{ path: '/', element: <RecallOff /> }]);
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  const turnOn = () => screen.findByRole('button', { name: 'Turn it on' });
  await userEvent.click(await turnOn());
  await waitFor(() => expect(sent).toEqual([{ isOn: true, reminds: false }]));
  await act(async () => responses.splice(0).forEach((respond) => respond()));
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect(screen.queryByRole('button')).toBeNull();

  act(() => void client.setQueryData(queryKey, OFF));
  await userEvent.click(await turnOn());
  await act(async () => responses.splice(0).forEach((respond) => respond()));
  await waitFor(() => expect(sent).toHaveLength(2));
});
