import { Check } from 'lucide-react';

interface SaveStatusProps {
  /** How many fields differ from what is saved. */
  changeCount: number;
  isBusy: boolean;
}

const statusOf = ({ changeCount, isBusy }: SaveStatusProps): string => {
  if (isBusy) return 'Saving…';
  if (changeCount === 0) return 'All changes saved';
  return changeCount === 1 ? '1 unsaved change' : `${changeCount} unsaved changes`;
};

/** Whether a form is saved, beside its buttons. */
export const SaveStatus = (props: SaveStatusProps) => (
  <output className="flex items-center gap-2 text-sm text-muted">
    {props.changeCount > 0 ? (
      <span className="size-2 rounded-full bg-warning" aria-hidden="true" />
    ) : (
      <Check size={16} aria-hidden="true" />
    )}
    {statusOf(props)}
  </output>
);
