import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#web/api/query.ts';
import { site } from '#web/ui/page/site-for-test.ts';
import { SiteProvider } from '#web/ui/page/site.tsx';
import { Component as Limits } from './limits.tsx';

afterEach(() => vi.unstubAllGlobals());

test('saving changes only what was changed here, so that what others saved meanwhile stays', async () => {
  const values = {
    devices: 3,
    maxUploadBytes: 1024 ** 3,
    isFreePreview: false,
    auditYears: 2,
    noticeMonths: 12,
    emailMonths: 13,
    messageMonths: 0,
  };
  const saved: unknown[] = [];
  vi.stubGlobal('fetch', async (_address: unknown, { method, body }: RequestInit = {}) => {
    if (method === 'PUT' && typeof body === 'string') saved.push(JSON.parse(body));
    return Response.json({
      success: true,
      message: 'Settings saved',
      settings: { limits: { values, environment: {} } },
    });
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SiteProvider value={site}>
        <RouterProvider router={createMemoryRouter([{ path: '/', element: <Limits /> }])} />
      </SiteProvider>
    </QueryClientProvider>,
  );
  const devices = await screen.findByLabelText('Devices at once');
  values.isFreePreview = true;
  await userEvent.clear(devices);
  await userEvent.type(devices, '5');
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() =>
    expect(saved).toEqual([
      {
        devices: 5,
        maxUploadBytes: 1024 ** 3,
        isFreePreview: true,
        auditYears: 2,
        noticeMonths: 12,
        emailMonths: 13,
        messageMonths: 0,
      },
    ]),
  );
});
