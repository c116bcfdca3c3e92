import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { site } from '#web/ui/page/site-for-test.ts';
import { SiteProvider } from '#web/ui/page/site.tsx';
import { EmailsPanel } from './person-panels.tsx';

const emails = [
  { subject: 'आपका पासवर्ड', sentAt: '2026-11-28T05:00:00.000Z', isSent: false },
  { subject: 'Your receipt', sentAt: '2026-11-27T05:00:00.000Z', isSent: true },
];

const textOf = (sendsEmail: boolean): string[] => {
  const { unmount } = render(
    <SiteProvider value={{ ...site, sendsEmail }}>
      <MemoryRouter>
        <EmailsPanel emails={emails} />
      </MemoryRouter>
    </SiteProvider>,
  );
  const texts = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  const links = screen.queryAllByRole('link', { name: 'Set one up' }).map((link) => link.getAttribute('href') ?? '');
  unmount();
  return [...texts, ...links];
};

test('emails that were only stored say so, with the way to set up a mail server', () => {
  const texts = ['आपका पासवर्ड28 November 2026, 10:30 · Not sent', 'Your receipt27 November 2026, 10:30'];
  expect(textOf(false)).toEqual([...texts, '/admin/settings/email']);
  expect(textOf(true)).toEqual(texts);
});
