import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { MemoryRouter } from 'react-router';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createQueryClient } from '#web/api/query.ts';
import { site } from '#web/ui/page/site-for-test.ts';
import { SiteProvider } from '#web/ui/page/site.tsx';
import { OwnCertificates } from './own-certificates.tsx';

const certificate = {
  code: '7KQ2-9MHD-4TXR',
  state: 'valid' as const,
  holderName: 'Meera Nair',
  courseId: 'c1',
  courseTitle: 'A Short Science of the Monsoon',
  completedAt: '2026-11-21T04:30:00.000Z',
  issuedAt: '2026-11-21T04:30:00.000Z',
  validUntil: null,
  isListed: false,
  mayCorrectName: true,
};

const show = (certificates: ComponentProps<typeof OwnCertificates>['certificates']) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SiteProvider value={site}>
        <MemoryRouter>
          <OwnCertificates certificates={certificates} />
        </MemoryRouter>
      </SiteProvider>
    </QueryClientProvider>,
  );

test('each certificate says until when it is valid, and offers what its holder may do', async () => {
  const revoked = { ...certificate, code: '0000-0000-0001', courseTitle: 'Clay', state: 'revoked' as const };
  const expired = { ...certificate, code: '0000-0000-0002', courseTitle: 'Sand', state: 'expired' as const };
  const ended = { ...expired, validUntil: '2026-11-22T04:30:00.000Z', isListed: true, mayCorrectName: false };
  show([certificate, revoked, ended]);
  const [valid, second, third] = screen.getAllByRole('listitem');
  if (!valid || !second || !third) throw new Error('no certificates');
  expect(valid.textContent).toContain('Meera Nair · Completed on 21 November 2026');
  expect(second.textContent).toContain('Meera Nair · Revoked');
  expect(third.textContent).toContain('Meera Nair · Expired on 22 November 2026');
  expect(third.textContent).toContain('shown by search engines');
  expect(within(second).queryByRole('link', { name: /^Download PDF/ })).toBeNull();
  expect(within(valid).queryByRole('link', { name: /^Renew/ })).toBeNull();
  expect(within(second).queryByRole('link', { name: /^Renew/ })).toBeNull();
  expect(
    within(third)
      .getByRole('link', { name: /^Renew/ })
      .getAttribute('href'),
  ).toBe('/course/displaylectures?course=c1&end=true');
  expect(
    within(valid)
      .getByRole('link', { name: /^Download PDF/ })
      .getAttribute('href'),
  ).toBe('/api/v1/certificates/7KQ2-9MHD-4TXR/pdf');
  const itemsOf = async (row: HTMLElement): Promise<(string | null)[]> => {
    await userEvent.click(within(row).getByRole('button', { name: /^Actions/ }));
    const items = screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
    await userEvent.keyboard('{Escape}');
    return items;
  };
  expect(await itemsOf(valid)).toEqual(['Copy link', 'Show in search engines', 'Correct the name']);
  expect(await itemsOf(third)).toEqual(['Copy link', 'Hide from search engines']);
});

test('a corrected name says which of its letters the PDF cannot show, before it is sent', async () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal('fetch', async (address: string) => {
    const name = new URL(address, 'https://school.example').searchParams.get('name') ?? '';
    return Response.json({ success: true, message: '', lettersNotDrawn: name.includes('ខ') ? ['ខ'] : [] });
  });
  show([certificate]);
  await userEvent.click(screen.getByRole('button', { name: /^Actions/ }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Correct the name' }));
  const name = screen.getByRole('textbox', { name: 'Name' });
  await userEvent.type(name, ' ខ');
  expect(await screen.findByText('PDFs, such as certificates, cannot show ខ.')).toBeDefined();
  await userEvent.clear(name);
  await userEvent.type(name, 'José');
  await vi.waitFor(() => expect(screen.queryByText(/cannot show/)).toBeNull());
});
