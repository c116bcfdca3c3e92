import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { DefaultValues, FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import { messages } from '#contract/messages.ts';
import type { AllSettings } from '#contract/school/settings.ts';
import { settingsQuery } from '#web/api/school-queries.ts';
import { useContractForm } from '#web/ui/forms/use-contract-form.ts';

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
