import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { formatCalendarDay, keysOf } from '#contract/format.ts';
import type { Language } from '#contract/languages/language.ts';
import type { ImportOutcome } from '#contract/people/people-imports.ts';
import type { PeopleImport } from '#web/features/people/people-queries.ts';
import { Button } from '#web/ui/button.tsx';
import { useLanguage } from '#web/ui/language/language.tsx';
import { Badge, type BadgeLabel, Panel, StateBadge } from '#web/ui/panel.tsx';
import { Chip } from '#web/ui/table/table.tsx';

const PER_PAGE = 20;

const outcomes: Record<ImportOutcome, BadgeLabel<MessageDescriptor>> = {
  faulty: { label: msg`Faulty`, tone: 'bad' },
  new: { label: msg({ message: 'New', context: 'import' }), tone: 'good' },
  known: { label: msg`Known`, tone: 'plain' },
  waiting: { label: msg`Waiting`, tone: 'waiting' },
};

const names = keysOf(outcomes);

type Gets = PeopleImport['lines'][number]['gets'];

/** "Gets All courses until 3 May 2027", "Gets Statistics for life". */
const getsOf = ({ planName, untilDay }: NonNullable<Gets>, { _, locale }: Language): string => {
  const what = planName ?? _(msg`All courses`);
  return untilDay === null
    ? _(msg`Gets ${what} for life`)
    : _(msg`Gets ${what} until ${{ day: formatCalendarDay(untilDay, locale) }}`);
};

/** The report, line by line: invalid lines first. */
export function ImportLines({ lines, counts }: Pick<PeopleImport, 'lines' | 'counts'>) {
  const { t } = useLingui();
  const language = useLanguage();
  const [chosen, setChosen] = useState<ImportOutcome | undefined>(counts.faulty > 0 ? 'faulty' : undefined);
  const [shown, setShown] = useState(PER_PAGE);
  const found = chosen === undefined ? lines : lines.filter(({ outcome }) => outcome === chosen);
  const choose = (outcome: ImportOutcome | undefined): void => {
    setChosen(outcome);
    setShown(PER_PAGE);
  };
  return (
    <Panel title={t`Lines`}>
      <fieldset className="table-chips">
        <legend className="sr-only">
          <Trans>Outcome</Trans>
        </legend>
        <Chip label={t`All`} count={lines.length} isChosen={chosen === undefined} onChoose={() => choose(undefined)} />
        {names
          .filter((name) => counts[name] > 0)
          .map((name) => (
            <Chip
              key={name}
              label={t(outcomes[name].label)}
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
              <span className="sr-only">{t({ message: 'Line', context: 'of a file' })} </span>
              {line}
            </span>
            <span className="min-w-0 flex-1">
              <span className="block font-semibold wrap-anywhere">{fullName || '–'}</span>
              <span className="meta block wrap-anywhere">{email || '–'}</span>
              {gets !== null && problem === null && (
                <span className="block wrap-anywhere">{getsOf(gets, language)}</span>
              )}
              {problem !== null && <span className="block text-error wrap-anywhere">{problem}</span>}
            </span>
            {waitsForConfirmation && (
              <Badge tone="waiting">
                <Trans>Waits for confirmation</Trans>
              </Badge>
            )}
            <StateBadge {...outcomes[outcome]} />
          </li>
        ))}
      </ol>
      {found.length > shown && (
        <Button tone="quiet" className="mt-3" onClick={() => setShown(shown + 5 * PER_PAGE)}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </Panel>
  );
}
