import { Plural, Trans } from '@lingui/react/macro';
import { Check } from 'lucide-react';

interface SaveStatusProps {
  /** How many fields differ from what is saved. */
  changeCount: number;
  isBusy: boolean;
}

/** Whether a form is saved, beside its buttons. */
export const SaveStatus = ({ changeCount, isBusy }: SaveStatusProps) => (
  <output className="flex items-center gap-2 text-sm text-muted">
    {changeCount > 0 ? (
      <span className="size-2 rounded-full bg-warning" aria-hidden="true" />
    ) : (
      <Check size={16} aria-hidden="true" />
    )}
    {isBusy ? (
      <Trans>Saving…</Trans>
    ) : (
      <Plural value={changeCount} _0="All changes saved" one="# unsaved change" other="# unsaved changes" />
    )}
  </output>
);
