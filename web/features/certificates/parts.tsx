import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { formatCount } from '#contract/format.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

export const PARTS = ['design', 'rules', 'given'] as const;
export type Part = (typeof PARTS)[number];

const names: Record<Part, MessageDescriptor> = {
  design: msg`Design`,
  rules: msg`Rules`,
  given: msg({ context: 'certificates', message: 'Given' }),
};

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
  const { _ } = useLanguage();
  return (
    shown.length > 1 && (
      <fieldset className="flex flex-wrap gap-2" aria-label={t`Certificates`}>
        {shown.map((name) => (
          <button key={name} type="button" className="chip" aria-pressed={name === part} onClick={() => onChoose(name)}>
            {_(names[name])}
            {name === 'given' && <span className="num">{formatCount(issued)}</span>}
          </button>
        ))}
      </fieldset>
    )
  );
};
