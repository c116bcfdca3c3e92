import { Check } from 'lucide-react';
import { type FormEventHandler, type ReactNode, useEffect } from 'react';
import { useBlocker } from 'react-router';
import { Button } from '#web/components/button.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { FormAlert } from '#web/components/fields.tsx';

interface SectionFormProps {
  title: string;
  formError: string | undefined;
  /** How many fields differ from what is saved. */
  changeCount: number;
  isBusy: boolean;
  onSubmit: FormEventHandler<HTMLFormElement>;
  onDiscard: () => void;
  children: ReactNode;
}

/** Asks before changes are lost: in a dialog within the site, in the browser's own where the page is closed. */
function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const blocker = useBlocker(isDirty);
  useEffect(() => {
    if (!isDirty) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    globalThis.addEventListener('beforeunload', ask);
    return () => globalThis.removeEventListener('beforeunload', ask);
  }, [isDirty]);
  const stay = (): void => blocker.reset?.();
  return (
    <Dialog
      isOpen={blocker.state === 'blocked'}
      onClose={stay}
      title="Discard changes?"
      actions={
        <>
          <Button tone="danger" onClick={() => blocker.proceed?.()}>
            Discard
          </Button>
          <Button tone="quiet" data-first onClick={stay}>
            Keep editing
          </Button>
        </>
      }
    >
      <p>What you changed here is not saved.</p>
    </Dialog>
  );
}

const statusOf = (changeCount: number, isBusy: boolean): string => {
  if (isBusy) return 'Saving…';
  if (changeCount === 0) return 'All changes saved';
  return changeCount === 1 ? '1 unsaved change' : `${changeCount} unsaved changes`;
};

/** A section that is saved as a whole, with a bar at its foot that says whether it is. */
export function SectionForm(props: SectionFormProps) {
  const { title, formError, changeCount, isBusy, onSubmit, onDiscard, children } = props;
  const isDirty = changeCount > 0;
  return (
    <form noValidate aria-label={title} className="surface" onSubmit={onSubmit}>
      <div className="space-y-5 p-5 sm:p-6">
        {formError && <FormAlert>{formError}</FormAlert>}
        {children}
      </div>
      <div className="save-bar sm:px-6 md:sticky md:bottom-0" data-dirty={isDirty || undefined}>
        <output className="flex items-center gap-2 text-sm text-muted">
          {isDirty ? (
            <span className="size-2 rounded-full bg-warning" aria-hidden="true" />
          ) : (
            <Check size={16} aria-hidden="true" />
          )}
          {statusOf(changeCount, isBusy)}
        </output>
        <div className="flex gap-3">
          {isDirty && (
            <Button tone="quiet" isDisabled={isBusy} onClick={onDiscard}>
              Discard
            </Button>
          )}
          <Button type="submit" isBusy={isBusy} isDisabled={!isDirty}>
            Save changes
          </Button>
        </div>
      </div>
      <LeaveGuard isDirty={isDirty} />
    </form>
  );
}
