import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { Extension } from '#contract/access/extensions.ts';
import type { Language } from '#contract/languages/language.ts';
import { Said, useLanguage } from '#web/ui/language/language.tsx';
import { formatCalendarDay, formatDay } from '#contract/format.ts';
import { messages } from '#contract/messages.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { call, type CallOptions } from '#web/api/call.ts';
import { endpointQuery, invalidate, type Part } from '#web/api/query.ts';
import { useAction } from '#web/api/use-action.ts';
import { ConfirmAction } from '#web/ui/dialogs/confirm-action.tsx';
import { Sheet } from '#web/ui/dialogs/sheet.tsx';
import { Field, TextField } from '#web/ui/forms/fields.tsx';
import { numberOf } from '#web/ui/forms/typed-number.ts';
import { CheckField } from '#web/ui/inputs/check-field.tsx';
import { useSite } from '#web/ui/page/site.tsx';

/** Whose access is extended; of a batch, that of its members to the course. */
export type Extended = { planId: string } | { courseId: string } | { batchId: string } | { userId: string };

type Body = CallOptions<'POST /admin/access/extend'>['body'];

const CHANGED: readonly Part[] = ['people', 'plans', 'audit'];

/** One press is one extension, also when its response is lost. */
const newKey = (): string => crypto.randomUUID();

interface Draft {
  kind: 'until' | 'days';
  until: string;
  days: string;
  endedWithinDays: number;
  reason: string;
  sendsNotice: boolean;
}

type Chosen = Pick<Body, 'until' | 'days' | 'endedWithinDays'>;

/** How long, and who comes back, when it is complete. */
const chosenIn = ({ kind, until, days, endedWithinDays }: Draft): Chosen | undefined => {
  if (kind === 'until') return until === '' ? undefined : { until, endedWithinDays };
  return numberOf(days) > 0 ? { days: numberOf(days), endedWithinDays } : undefined;
};

const previewQuery = (about: Extended, chosen: Chosen | undefined) => ({
  ...endpointQuery(['people', 'extension'], 'POST /admin/access/extend', {
    body: { ...about, ...chosen, reason: 'Preview', isDryRun: true },
    staleTime: 0,
  }),
  enabled: chosen !== undefined,
});

const effectOf = ({ people, comeBack }: { people: number; comeBack: number }, { _ }: Language): string => {
  if (people === 0) return _(msg`Nobody gets longer access by this.`);
  const who = _(msg({ message: plural(people, { one: '# person', other: '# people' }) }));
  if (comeBack === 0) return who;
  return _(msg`${who}, ${plural(comeBack, { one: '# of them comes back', other: '# of them come back' })}`);
};

const EMPTY: Draft = { kind: 'until', until: '', days: '14', endedWithinDays: 90, reason: '', sendsNotice: true };

interface ExtendSheetProps {
  about: Extended;
  /** Of the plan, the course, the batch or the person. */
  name: string;
  warning?: string | undefined;
  onClose: () => void;
}

const useExtend = ({ about, onClose }: Pick<ExtendSheetProps, 'about' | 'onClose'>) => {
  const [draft, setDraft] = useState<Draft>(EMPTY);
  const [idempotencyKey] = useState(newKey);
  const chosen = chosenIn(draft);
  const preview = useQuery(previewQuery(about, chosen));
  const extend = useAction({
    run: () => {
      const { reason, sendsNotice } = draft;
      return call('POST /admin/access/extend', { body: { ...about, ...chosen, reason, sendsNotice, idempotencyKey } });
    },
    messages: { success: messages.admin.extended, error: messages.fields.notChanged },
    changes: CHANGED,
    onSuccess: onClose,
  });
  const isReady = chosen !== undefined && draft.reason.trim() !== '' && (preview.data?.people ?? 0) > 0;
  return { draft, change: (part: Partial<Draft>) => setDraft({ ...draft, ...part }), chosen, preview, extend, isReady };
};

function LengthFields({ draft, change }: Pick<ReturnType<typeof useExtend>, 'draft' | 'change'>) {
  const { t } = useLingui();
  return (
    <>
      <fieldset className="flex gap-6">
        <legend className="field-label">
          <Trans>How long</Trans>
        </legend>
        {(['until', 'days'] as const).map((kind) => (
          <label key={kind} className="flex min-h-11 items-center gap-2">
            <input
              type="radio"
              name="kind"
              className="radio"
              checked={draft.kind === kind}
              onChange={() => change({ kind })}
            />
            {kind === 'until' ? t`Until a date` : t`By days`}
          </label>
        ))}
      </fieldset>
      {draft.kind === 'until' ? (
        <TextField
          label={t`Last day`}
          type="date"
          data-first=""
          required
          hint={t`Until the end of that day. Nobody gets less than they have.`}
          value={draft.until}
          onChange={({ target }) => change({ until: target.value })}
        />
      ) : (
        <TextField
          label={t`Days`}
          inputMode="numeric"
          required
          hint={t`Each person gets this many more days.`}
          value={draft.days}
          onChange={({ target }) => change({ days: target.value })}
        />
      )}
    </>
  );
}

