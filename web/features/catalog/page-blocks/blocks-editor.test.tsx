import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createQueryClient } from '#web/api/query.ts';
import { site } from '#web/ui/page/site-for-test.ts';
import { SiteProvider } from '#web/ui/page/site.tsx';
import { BlocksEditor } from './blocks-editor.tsx';

const picture = { kind: 'picture', id: 'p1', isHidden: false, picture: '', alt: '', caption: '' };
const quote = { kind: 'quote', id: 'q1', isHidden: false, quote: 'Round.', who: 'Devika', about: '' };

/** The editor of a page with a picture and a quote. Responses to `/pictures` and to a save wait until they are let go. */
const open = async () => {
  const waiting: (() => void)[] = [];
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
    const answer = { success: true, message: '' };
    if (address.endsWith('/preview')) return Response.json({ ...answer, blocks: [] });
    if (method === 'GET')
      return Response.json({ ...answer, blocks: [picture, quote], version: 1, courses: [], lectures: [] });
    await new Promise<void>((resolve) => waiting.push(resolve));
    if (method === 'POST') return Response.json({ ...answer, picture: 'thumbnails/late.webp' });
    const saved: unknown = JSON.parse(typeof body === 'string' ? body : '{}');
    sent.push(saved);
    return Response.json({ ...answer, ...Object(saved), version: 2, courses: [], lectures: [] });
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const router = createMemoryRouter([{ path: '/', element: <BlocksEditor page="home" /> }]);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SiteProvider value={site}>
        <RouterProvider router={router} />
      </SiteProvider>
    </QueryClientProvider>,
  );
  const respond = async () => {
    await waitFor(() => expect(waiting).not.toEqual([]));
    waiting.shift()?.();
  };
  const choose = async (name: RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
  return { sent, respond, choose };
};

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const valueOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;

test('a picture that arrives while its block is typed and another is removed loses nothing', async () => {
  const { sent, respond, choose } = await open();
  await choose(/^Picture/);
  const file = new File(['x'], 'bowl.jpg', { type: 'image/jpeg' });
  fireEvent.change(screen.getByLabelText('Picture', { exact: true }), { target: { files: [file] } });
  type('Description', 'A bowl');
  // Both are dispatched before React shows either.
  const description = screen.getByLabelText('Description');
  await respond();
  fireEvent.change(description, { target: { value: 'A bowl on a wheel' } });
  await waitFor(() => expect(document.querySelector('img')?.getAttribute('src')).toBe('/files/thumbnails/late.webp'));
  expect(valueOf('Description')).toBe('A bowl on a wheel');
  fireEvent.click(screen.getByRole('button', { name: 'Save blocks' }));
  await respond();
  await waitFor(() =>
    expect(sent).toMatchObject([{ blocks: [{ picture: 'thumbnails/late.webp', alt: 'A bowl on a wheel' }, quote] }]),
  );
});

test('what is typed while the blocks are saved stays, and can be saved next', async () => {
  const { sent, respond, choose } = await open();
  await choose(/^Quote/);
  type('Who', 'Devika Pillai');
  type('Quote', 'Never round.');
  const save = screen.getByRole('button', { name: 'Save blocks' });
  // The picture is not complete.
  await choose(/^Picture/);
  fireEvent.click(screen.getByRole('button', { name: 'Delete block' }));
  await choose(/^Quote/);
  fireEvent.click(save);
  await waitFor(() => expect(save.getAttribute('aria-busy')).toBe('true'));
  type('About them', 'Learner');
  await respond();
  await waitFor(() => expect(save.getAttribute('aria-busy')).not.toBe('true'));
  expect([valueOf('About them'), valueOf('Who')]).toEqual(['Learner', 'Devika Pillai']);
  fireEvent.click(save);
  await respond();
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toMatchObject({ version: 2, blocks: [{ about: 'Learner' }] });
});
