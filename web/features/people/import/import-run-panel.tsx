import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { FileReport } from '#contract/file-report.ts';
import { call, download, saveFile } from '#web/api/call.ts';
import { type PeopleImport, peopleImportQuery } from '#web/features/people/people-queries.ts';
import { useAction } from '#web/api/use-action.ts';
import { ActionButton } from '#web/ui/action-button.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { FileReportView } from '#web/ui/file-report.tsx';
import { TextField } from '#web/ui/forms/fields.tsx';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { NoMailServer } from '#web/ui/no-mail-server.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { pathTo } from '#web/app/path-to.ts';

interface PanelProps {
  current: PeopleImport;
  /** Begins with another file. */
  onRestart: () => void;
}

const titles: Record<PeopleImport['state'], MessageDescriptor> = {
  draft: msg({ message: 'Check', context: 'import' }),
  running: msg`Importing`,
  done: msg({ message: 'Imported', context: 'import' }),
};

/** The result of the check and the button that starts the import; then its progress. */
export function ImportRunPanel({ current, onRestart }: PanelProps) {
  const { t } = useLingui();
  const language = useLanguage();
  const { _id: importId, state, counts, hasFailed } = current;
  const unconfirmed = current.lines.filter(waits).length;
  return (
    <Panel title={t(titles[state])}>
      <output className="block text-lg">{sentenceOf(current, language)}</output>
      {unconfirmed > 0 && (
        <p className="mt-2 text-sm text-muted">
          <Plural
            value={unconfirmed}
            one="# person has not confirmed their address. They get access when they do: we email them a link."
            other="# people have not confirmed their address. They get access when they do: we email them a link."
          />
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
            <LinkButton to={`${pathTo('users')}?sort=-joined`}>{t`See everyone`}</LinkButton>
            <Button tone="quiet" onClick={onRestart}>
              <Trans>Import another file</Trans>
            </Button>
          </>
        )}
        {counts.faulty > 0 && (
          <ActionButton
            tone="quiet"
            run={() =>
              download('GET /admin/people/imports/:importId/faulty', 'faulty-lines.csv', { params: { importId } })
            }
            messages={{ error: t`The file could not be saved` }}
            onSuccess={saveFile}
          >
            <Download size={18} aria-hidden="true" />
            <Trans>Download faulty lines</Trans>
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

const sentenceOf = ({ state, counts, hasFailed }: PeopleImport, { _ }: Language): string => {
  const left = _(msg({ message: plural(counts.waiting, { one: '# line left.', other: '# lines left.' }) }));
  if (state !== 'draft' && hasFailed) return `${_(msg`The import stopped.`)} ${left}`;
  if (state === 'running') return `${left} ${_(msg`You can leave this page.`)}`;
  return [
    state === 'draft'
      ? _(
          msg({
            message: plural(counts.new, {
              one: '# new account will be invited.',
              other: '# new accounts will be invited.',
            }),
          }),
        )
      : _(msg({ message: plural(counts.new, { one: '# new account invited.', other: '# new accounts invited.' }) })),
    counts.known > 0 &&
      _(
        msg({
          message: plural(counts.known, { one: '# person already has one.', other: '# people already have one.' }),
        }),
      ),
    counts.faulty > 0 &&
      _(
        msg({
          message: plural(counts.faulty, { one: '# line cannot be imported.', other: '# lines cannot be imported.' }),
        }),
      ),
  ]
    .filter(Boolean)
    .join(' ');
};

const Progress = ({ counts }: Pick<PeopleImport, 'counts'>) => {
  const { t } = useLingui();
  const finished = counts.new + counts.known;
  return (
    <progress
      className="progress mt-3 block h-2 w-full text-primary"
      value={finished}
      max={Math.max(1, finished + counts.waiting)}
      aria-label={t({ context: 'people', message: 'Import' })}
    />
  );
};

/** Where it stopped. */
const ContinueImport = ({ importId }: { importId: string }) => {
  const { t } = useLingui();
  return (
    <ActionButton
      run={() => call('POST /admin/people/imports/:importId/run', { params: { importId }, body: {} })}
      messages={{ error: t`The import could not be started` }}
      onSuccess={(_, queryClient) => queryClient.invalidateQueries({ queryKey: peopleImportQuery(importId).queryKey })}
    >
      <Trans>Try again</Trans>
    </ActionButton>
  );
};

/** "1 invitation and 2 confirmation links will be sent by email.", and that this stays. */
function WhatIsSent({ invitations, links }: { invitations: number; links: number }): string {
  const { _ } = useLanguage();
  const { sendsEmail } = useSite();
  const invited = _(msg({ message: plural(invitations, { one: '# invitation', other: '# invitations' }) }));
  const linked = _(msg({ message: plural(links, { one: '# confirmation link', other: '# confirmation links' }) }));
  const what = links > 0 ? _(msg`${invited} and ${linked}`) : invited;
  const sent = sendsEmail ? _(msg`${what} will be sent by email.`) : _(msg`${what} will be stored under Emails.`);
  return `${sent} ${_(msg`This cannot be undone, but accounts can be blocked.`)}`;
}

function StartImport({ current }: Pick<PanelProps, 'current'>) {
  const { t } = useLingui();
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
    messages: { error: t`The import could not be started` },
    onSuccess: (response) => {
      setAsking(false);
      queryClient.setQueryData(peopleImportQuery(importId).queryKey, response);
    },
    changes: ['people'],
    onError: () => setAsking(false),
  });
  const count = counts.new + counts.known;
  const links = current.lines.filter((line) => waits(line) && (line.gets !== null || untilDay !== '')).length;
  const hasOwn = current.columns !== null && (current.columns.plan !== null || current.columns.until !== null);
  return (
    <>
      <div className="w-full">
        <NoMailServer isAhead className="mb-3" />
        <TextField
          className="max-w-64"
          label={t`Give access until (optional)`}
          hint={
            hasOwn
              ? t`People whose line has neither a plan nor a day get access to all courses until the end of this day.`
              : t`New and known people get access until the end of this day, unless theirs lasts longer.`
          }
          type="date"
          value={untilDay}
          onChange={(event) => setUntilDay(event.target.value)}
        />
      </div>
      <Button isDisabled={count === 0} onClick={() => setAsking(true)}>
        <Plural value={count} one="Import # person" other="Import # people" />
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t({ message: plural(count, { one: 'Import # person?', other: 'Import # people?' }) })}
        confirmLabel={t`Start import`}
        tone="primary"
        isBusy={start.isBusy}
        onConfirm={() => void start.start(undefined)}
        onClose={() => setAsking(false)}
      >
        <WhatIsSent invitations={counts.new} links={links} />
      </ConfirmDialog>
    </>
  );
}
