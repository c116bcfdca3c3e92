import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#web/api/query.ts';
import { site } from '#web/ui/page/site-for-test.ts';
import { SiteProvider } from '#web/ui/page/site.tsx';
import { Component as EmailPage } from './email.tsx';

afterEach(() => vi.unstubAllGlobals());

const open = (host: string) => {
  const values = { host, port: 465, security: 'tls', user: '', sender: '', sendsRecovery: false };
  const password = { isSet: false, lastFour: null, isReadable: true };
  const saved: unknown[] = [];
  vi.stubGlobal('fetch', async (_address: unknown, { method, body }: RequestInit = {}) => {
    if (method === 'PUT' && typeof body === 'string') saved.push(JSON.parse(body));
    const settings = { email: { values, environment: {}, password } };
    return Response.json({ success: true, message: 'Settings saved', settings });
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SiteProvider value={site}>
        <RouterProvider router={createMemoryRouter([{ path: '/', element: <EmailPage /> }])} />
      </SiteProvider>
    </QueryClientProvider>,
  );
  return saved;
};

const chosen = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Provider' }).selectedOptions[0]?.text;

test('a provider fills server, port and encryption, and says which password is meant', async () => {
  const saved = open('');
  const person = userEvent.setup({ delay: null });
  const provider = await screen.findByRole('combobox', { name: 'Provider' });
  expect(chosen()).toBe('Another');
  await person.selectOptions(provider, 'Brevo');
  expect(screen.getByText(/The SMTP key, from Brevo/)).toBeTruthy();
  await person.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(saved).toMatchObject([{ host: 'smtp-relay.brevo.com', port: 587, security: 'starttls' }]));
  expect(saved[0]).not.toHaveProperty('password');
  await person.selectOptions(provider, 'Another');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Mail server' }).value).toBe('');
});

test('a server that was typed is recognised by its name', async () => {
  open('SMTP.gmail.com ');
  await screen.findByRole('combobox', { name: 'Provider' });
  expect(chosen()).toBe('Gmail or Google Workspace');
});
