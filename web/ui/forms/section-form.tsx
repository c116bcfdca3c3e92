import { Trans } from '@lingui/react/macro';
import type { FormEventHandler, ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { SaveStatus } from '#web/ui/inputs/save-status.tsx';
import { FormAlert } from './fields.tsx';
import { LeaveGuard } from './leave-guard.tsx';

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

/** A section that is saved as a whole, with its state in a bar at the foot. */
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
        <SaveStatus {...{ changeCount, isBusy }} />
        <div className="flex gap-3">
          {isDirty && (
            <Button tone="quiet" isDisabled={isBusy} onClick={onDiscard}>
              <Trans>Discard</Trans>
            </Button>
          )}
          <Button type="submit" isBusy={isBusy} isDisabled={!isDirty}>
            <Trans>Save changes</Trans>
          </Button>
        </div>
      </div>
      <LeaveGuard isDirty={isDirty} />
    </form>
  );
}
