import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { BatchClass, ManagedBatch } from '#contract/batches/batch-fields.ts';
import { formatCalendarDay } from '#contract/format.ts';
import { messages } from '#contract/messages.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { call, type CallOptions, type ResponseOf } from '#web/api/call.ts';
import { endpointQuery } from '#web/api/query.ts';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { Sheet } from '#web/ui/dialogs/sheet.tsx';
import { TextField } from '#web/ui/forms/fields.tsx';
import { numberOf } from '#web/ui/forms/typed-number.ts';
import { QueryBoundary, RowsSkeleton } from '#web/ui/page/query-boundary.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { weekdayIn } from '../batch-words.ts';
import { BatchClasses, type DatedClass, MoveClass } from './batch-classes.tsx';
import { useLanguage, useLocale } from '#web/ui/language/language.tsx';
import type { Language } from '#contract/languages/language.ts';

const words = messages.batches;
const CLASS_MINUTES = '60';

type Saved = ResponseOf<'GET /courses/:courseId/batches/:batchId/timetable'>;
type Body = CallOptions<'PUT /courses/:courseId/batches/:batchId/timetable'>['body'];

interface Draft {
  weekdays: readonly number[];
  time: string;
  minutes: string;
  holidays: readonly string[];
}

const draftOf = ({ timetable }: Saved): Draft =>
  timetable
    ? { ...timetable, minutes: String(timetable.minutes) }
    : { weekdays: [], time: '', minutes: CLASS_MINUTES, holidays: [] };

/** The pattern, when it is complete. */
const bodyOf = ({ weekdays, time, minutes, holidays }: Draft): Body | undefined =>
  weekdays.length > 0 && time !== '' && numberOf(minutes) > 0
    ? { weekdays: [...weekdays], time, minutes: numberOf(minutes), holidays: [...holidays] }
    : undefined;

interface FieldsProps {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
}

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];

