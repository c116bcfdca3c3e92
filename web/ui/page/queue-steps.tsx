import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';

export interface Place {
  /** From 1; undefined where the list does not have it. */
  number: number | undefined;
  total: number;
  previous: (() => void) | undefined;
  next: (() => void) | undefined;
}

/** To the neighbours in the list. */
export const Steps = ({ number, total, previous, next }: Place) => {
  const { t } = useLingui();
  return (
    <span className="flex items-center gap-1 text-sm text-muted">
      {number !== undefined && (
        <span className="num me-2 max-sm:hidden">
          <Trans>
            {number} of {total}
          </Trans>
        </span>
      )}
      <Button tone="ghost" className="px-2.5" aria-label={t`Previous`} isDisabled={!previous} onClick={previous}>
        <ChevronUp size={20} aria-hidden="true" />
      </Button>
      <Button tone="ghost" className="px-2.5" aria-label={t`Next`} isDisabled={!next} onClick={next}>
        <ChevronDown size={20} aria-hidden="true" />
      </Button>
    </span>
  );
};
