import { type FormEventHandler, type ReactNode, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { DefaultValues, FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import { messages } from '#contract/messages.ts';
import type { AllSettings } from '#contract/school/settings.ts';
import { Button } from '#web/ui/button.tsx';
import { FormAlert } from '#web/ui/forms/fields.tsx';
import { LeaveGuard } from '#web/ui/forms/leave-guard.tsx';
import { SaveStatus } from '#web/ui/inputs/save-status.tsx';
import { settingsQuery } from '#web/api/school-queries.ts';
import { useContractForm } from '#web/ui/forms/use-contract-form.ts';

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

interface Section<Draft extends FieldValues, Input> {
  schema: z.ZodType<Input, Draft>;
  defaults: DefaultValues<Draft>;
  save: (input: Input) => Promise<{ message: string; settings: AllSettings }>;
  /** The draft of the saved section. */
  draftOf: (settings: AllSettings) => Draft;
  onSaved?: (settings: AllSettings) => void;
}

/** A form over a section of the settings, which continues with the saved values. */
export function useSectionForm<Draft extends FieldValues, Input>(section: Section<Draft, Input>) {
  const { schema, defaults, save, draftOf, onSaved } = section;
  const queryClient = useQueryClient();
  const [saveCount, setSaveCount] = useState(0);
  const contractForm = useContractForm({
    schema,
    defaults,
    messages: messages.settings,
    run: save,
    latest: async () => draftOf((await queryClient.fetchQuery({ ...settingsQuery(), staleTime: 0 })).settings),
    onSuccess: (saved) => {
      queryClient.setQueryData(settingsQuery().queryKey, { success: true, ...saved });
      contractForm.showSaved(draftOf(saved.settings));
      setSaveCount((count) => count + 1);
      onSaved?.(saved.settings);
    },
  });
  const { form, formError, isBusy, onSubmit } = contractForm;
  return {
    ...contractForm,
    saveCount,
    frame: {
      formError,
      isBusy,
      changeCount: Object.keys(form.formState.dirtyFields).length,
      onSubmit,
      onDiscard: () => form.reset(),
    },
  };
}