function WeekdayFields({ draft: { weekdays }, change }: FieldsProps) {
  const locale = useLocale();
  return (
    <fieldset>
      <legend className="field-label">
        <Trans>Weekdays</Trans>
      </legend>
      <div className="flex flex-wrap gap-x-4">
        {WEEKDAYS.map((weekday) => {
          const isOn = weekdays.includes(weekday);
          return (
            <label key={weekday} className="flex min-h-11 items-center gap-2">
              <input
                type="checkbox"
                className="checkbox checkbox-primary border-line-strong"
                data-first={weekday === 1 ? '' : undefined}
                checked={isOn}
                onChange={() =>
                  change({
                    weekdays: isOn
                      ? weekdays.filter((one) => one !== weekday)
                      : [...weekdays, weekday].toSorted((a, b) => a - b),
                  })
                }
              />
              {weekdayIn(weekday, locale)}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

function HolidayFields({ draft: { holidays }, change }: FieldsProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const [day, setDay] = useState('');
  const add = (): void => {
    if (day !== '') change({ holidays: [...new Set([...holidays, day])].toSorted() });
    setDay('');
  };
  return (
    <div>
      <div className="flex items-end gap-3">
        <div className="min-w-0 flex-1">
          <TextField
            label={t`Days without a class`}
            type="date"
            value={day}
            onChange={({ target }) => setDay(target.value)}
          />
        </div>
        <Button tone="quiet" onClick={add}>
          <Trans>Add day</Trans>
        </Button>
      </div>
      <ul className="mt-2 flex flex-wrap gap-2">
        {holidays.map((holiday) => (
          <li key={holiday}>
            <button
              type="button"
              className="badge cursor-pointer gap-1 max-md:min-h-11"
              aria-label={t`Remove ${formatCalendarDay(holiday, locale)}`}
              onClick={() => change({ holidays: holidays.filter((one) => one !== holiday) })}
            >
              {formatCalendarDay(holiday, locale)}
              <X size={14} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

const Fields = (props: FieldsProps) => {
  const { t } = useLingui();
  const { timeZone } = useSite();
  const { draft, change } = props;
  return (
    <>
      <WeekdayFields {...props} />
      <div className="grid grid-cols-2 gap-4">
        <TextField
          label={t`Time`}
          type="time"
          required
          hint={timeZone.replaceAll('_', ' ')}
          value={draft.time}
          onChange={({ target }) => change({ time: target.value })}
        />
        <TextField
          label={t`Minutes`}
          inputMode="numeric"
          autoComplete="off"
          value={draft.minutes}
          onChange={({ target }) => change({ minutes: target.value })}
        />
      </div>
      <HolidayFields {...props} />
    </>
  );
};

interface Effect {
  classes: unknown[];
  withoutDay: number;
  daysLeft: number;
}

/** "3 classes get no day", "2 days of the pattern are left". */
const effectOf = ({ classes, withoutDay, daysLeft }: Effect, { _ }: Language) => {
  if (classes.length === 0) return _(msg`This course has no live classes yet. Add them to its curriculum first.`);
  if (withoutDay > 0)
    return _(
      msg`${plural(withoutDay, { one: '# class gets no day', other: '# classes get no day' })}: the batch is too short.`,
    );
  return daysLeft > 0
    ? _(msg`Every class has its day. ${plural(daysLeft, { one: '# day is left.', other: '# days are left.' })}`)
    : _(msg`Every class has its day.`);
};

interface TimetableSheetProps {
  courseId: string;
  batch: ManagedBatch;
  onClose: () => void;
}

interface LoadedProps extends TimetableSheetProps {
  saved: Saved;
  onMove: (moved: DatedClass) => void;
}

function LoadedSheet({ courseId, batch, onClose, saved, onMove }: LoadedProps) {
  const { t } = useLingui();
  const language = useLanguage();
  const params = { courseId, batchId: batch._id };
  const [draft, setDraft] = useState(() => draftOf(saved));
  const body = bodyOf(draft);
  const hasChanges = JSON.stringify(draft) !== JSON.stringify(draftOf(saved));
  const preview = useQuery({
    ...endpointQuery(['batches', courseId], 'PUT /courses/:courseId/batches/:batchId/timetable', {
      params,
      body: { ...(body ?? { weekdays: [], time: '', minutes: 0 }), isDryRun: true },
      placeholderData: keepPreviousData,
    }),
    enabled: body !== undefined && hasChanges,
  });
  const save = useAction({
    run: (input: Body) => call('PUT /courses/:courseId/batches/:batchId/timetable', { params, body: input }),
    messages: { success: words.saved, error: messages.fields.notSaved },
    changes: [['batches', courseId]],
    onSuccess: onClose,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (body) void save.start(body);
  };
  const shown: { classes: BatchClass[]; withoutDay: number; daysLeft: number } =
    hasChanges && preview.data ? preview.data : saved;
  return (
    <Sheet
      title={t`Timetable of ${batch.name}`}
      formError={preview.error && hasChanges ? errorMessage(preview.error, messages.fields.notSaved) : undefined}
      confirmLabel={t`Save timetable`}
      changeCount={hasChanges && body ? 1 : 0}
      isBusy={save.isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <Fields draft={draft} change={(part) => setDraft({ ...draft, ...part })} />
      <output className="block rounded-box bg-base-200 p-4 font-semibold">
        {body === undefined
          ? t`Choose weekdays and a time.`
          : preview.isFetching
            ? t`Counting…`
            : effectOf(shown, language)}
      </output>
      <BatchClasses {...params} classes={shown.classes} onMove={hasChanges ? undefined : onMove} />
    </Sheet>
  );
}

/** The days on which a batch has the live classes of its course, tried before they are saved. */
export function TimetableSheet(props: TimetableSheetProps) {
  const { t } = useLingui();
  const { courseId, batch, onClose } = props;
  const query = useQuery(
    endpointQuery(['batches', courseId], 'GET /courses/:courseId/batches/:batchId/timetable', {
      params: { courseId, batchId: batch._id },
      // What is typed begins with what is saved now.
      gcTime: 0,
    }),
  );
  const [moved, setMoved] = useState<DatedClass>();
  if (query.data)
    return (
      <>
        <LoadedSheet {...props} saved={query.data} onMove={setMoved} />
        {moved && (
          <MoveClass courseId={courseId} batchId={batch._id} moved={moved} onClose={() => setMoved(undefined)} />
        )}
      </>
    );
  return (
    <Sheet
      title={t`Timetable of ${batch.name}`}
      formError={undefined}
      confirmLabel={t`Save timetable`}
      changeCount={0}
      isBusy={false}
      onSubmit={(event) => event.preventDefault()}
      onClose={onClose}
    >
      <QueryBoundary
        query={query}
        skeleton={<RowsSkeleton count={3} />}
        failure={t`The timetable could not be loaded`}
        isInPanel
      >
        {() => null}
      </QueryBoundary>
    </Sheet>
  );
}
