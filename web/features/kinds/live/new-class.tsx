import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { z } from 'zod';
import { kindContent } from '#contract/classroom/lecture-kinds.ts';
import { DAY_MS } from '#contract/durations.ts';
import { messages } from '#contract/messages.ts';
import { serverNow } from '#web/api/server-clock.ts';
import { type CurriculumPlace, useAddDraft } from '#web/features/authoring/curriculum/use-add-draft.ts';
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx';
import { TextField } from '#web/ui/forms/fields.tsx';
import { useContractForm } from '#web/ui/forms/use-contract-form.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { dayOf, instantOf } from '#web/ui/text/days.ts';
import { classMoment } from './class-time.ts';
import { useLocale } from '#web/ui/language/language.tsx';

const CLASS_MINUTES = 60;

/** Tomorrow at 18:00, in the school's time zone. */
const nextEvening = (timeZone: string): string => instantOf(`${dayOf(serverNow() + DAY_MS, timeZone)}T18:00`, timeZone);

/** A live class begins with its link; everything else can be changed later. */
export function NewClass({ onClose, ...place }: CurriculumPlace & { onClose: () => void }) {
  const { t } = useLingui();
  const locale = useLocale();
  const { timeZone } = useSite();
  const { add, open } = useAddDraft(place);
  const [startsAt] = useState(() => nextEvening(timeZone));
  const { urlMissing } = messages.lectureKinds;
  const { formError, isBusy, onSubmit, field } = useContractForm({
    schema: z.object({ url: kindContent.url }),
    defaults: { url: '' },
    messages: { error: messages.lectures.addError, incomplete: urlMissing },
    run: ({ url }) => add({ kind: 'live', title: t`New live class`, startsAt, durationMinutes: CLASS_MINUTES, url }),
    onSuccess: async (added) => {
      onClose();
      await open(added);
    },
  });
  return (
    <FormDialog
      title={t`Add a live class`}
      lead={
        <p>
          <Trans>
            It is set for {{ moment: classMoment(startsAt, timeZone, locale) }}, for 1 hour. You can change that next.
          </Trans>
        </p>
      }
      confirmLabel={t`Add class`}
      {...{ formError, isBusy, onSubmit, onClose }}
    >
      <TextField
        label={t`Link of the class`}
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        hint={t`Zoom, Meet, Teams or any other. Learners see it from 15 minutes before the start.`}
        data-first=""
        {...field('url', urlMissing)}
      />
    </FormDialog>
  );
}