/** Of those whose access has ended. */
const COMES_BACK: readonly [endedWithinDays: number, label: MessageDescriptor][] = [
  [0, msg`Nobody`],
  [90, msg`Access ended in the last 90 days`],
  [365, msg`Access ended in the last year`],
  [3660, msg`Everyone who ever had access`],
];

const ComesBackField = ({ draft, change }: Pick<ReturnType<typeof useExtend>, 'draft' | 'change'>) => {
  const { t } = useLingui();
  return (
    <Field label={t`Who comes back`}>
      {(described) => (
        <select
          className="select h-12"
          value={draft.endedWithinDays}
          onChange={({ target }) => change({ endedWithinDays: Number(target.value) })}
          {...described}
        >
          {COMES_BACK.map(([days, label]) => (
            <option key={days} value={days}>
              {t(label)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
};

/** Longer access for one person, or for the people of a plan, a course or a batch: counted before, and undone later. */
export default function ExtendSheet({ about, name, warning, onClose }: ExtendSheetProps) {
  const { t } = useLingui();
  const language = useLanguage();
  const { draft, change, chosen, preview, extend, isReady } = useExtend({ about, onClose });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isReady) void extend.start(undefined);
  };
  const { data, error, isFetching } = preview;
  const count = data && !isFetching ? effectOf(data, language) : t`Counting…`;
  return (
    <Sheet
      title={t`Extend access: ${name}`}
      lead={warning !== undefined && <p className="px-5 pt-5">{warning}</p>}
      formError={undefined}
      confirmLabel={
        isReady && data
          ? t`Extend for ${plural(data.people, { one: '# person', other: '# people' })}`
          : t({ message: 'Extend', context: 'access' })
      }
      changeCount={isReady ? 1 : 0}
      isBusy={extend.isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <LengthFields {...{ draft, change }} />
      {'userId' in about || <ComesBackField {...{ draft, change }} />}
      <TextField
        label={t`Reason`}
        maxLength={200}
        required
        hint={t`Only for you: in each timeline and in the audit.`}
        value={draft.reason}
        onChange={({ target }) => change({ reason: target.value })}
      />
      <CheckField
        label={t`Tell them`}
        hint={t`Each gets one notice with the new last day.`}
        checked={draft.sendsNotice}
        onChange={({ target }) => change({ sendsNotice: target.checked })}
      />
      <output className="block rounded-box bg-base-200 p-4 font-semibold">
        {chosen === undefined && t`Choose a last day.`}
        {chosen !== undefined && (error ? <Said>{errorMessage(error, messages.fields.notChanged)}</Said> : count)}
      </output>
      <Made about={about} />
    </Sheet>
  );
}

/** What was extended before, each with its undo. */
function Made({ about }: { about: Extended }) {
  const { data } = useQuery(endpointQuery(['people', 'extensions'], 'GET /admin/access/extensions', { query: about }));
  const extensions = data?.extensions ?? [];
  if (extensions.length === 0) return null;
  return (
    <section aria-labelledby="extended-before">
      <h3 id="extended-before" className="field-label">
        <Trans>Extended before</Trans>
      </h3>
      <ul>
        {extensions.map((extension) => (
          <MadeExtension key={extension._id} extension={extension} />
        ))}
      </ul>
    </section>
  );
}

function MadeExtension({ extension }: { extension: Extension }) {
  const { t } = useLingui();
  const { _, locale } = useLanguage();
  const { timeZone } = useSite();
  const queryClient = useQueryClient();
  const { _id: extensionId, until, days, people, reason, madeAt, madeBy, undoneAt } = extension;
  const who = _(msg({ message: plural(people, { one: '# person', other: '# people' }) }));
  return (
    <li className="flex items-start justify-between gap-4 border-t border-line py-3 text-sm">
      <span className="min-w-0 wrap-anywhere">
        <span className="block font-semibold">
          {until === null
            ? t`By ${plural(days ?? 0, { one: '# day', other: '# days' })}, ${who}`
            : t`Until ${formatCalendarDay(until, locale)}, ${who}`}
        </span>
        {reason}
        <span className="meta block">
          {formatDay(madeAt, timeZone, locale)}
          {madeBy !== null && `, ${madeBy}`}
          {undoneAt !== null && `. ${t`Taken back on ${formatDay(undoneAt, timeZone, locale)}`}`}
        </span>
      </span>
      {undoneAt === null && (
        <ConfirmAction
          title={t`Take this extension back?`}
          confirmLabel={t`Undo extension`}
          cancelLabel={t`Keep it`}
          run={() => call('POST /admin/access/extensions/:extensionId/undo', { params: { extensionId } })}
          messages={{ error: messages.fields.notChanged }}
          onSuccess={() => invalidate(queryClient, CHANGED)}
          renderTrigger={(open) => (
            <button
              type="button"
              className="flex min-h-11 items-center gap-1.5 underline underline-offset-3"
              onClick={open}
            >
              <Undo2 size={16} aria-hidden="true" />
              <Trans>Undo</Trans>
            </button>
          )}
        >
          <Plural
            value={people}
            one="# person gets the end back that they had before it. What was bought or changed since stays."
            other="# people get the end back that they had before it. What was bought or changed since stays."
          />
        </ConfirmAction>
      )}
    </li>
  );
}
