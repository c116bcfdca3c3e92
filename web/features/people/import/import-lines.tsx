import { useState } from 'react';
import type { ImportOutcome } from '#contract/people-imports.ts';
import type { PeopleImport } from '#web/api/people-queries.ts';
import { Badge, type BadgeLabel } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { formatCount } from '#web/ui/text/format.ts';
import { keysOf } from '#web/ui/text/keys-of.ts';
import { Panel } from '#web/ui/panel.tsx';

const PER_PAGE = 20;

const outcomes: Record<ImportOutcome, BadgeLabel> = {
  faulty: { label: 'Faulty', tone: 'bad' },
  new: { label: 'New', tone: 'good' },
  known: { label: 'Known', tone: 'plain' },
  waiting: { label: 'Waiting', tone: 'waiting' },
};

const names = keysOf(outcomes);

/** The report, line by line: what is faulty is shown first. */
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
        {found.slice(0, shown).map(({ line, fullName, email, outcome, problem }) => (
          <li key={line} className="flex items-center gap-4 border-t border-line py-2.5 text-sm">
            <span className="meta num w-10 shrink-0 text-end">
              <span className="sr-only">Line </span>
              {line}
            </span>
            <span className="min-w-0 flex-1">
              <span className="block font-semibold wrap-anywhere">{fullName || '–'}</span>
              <span className="meta block wrap-anywhere">{email || '–'}</span>
              {problem !== null && <span className="block text-error">{problem}</span>}
            </span>
            <Badge tone={outcomes[outcome].tone}>{outcomes[outcome].label}</Badge>
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

interface ChipProps {
  label: string;
  count: number;
  isChosen: boolean;
  onChoose: () => void;
}

const Chip = ({ label, count, isChosen, onChoose }: ChipProps) => (
  <button type="button" className="chip shrink-0" aria-pressed={isChosen} onClick={onChoose}>
    {label} <span className="num font-normal">{formatCount(count)}</span>
  </button>
);
