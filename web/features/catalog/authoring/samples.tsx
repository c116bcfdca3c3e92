import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Trash2 } from 'lucide-react';
import { listOf } from '#contract/format.ts';
import { messages } from '#contract/messages.ts';
import { call, type ResponseOf } from '#web/api/call.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmAction } from '#web/ui/dialogs/confirm-action.tsx';
import { useLocale } from '#web/ui/language/language.tsx';

type Sample = ResponseOf<'GET /admin/courses'>['samples'][number];

/** What the school came with, and one button that removes it. */
export const Samples = ({ samples }: { samples: readonly Sample[] }) => {
  const { t } = useLingui();
  const locale = useLocale();
  if (samples.length === 0) return null;
  const added = samples.filter(({ addedLectures }) => addedLectures > 0);
  return (
    <div className="surface mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3">
      <p className="min-w-0">
        <Trans>
          <Plural value={samples.length} one="# sample course" other="# sample courses" /> to look at. Give one another
          title and it is yours.
        </Trans>
      </p>
      <ConfirmAction
        renderTrigger={(open) => (
          <Button tone="quiet" onClick={open}>
            <Trash2 size={16} aria-hidden="true" />
            <Trans>Remove samples</Trans>
          </Button>
        )}
        title={t`Remove the sample courses?`}
        confirmLabel={t`Remove samples`}
        cancelLabel={t`Keep them`}
        run={() => call('DELETE /admin/courses/samples')}
        messages={{ error: messages.authoring.samplesFailed }}
        changes={['course-lists', 'courses', 'first-steps']}
      >
        {added.length > 0 && (
          <p className="mb-3 font-semibold">
            <Trans>
              You added{' '}
              {listOf(
                added.map(
                  ({ title, addedLectures }) =>
                    t`${plural(addedLectures, { one: '# lecture', other: '# lectures' })} to “${title}”`,
                ),
                locale,
              )}
              . They go too.
            </Trans>
          </p>
        )}
        <p>
          <Trans>You can restore each of them for a day, under Recently deleted.</Trans>
        </p>
      </ConfirmAction>
    </div>
  );
};
