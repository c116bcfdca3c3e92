import { globSync, readFileSync } from 'node:fs';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#web/api/query.ts';
import { Toaster } from '#web/ui/toasts/toaster.tsx';
import { SiteProvider } from '#web/ui/page/site.tsx';
import { site } from '#web/ui/page/site-for-test.ts';
import { BackupsPanel, StoragePanel } from './storage-panel.tsx';
import { Findings } from './findings.tsx';
import { JobsPanel } from './jobs-panel.tsx';

afterEach(() => vi.unstubAllGlobals());

const show = (panel: ReactNode) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SiteProvider value={site}>
        <MemoryRouter>{panel}</MemoryRouter>
        <Toaster />
      </SiteProvider>
    </QueryClientProvider>,
  );

const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();

test.each([
  [35, 'Last verified backup 35 hours ago', 'text-success'],
  [36, 'Last verified backup 36 hours ago', 'text-warning'],
])('a backup of %i hours ago is the headline', async (hours, title, colour) => {
  const state = {
    place: '/backups/',
    isEncrypted: true,
    nextAt: hoursAgo(-1),
    lastVerifiedAt: hoursAgo(hours),
    runs: [],
  };
  vi.stubGlobal('fetch', async () => Response.json({ success: true, message: '', ...state }));
  const { container } = show(<BackupsPanel />);
  expect(await screen.findByText(title)).toBeDefined();
  expect(container.querySelector('.lucide')?.classList).toContain(colour);
});

test('a failed job is run again with a button', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: unknown) => {
    asked.push(String(address));
    return Response.json({ success: true, message: 'The job runs again' });
  });
  const job = { _id: 'one', name: 'mail.send', attempts: 12, error: 'no connection', failedAt: hoursAgo(1) };
  show(<JobsPanel jobs={[]} periodicJobs={[]} failedJobs={[job]} />);
  expect(screen.getByText(/after 12 attempts: no connection$/)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Run again' }));
  expect(await screen.findByText('The job runs again')).toBeDefined();
  expect(asked).toContainEqual(expect.stringContaining('/admin/jobs/one/retry'));
});

test('every job of the server has a name for people', () => {
  const names = globSync('server/**/!(*.test).ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/defineJob\(\{\s*name: '([^']+)'/g)].map(([, name = '']) => name),
  );
  expect(names).toContain('mail.send');
  const jobs = names.map((name) => ({
    name,
    waiting: 1,
    scheduled: 0,
    running: 0,
    failed: 0,
    oldestDueAt: null,
    progress: null,
  }));
  show(<JobsPanel jobs={jobs} periodicJobs={[]} failedJobs={[]} />);
  for (const name of names) expect(screen.queryByText(name), name).toBeNull();
});

test('periodic jobs that fail are listed with their last and next run, and the others are folded', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
  const job = { everyMs: 3_600_000, lastEndedAt: hoursAgo(2), error: null, nextAt: hoursAgo(-3.5) };
  const error = 'no connection';
  show(
    <JobsPanel
      jobs={[]}
      failedJobs={[]}
      periodicJobs={[
        { ...job, name: 'payments.remind', state: 'done' },
        { ...job, name: 'payments.reconcile', state: 'failed', error },
        { ...job, name: 'uploads.sweep', state: 'retrying', error },
        { ...job, name: 'storage.sweep', state: null, lastEndedAt: null },
      ]}
    />,
  );
  const rowsOf = (label: string) =>
    [...screen.getByLabelText(label).querySelectorAll('tr')].map(({ textContent }) => textContent);
  expect(rowsOf('Failing periodic jobs')).toEqual([
    'JobLast runNext run',
    'Match payments with the providerFailed, 2 hours agono connectionin 3 hours',
    'Remove abandoned uploadsFailed, runs againno connectionin 3 hours',
  ]);
  expect(screen.getByText('2 periodic jobs without a problem').closest('details')?.open).toBe(false);
  expect(rowsOf('Periodic jobs')).toEqual([
    'JobLast runNext run',
    'Remind of the end of accessDone, 2 hours agoin 3 hours',
    'Check and measure filesNot yetin 3 hours',
  ]);
});

test('what is neither a file of the school nor free is listed as one share of the disk', () => {
  const GIB = 1024 ** 3;
  const folders = [
    { name: 'videos', sizeBytes: 30 * GIB },
    { name: 'posters', sizeBytes: 2 * GIB },
    { name: 'avatars', sizeBytes: GIB },
  ];
  const disk = { kind: 'disk', place: '/data', freeBytes: 50 * GIB, totalBytes: 100 * GIB, measuredAt: null } as const;
  show(<StoragePanel storage={{ ...disk, folders }} />);
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Videos30 GB',
    'Images, captions and attachments3 GB',
    'Also used on this disk17 GB',
    'Free50 GB',
  ]);
});

test('what owners change in the browser has a link in place of a setting', () => {
  const unset = { title: 'Emails are not sent', detail: '', setting: 'SMTP_URL', status: 'warning' } as const;
  const proxy = { title: 'The proxy is ignored', detail: '', setting: 'TRUST_PROXY', status: 'failing' } as const;
  show(
    <Findings
      findings={[
        { ...unset, check: 'email', fix: { text: 'Set your mail server:', code: 'SMTP_URL' } },
        { ...proxy, check: 'proxy', fix: { text: 'Trust it:', code: 'TRUST_PROXY=1' } },
      ]}
    />,
  );
  expect(screen.getByRole('link', { name: 'Settings, Email' }).getAttribute('href')).toBe('/admin/settings/email');
  expect(screen.queryByRole('button', { name: 'Copy SMTP_URL' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Copy TRUST_PROXY=1' })).toBeDefined();
});

test('a panel that cannot be loaded says so alone, and is loaded again with a button', async () => {
  const state = { place: null, isEncrypted: false, nextAt: null, lastVerifiedAt: null, runs: [] };
  const responses = [Response.json({}, { status: 500 }), Response.json({ success: true, message: '', ...state })];
  vi.stubGlobal('fetch', async () => responses.shift());
  show(<BackupsPanel />);
  expect(await screen.findByText('The backups could not be loaded')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Backups are not scheduled')).toBeDefined();
});
