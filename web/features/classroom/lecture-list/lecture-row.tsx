import { msg } from '@lingui/core/macro';
import { CircleCheck, Lock, type LucideIcon, Play } from 'lucide-react';
import { mediumOf } from '#contract/classroom/kind-facts.ts';
import type { LectureKind } from '#contract/classroom/lecture-kinds.ts';
import { kindName, kinds } from '#web/features/kinds/kinds.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

interface LectureRowProps {
  /** Starts at 1. */
  number: number;
  title: string;
  /** How long it is, such as 12:18 or 4 min read. */
  length: string;
  kind?: LectureKind;
  state?: 'open' | 'locked' | 'watched';
  isCurrent?: boolean;
  /** Below the title, such as how much is left. */
  note?: string | undefined;
  /** Makes the row a button. */
  onSelect?: (() => void) | undefined;
}

function Marker({
  number,
  state,
  isCurrent,
  icon: Icon = Play,
}: Pick<LectureRowProps, 'number' | 'state' | 'isCurrent'> & { icon: LucideIcon | undefined }) {
  if (isCurrent) return <Icon size={20} className="text-accent-ink" aria-hidden="true" />;
  if (state === 'watched') return <CircleCheck size={20} className="text-success" aria-hidden="true" />;
  return number;
}

const stateLabels = { open: undefined, locked: msg`Locked`, watched: msg`Watched` } as const;

/** Belongs in a list (<ol>/<li>) inside a `.surface`. */
export function LectureRow({
  number,
  title,
  length,
  kind = 'video',
  state = 'open',
  isCurrent = false,
  note,
  onSelect,
}: LectureRowProps) {
  const { icon } = kinds[kind];
  const language = useLanguage();
  const name = kindName(kind, language);
  const label = stateLabels[state];
  const Icon = mediumOf(kind) === 'video' ? undefined : icon;
  const content = (
    <>
      <span className="num grid place-items-center text-sm text-muted">
        <Marker number={number} state={state} isCurrent={isCurrent} icon={Icon} />
      </span>
      <span className={`lecture-name min-w-0 wrap-anywhere ${state === 'watched' && !isCurrent ? 'text-muted' : ''}`}>
        {title}
        {note !== undefined && (
          <span className={`block text-xs font-medium ${isCurrent ? 'text-accent-ink' : 'text-muted'}`}>{note}</span>
        )}
      </span>
      <span className="num flex items-center gap-2 text-sm text-muted">
        {Icon && !isCurrent && <Icon size={16} aria-hidden="true" />}
        {Icon && length !== name && <span className="sr-only">{name}, </span>}
        {length}
        {state === 'locked' && <Lock size={16} aria-hidden="true" />}
        {state === 'watched' && isCurrent && <CircleCheck size={16} className="text-success" aria-hidden="true" />}
        {label && <span className="sr-only">{language._(label)}</span>}
      </span>
    </>
  );
  if (!onSelect) return <div className="lecture-row">{content}</div>;
  return (
    <button type="button" className="lecture-row" aria-current={isCurrent ? 'true' : undefined} onClick={onSelect}>
      {content}
    </button>
  );
}
