import { useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { FileReport } from '#contract/file-report.ts';
import type { ImportOutcome } from '#contract/people/people-imports.ts';
import { call, download, saveFile } from '#web/api/call.ts';
import { type PeopleImport, peopleImportQuery } from '#web/features/people/people-queries.ts';
import { useAction } from '#web/api/use-action.ts';
import { ActionButton } from '#web/ui/action-button.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { FileReportView } from '#web/ui/file-report.tsx';
import { TextField } from '#web/ui/forms/fields.tsx';
import { countOf, formatCalendarDay, keysOf } from '#contract/format.ts';
import { Badge, type BadgeLabel, Panel, StateBadge } from '#web/ui/panel.tsx';
import { NoMailServer } from '#web/ui/no-mail-server.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { Chip } from '#web/ui/table/table.tsx';
import { pathTo } from '#web/app/path-to.ts';

interface PanelProps {
  current: PeopleImport;
  /** Begins with another file. */
  onRestart: () => void;
}

const titles = { draft: 'Check', running: 'Importing', done: 'Imported' } as const;

/** The result of the check and the button that starts the import; then its progress. */
export function ImportRunPanel({ current, onRestart }: PanelProps) {
  const { _id: importId, state, counts, hasFailed } = current;
  const unconfirmed = current.lines.filter(waits).length;
  return (
    <Panel title={titles[state]}>
      <output className="block text-lg">{sentenceOf(current)}</output>
      {unconfirmed > 0 && (
        <p className="mt-2 text-sm text-muted">
          {unconfirmed === 1
            ? '1 person has not confirmed their address. They get access when they do: we email them a link.'
            : `${unconfirmed} people have not confirmed their address. They get access when they do: we email them a link.`}
        </p>
      )}
      {state === 'running' && <Progress counts={counts} />}
      <div className="mt-4">
        <FileReportView report={besidesLines(current)} />
      </div>
      <div className="mt-5 flex flex-wrap gap-3">
        {state === 'draft' && <StartImport current={current} />}
        {hasFailed && <ContinueImport importId={importId} />}
        {state === 'done' && (
          <>
            <LinkButton to={`${pathTo('users')}?sort=-joined`}>See everyone</LinkButton>
            <Button tone="quiet" onClick={onRestart}>
              Import another file
            </Button>
          </>
        )}
        {counts.faulty > 0 && (
          <ActionButton
            tone="quiet"
            run={() =>
              download('GET /admin/people/imports/:importId/faulty', 'faulty-lines.csv', { params: { importId } })
            }
            messages={{ error: 'The file could not be saved' }}
            onSuccess={saveFile}
          >
            <Download size={18} aria-hidden="true" />
            Download faulty lines
          </ActionButton>
        )}
      </div>
    </Panel>
  );
}

type Line = PeopleImport['lines'][number];

const waits = ({ waitsForConfirmation }: Line): boolean => waitsForConfirmation === true;

/** Lines that cannot be imported are in the list below. */
const besidesLines = ({ report, lines }: PeopleImport): FileReport => {
  const listed = new Set(lines.filter(({ outcome }) => outcome === 'faulty').map(({ line }) => line));
  return { ...report, leftOut: report.leftOut.filter(({ line }) => !listed.has(line)) };
};

const sentenceOf = ({ state, counts, hasFailed }: PeopleImport): string => {
  const faulty = counts.faulty === 0 ? '' : ` ${countOf(counts.faulty, 'line')} cannot be imported.`;
  const known =
    counts.known === 0
      ? ''
      : ` ${countOf(counts.known, 'person', 'people')} already ${counts.known === 1 ? 'has' : 'have'} one.`;
  if (state === 'draft') return `${countOf(counts.new, 'new account')} will be invited.${known}${faulty}`;
  if (hasFailed) return `The import stopped. ${countOf(counts.waiting, 'line')} left.`;
  if (state === 'running') return `${countOf(counts.waiting, 'line')} left. You can leave this page.`;
  return `${countOf(counts.new, 'new account')} invited.${known}${faulty}`;
};

const Progress = ({ counts }: Pick<PeopleImport, 'counts'>) => {
  const finished = counts.new + counts.known;
  return (
    <progress
      className="progress mt-3 block h-2 w-full text-primary"
      value={finished}
      max={Math.max(1, finished + counts.waiting)}
      aria-label="Import"
    />
  );
};

/** Where it stopped. */
const ContinueImport = ({ importId }: { importId: string }) => (
  <ActionButton
    run={() => call('POST /admin/people/imports/:importId/run', { params: { importId }, body: {} })}
    messages={{ error: 'The import could not be started' }}
    onSuccess={(_, queryClient) => queryClient.invalidateQueries({ queryKey: peopleImportQuery(importId).queryKey })}
  >
    Try again
  </ActionButton>
);

const WhatIsSent = ({ invitations, links }: { invitations: number; links: number }) => (
  <>
    {countOf(invitations, 'invitation')}
    {links > 0 && ` and ${countOf(links, 'confirmation link')}`} will be{' '}
    {useSite().sendsEmail ? 'sent by email' : 'stored under Emails'}.
  </>
);

function StartImport({ current }: Pick<PanelProps, 'current'>) {
  const { _id: importId, counts } = current;
  const queryClient = useQueryClient();
  const [untilDay, setUntilDay] = useState('');
  const [isAsking, setAsking] = useState(false);
  const start = useAction({
    run: () =>
      call('POST /admin/people/imports/:importId/run', {
        params: { importId },
        body: { untilDay: untilDay === '' ? null : untilDay },
      }),
    messages: { error: 'The import could not be started' },
    onSuccess: (response) => {
      setAsking(false);
      queryClient.setQueryData(peopleImportQuery(importId).queryKey, response);
    },
    changes: ['people'],
    onError: () => setAsking(false),
  });
  const people = countOf(counts.new + counts.known, 'person', 'people');
  const links = current.lines.filter((line) => waits(line) && (line.gets !== null || untilDay !== '')).length;
  const hasOwn = current.columns !== null && (current.columns.plan !== null || current.columns.until !== null);
  return (
    <>
      <div className="w-full">
        <NoMailServer isAhead className="mb-3" />
        <TextField
          className="max-w-64"
          label="Give access until (optional)"
          hint={
            hasOwn
              ? 'People whose line has neither a plan nor a day get access to all courses until the end of this day.'
              : 'New and known people get access until the end of this day, unless theirs lasts longer.'
          }
          type="date"
          value={untilDay}
          onChange={(event) => setUntilDay(event.target.value)}
        />
      </div>
      <Button isDisabled={counts.new + counts.known === 0} onClick={() => setAsking(true)}>
        Import {people}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Import ${people}?`}
        confirmLabel="Start import"
        tone="primary"
        isBusy={start.isBusy}
        onConfirm={() => void start.start(undefined)}
        onClose={() => setAsking(false)}
      >
        <WhatIsSent invitations={counts.new} links={links} /> This cannot be undone, but accounts can be blocked.
      </ConfirmDialog>
    </>
  );
}

const PER_PAGE = 20;

const outcomes: Record<ImportOutcome, BadgeLabel> = {
  faulty: { label: 'Faulty', tone: 'bad' },
  new: { label: 'New', tone: 'good' },
  known: { label: 'Known', tone: 'plain' },
  waiting: { label: 'Waiting', tone: 'waiting' },
};

const names = keysOf(outcomes);

type Gets = Line['gets'];

/** "All courses until 3 May 2027", "Statistics for life". */
const getsOf = ({ planName, untilDay }: NonNullable<Gets>): string =>
  `${planName ?? 'All courses'} ${untilDay === null ? 'for life' : `until ${formatCalendarDay(untilDay)}`}`;

/** The report, line by line: invalid lines first. */
export function ImportLines({ lines, counts }: Pick<PeopleImport, 'lines' | 'counts'>) {
  const [chosen, setChosen] = useState<ImportOutcome | undefined>(counts.faulty > 0 ? 'faulty' : undefined);
  const [shown, setShown] = useState(PER_PAGE);
  const found = chosen === undefined ? lines : lines.filter(({ outcome }) => outcome === chosen);
  const choose = (outcome: ImportOutcome | undefined): void => {
    setChosen(outcome);
    setShown(PER_PAGE);
  };
  return (
    <Panel title="Lines">
      <fieldset className="table-chips">
        <legend className="sr-only">Outcome</legend>
        <Chip label="All" count={lines.length} isChosen={chosen === undefined} onChoose={() => choose(undefined)} />
        {names
          .filter((name) => counts[name] > 0)
          .map((name) => (
            <Chip
              key={name}
              label={outcomes[name].label}
              count={counts[name]}
              isChosen={chosen === name}
              onChoose={() => choose(name)}
            />
          ))}
      </fieldset>
      <ol className="mt-4">
        {found.slice(0, shown).map(({ line, fullName, email, outcome, problem, gets, waitsForConfirmation }) => (
          <li key={line} className="flex items-center gap-4 border-t border-line py-2.5 text-sm">
            <span className="meta num w-10 shrink-0 text-end">
              <span className="sr-only">Line </span>
              {line}
            </span>
            <span className="min-w-0 flex-1">
              <span className="block font-semibold wrap-anywhere">{fullName || '–'}</span>
              <span className="meta block wrap-anywhere">{email || '–'}</span>
              {gets !== null && problem === null && <span className="block wrap-anywhere">Gets {getsOf(gets)}</span>}
              {problem !== null && <span className="block text-error wrap-anywhere">{problem}</span>}
            </span>
            {waitsForConfirmation && <Badge tone="waiting">Waits for confirmation</Badge>}
            <StateBadge {...outcomes[outcome]} />
          </li>
        ))}
      </ol>
      {found.length > shown && (
        <Button tone="quiet" className="mt-3" onClick={() => setShown(shown + 5 * PER_PAGE)}>
          Show more
        </Button>
      )}
    </Panel>
  );
}
