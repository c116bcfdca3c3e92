import { useLingui } from '@lingui/react/macro';
import { formatCount } from '#contract/format.ts';

export const PARTS = ['design', 'rules', 'given'] as const;
export type Part = (typeof PARTS)[number];

const names: Record<Part, string> = { design: 'Design', rules: 'Rules', given: 'Given' };

interface PartsProps {
  part: Part;
  /** Of certificates that were given. */
  issued: number;
  shown: readonly Part[];
  onChoose: (part: Part) => void;
}

/** What the page of certificates shows. */
export const Parts = ({ part, issued, shown, onChoose }: PartsProps) => {
  const { t } = useLingui();
  return (
    shown.length > 1 && (
      <fieldset className="flex flex-wrap gap-2" aria-label={t`Certificates`}>
        {shown.map((name) => (
          <button key={name} type="button" className="chip" aria-pressed={name === part} onClick={() => onChoose(name)}>
            {names[name]}
            {name === 'given' && <span className="num">{formatCount(issued)}</span>}
          </button>
        ))}
      </fieldset>
    )
  );
};
