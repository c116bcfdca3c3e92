import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ReleaseRule } from '#contract/access/release.ts';
import { errors } from '#contract/errors.ts';
import { createQueryClient } from '#web/api/query.ts';
import { App } from '#web/app/app.tsx';
import { site } from '#web/ui/page/site-for-test.ts';
import { aLecture } from '../editor-for-test.tsx';
import ReleaseDialog from './release-dialog.tsx';
import { useRelease } from './use-release.ts';

interface Saved {
  rules: ReleaseRule[];
  before?: ReleaseRule[];
  isDryRun?: boolean;
}

let stored: ReleaseRule[] = [];
let counted: ReleaseRule[][] = [];

beforeEach(() => {
  [stored, counted] = [[{ lectureId: 'csv', on: '2026-12-03' }], []];
  const [status, message] = errors.release_outdated;
  vi.stubGlobal('fetch', async (_address: string, { body: sent }: { body?: string | null } = {}) => {
    if (sent === undefined || sent === null) return Response.json({ success: true, message: '', rules: stored });
    const { rules, before, isDryRun }: Saved = JSON.parse(sent);
    if (isDryRun) counted.push(rules);
    else if (JSON.stringify(before) !== JSON.stringify(stored))
      return Response.json({ success: false, code: 'release_outdated', message }, { status });
    else stored = rules;
    return Response.json({ success: true, message: '', rules, effect: { earlier: 0, later: 0, isPartial: false } });
  });
});

afterEach(() => vi.unstubAllGlobals());

const lectures = new Map(['csv', 'json'].map((id) => [id, aLecture(id, 's1')]));
const outline = [{ key: 's1', id: 's1', title: 'Files', lectureIds: ['csv', 'json'] }];
const target = { kind: 'lecture', id: 'csv', title: 'csv' } as const;

const Editor = () => {
  const release = useRelease('c1');
  return (
    <>
      <button type="button" onClick={() => void release.reload()}>
        Reload
      </button>
      {release.rules.length > 0 && (
        <ReleaseDialog curriculum={{ courseId: 'c1', outline, lectures }} {...{ release, target }} />
      )}
    </>
  );
};

const open = async () => {
  const router = createMemoryRouter([{ path: '/', Component: Editor }]);
  render(<App site={site} queryClient={createQueryClient()} router={router} />);
  await screen.findByLabelText('Date');
  expect(screen.getByText('At midnight, India time')).toBeTruthy();
  return userEvent.setup({ delay: null });
};

test('a rule that someone else changed while it was edited is shown before it is replaced', async () => {
  const user = await open();
  stored = [
    { lectureId: 'csv', on: '2099-01-01' },
    { sectionId: 's1', afterDays: 7 },
  ];
  // What the page shows is up to date again; what is being edited is not.
  await user.click(screen.getByText('Reload', { selector: 'button' }));
  await user.click(screen.getByLabelText('After the lecture before is done'));
  await user.click(screen.getByText('Save'));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Someone else changed “csv”: On 1 January 2099. Someone else changed “Files”: 7 days after start.',
  );
  expect(stored).toHaveLength(2);
  await user.click(screen.getByText('Save'));
  await waitFor(() =>
    expect(stored).toEqual([
      { sectionId: 's1', afterDays: 7 },
      { lectureId: 'csv', on: '2026-12-03', afterPrevious: true },
    ]),
  );
});

test('learners are counted once typing pauses', async () => {
  const user = await open();
  await user.click(screen.getByLabelText('On a date'));
  await user.click(screen.getByLabelText('Days after each person starts'));
  await user.type(screen.getByLabelText('Days'), '{Backspace}365');
  await screen.findByText('Changes nothing for the learners of today.');
  await waitFor(() => expect(counted.at(-1)).toEqual([{ lectureId: 'csv', afterDays: 365 }]));
  expect(counted.flat().map(({ afterDays }) => afterDays)).not.toContain(36);
});
