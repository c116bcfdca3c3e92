import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { z } from 'zod';
import { CodeBody, type ManagedBatch } from '#contract/batches/batch-fields.ts';
import { messages } from '#contract/messages.ts';
import { useSession } from '#web/app/session/use-session.ts';
import { call } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { Sheet } from '#web/ui/dialogs/sheet.tsx';
import { TextField } from '#web/ui/forms/fields.tsx';
import { numberOf } from '#web/ui/forms/typed-number.ts';
import { useContractForm } from '#web/ui/forms/use-contract-form.ts';
import { useSchoolLanguage } from '#web/ui/language/use-school-language.ts';
import { SharedAddress, ShareLink } from '#web/ui/share-link.tsx';

const words = messages.batches;

const codeSchema = z
  .object({ limit: z.string(), endsOn: z.string(), opensUntil: z.string() })
  .transform(({ limit, endsOn, opensUntil }): z.input<typeof CodeBody> => ({
    isOn: true,
    limit: limit.trim() === '' ? null : numberOf(limit),
    endsOn: endsOn === '' ? null : endsOn,
    opensUntil: opensUntil === '' ? null : opensUntil,
  }))
  .pipe(CodeBody);

interface CodeSheetProps {
  courseId: string;
  batch: ManagedBatch;
  onClose: () => void;
}

/** The link that is there: how often it was used, and how to share or end it. */
function Link({
  batch,
  code,
  params,
  mayChange,
}: {
  batch: ManagedBatch;
  mayChange: boolean;
  code: NonNullable<ManagedBatch['code']>;
  params: Params;
}) {
  const { t } = useLingui();
  const ofSchool = useSchoolLanguage();
  const { limit, endsOn, opensUntil, used, link } = code;
  const { start, isBusy } = useAction({
    run: (change: { isOn: boolean; isNew?: boolean }) =>
      call('PUT /courses/:courseId/batches/:batchId/code', { params, body: { limit, endsOn, opensUntil, ...change } }),
    messages: { error: messages.fields.notSaved },
    changes: [['batches', params.courseId]],
  });
  return (
    <div className="space-y-3 px-5 pt-5">
      <SharedAddress url={link} />
      <p className="meta num">
        {limit === null
          ? t`Used ${plural(used, { one: '# time', other: '# times' })}`
          : t`Used ${used} of ${limit} times`}
      </p>
      <ShareLink
        url={link}
        title={batch.name}
        text={ofSchool._(msg`Join ${batch.name}`)}
        className="flex flex-wrap gap-2"
      >
        {mayChange && (
          <Button tone="quiet" isBusy={isBusy} onClick={() => void start({ isOn: true, isNew: true })}>
            <Trans>New link</Trans>
          </Button>
        )}
        <Button tone="danger" isBusy={isBusy} onClick={() => void start({ isOn: false })}>
          <Trans>Turn off</Trans>
        </Button>
      </ShareLink>
    </div>
  );
}

interface Params {
  courseId: string;
  batchId: string;
}

const ForAnyone = () => (
  <p className="px-5 pt-5 text-muted">
    <Trans>Anyone with the link can join this batch, even without an account.</Trans>
  </p>
);

/** What a teacher and an admin choose of a link. */
function LinkFields({ field, isAdmin }: { field: CodeForm['field']; isAdmin: boolean }) {
  const { t } = useLingui();
  return (
    <>
      <TextField
        label={t`How many people`}
        inputMode="numeric"
        autoComplete="off"
        hint={t`Leave empty for no limit`}
        {...field('limit', words.placesMissing)}
      />
      <TextField
        label={t`Last day of the link`}
        type="date"
        hint={t`Leave empty for as long as the batch can be joined`}
        {...field('endsOn', words.dayMissing)}
      />
      {isAdmin && (
        <TextField
          label={t`Opens the course until`}
          type="date"
          hint={t`Leave empty for people who have the course. With a day, the link opens it for free.`}
          {...field('opensUntil', words.dayMissing)}
        />
      )}
    </>
  );
}

const useCodeForm = ({ courseId, batch: { _id: batchId, code }, onClose }: CodeSheetProps) =>
  useContractForm({
    schema: codeSchema,
    defaults: {
      limit: code?.limit?.toString() ?? '',
      endsOn: code?.endsOn ?? '',
      opensUntil: code?.opensUntil ?? '',
    },
    messages: { error: messages.fields.notSaved, incomplete: words.placesMissing },
    run: (body) => call('PUT /courses/:courseId/batches/:batchId/code', { params: { courseId, batchId }, body }),
    changes: [['batches', courseId]],
    onSuccess: () => (code ? onClose() : undefined),
  });

type CodeForm = ReturnType<typeof useCodeForm>;

/** The link with which people join a batch. */
export function CodeSheet(props: CodeSheetProps) {
  const { courseId, batch, onClose } = props;
  const { t } = useLingui();
  const params = { courseId, batchId: batch._id };
  const { code } = batch;
  const isAdmin = useSession()?.role === 'ADMIN';
  const mayChange = isAdmin || !code?.opensUntil;
  const { form, formError, isBusy, onSubmit, field } = useCodeForm(props);
  return (
    <Sheet
      title={t`Link of ${batch.name}`}
      lead={code ? <Link {...{ batch, code, params, mayChange }} /> : <ForAnyone />}
      confirmLabel={code ? t`Save link` : t`Create link`}
      changeCount={code ? Object.keys(form.formState.dirtyFields).length : 1}
      {...{ formError, isBusy, onSubmit, onClose }}
    >
      {mayChange ? (
        <LinkFields {...{ field, isAdmin }} />
      ) : (
        <p className="text-muted">
          <Trans>This link opens the course. Only an admin can change it.</Trans>
        </p>
      )}
    </Sheet>
  );
}
