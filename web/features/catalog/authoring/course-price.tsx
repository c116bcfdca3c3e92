import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type Dispatch, type FormEvent, type ReactNode, type SetStateAction, Suspense, useState } from 'react';
import type { ManagedCourse } from '#contract/catalog/authoring.ts';
import { messages } from '#contract/messages.ts';
import { listOf } from '#contract/format.ts';
import { call } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/forms/fields.tsx';
import { openSheet } from '#web/ui/dialogs/open-dialogs.ts';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { QueryBoundary, Skeleton } from '#web/ui/page/query-boundary.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { useRefreshSite } from '#web/ui/page/use-refresh-site.ts';
import { Bundles } from './course-bundles.tsx';
import { Cheaper } from './cheaper-bundle.tsx';
import {
  bodyOf,
  type Body,
  type Draft,
  draftOf,
  type Errors,
  keyOf,
  type Kind,
  type Price,
  type Term,
  termsFor,
} from './price-draft.ts';
import { FreeDialog } from './free-dialog.tsx';
import { coursePriceQuery } from './course-price-query.ts';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';
import { useTermWords } from '#web/ui/language/term-words.ts';
import { Choices } from './choices.tsx';

const REFUND_DAYS = [0, 7, 14, 30] as const;

const ExtendSheet = lazyPart(() => import('#web/features/billing/extensions/extend-sheet.tsx'));

const PricePreview = lazyPart(() => import('./price-preview.tsx'));

/** The price of a course alone, the bundles that contain it, and what its page will offer; `lectures` are those that visitors see. */
export function CoursePrice({ course, lectures }: { course: ManagedCourse; lectures: number }) {
  const query = useQuery(coursePriceQuery(course._id));
  return (
    <QueryBoundary query={query} skeleton={<Skeleton className="h-96 w-full" />} failure={messages.plans.failed}>
      {({ price }) => (
        <PriceEditor key={JSON.stringify(draftOf(price))} course={course} lectures={lectures} price={price} />
      )}
    </QueryBoundary>
  );
}

function PriceEditor({ course, lectures, price }: { course: ManagedCourse; lectures: number; price: Price }) {
  const [draft, setDraft] = useState(() => draftOf(price));
  const isChanged = JSON.stringify(draft) !== JSON.stringify(draftOf(price));
  const made = isChanged ? bodyOf(draft, termsFor(price)) : undefined;
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(18rem,1fr)]">
      <div className="grid max-w-4xl gap-4">
        <PriceForm {...{ course, price, draft, setDraft, isChanged }} />
        <Bundles course={course} price={price} />
        <ExtendCourse course={course} />
      </div>
      <section aria-labelledby="what-buyers-see" className="max-w-md">
        <h2 id="what-buyers-see" className="mb-3 text-title">
          <Trans>What buyers see</Trans>
        </h2>
        {made && 'errors' in made ? (
          <p className="surface p-5 text-sm text-muted">
            <Trans>Complete the price to see it here.</Trans>
          </p>
        ) : (
          <Suspense fallback={<Skeleton className="h-96 w-full" />}>
            <PricePreview course={{ ...course, numberOfLectures: lectures }} price={price} body={made?.body} />
          </Suspense>
        )}
      </section>
    </div>
  );
}

/** Longer access for everybody who has the course, also through a bundle. */
function ExtendCourse({ course }: { course: ManagedCourse }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="surface flex flex-wrap items-center justify-between gap-3 p-5 sm:p-6">
      <p className="min-w-0 text-sm text-muted">
        <Trans>Give everyone with this course more time.</Trans>
      </p>
      <Button tone="quiet" onClick={() => openSheet(() => setOpen(true))}>
        <Trans>Extend access</Trans>
      </Button>
      {isOpen && (
        <Suspense>
          <ExtendSheet about={{ courseId: course._id }} name={course.title} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}

const CHOICE =
  'surface flex cursor-pointer items-start gap-4 border-line-strong p-4 has-[>input:checked]:border-primary has-[>input:checked]:bg-base-200 has-[>input:checked]:shadow-[inset_0_0_0_1px_var(--color-primary)] has-[>input:focus-visible]:outline-2 has-[>input:focus-visible]:outline-offset-2';

const choicesOf = (
  { bundles }: Price,
  { _, locale }: Language,
): readonly { kind: Kind; name: string; hint: string }[] => [
  { kind: 'free', name: _(msg`Free`), hint: _(msg`Anyone with an account opens it. Nothing to pay.`) },
  {
    kind: 'once',
    name: _(msg`One payment`),
    hint: bundles.length > 0 ? _(msg`Sold by itself, and also in the bundles below.`) : _(msg`Sold by itself.`),
  },
  {
    kind: 'bundles',
    name: _(msg`Only in bundles`),
    hint:
      bundles.length > 0
        ? _(
            msg`No price of its own. People get it with ${listOf(
              bundles.map(({ name }) => name),
              locale,
            )}.`,
          )
        : _(msg`No bundle contains it. Add it to one under Plans first.`),
  },
];

/** Saves the price, and shows it everywhere. */
const useSavePrice = (courseId: string) => {
  const { t } = useLingui();
  const refreshSite = useRefreshSite();
  return useAction({
    run: (body: Body) => call('PUT /admin/courses/:courseId/price', { params: { courseId }, body }),
    messages: { loading: t`Saving...`, success: t`Price saved`, error: messages.plans.failed },
    onSuccess: refreshSite,
    changes: ['plans'],
  });
};

interface PriceFormProps {
  course: ManagedCourse;
  price: Price;
  draft: Draft;
  setDraft: Dispatch<SetStateAction<Draft>>;
  isChanged: boolean;
}

function PriceForm({ course, price, draft, setDraft, isChanged }: PriceFormProps) {
  const { t } = useLingui();
  const language = useLanguage();
  const [errors, setErrors] = useState<Errors>({});
  const [isAsking, setAsking] = useState(false);
  const terms = termsFor(price);
  const save = useSavePrice(course._id);
  const change = (part: Partial<Draft>): void => {
    setErrors({});
    setDraft((before) => ({ ...before, ...part }));
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const made = bodyOf(draft, terms);
    if ('errors' in made) setErrors(made.errors);
    else if (draft.kind === 'free' && price.refundable.length > 0) setAsking(true);
    else void save.start(made.body);
  };
  return (
    <form className="surface min-w-0" onSubmit={submit} noValidate>
      <fieldset className="grid gap-3 p-5 sm:p-6">
        <legend className="text-title font-display float-left mb-3 w-full">
          <Trans>How people get this course</Trans>
        </legend>
        {choicesOf(price, language).map((choice) => (
          <Choice key={choice.kind} {...choice} {...{ draft, price, change }}>
            {choice.kind === 'once' && draft.kind === 'once' && <Terms {...{ draft, errors, terms, change, price }} />}
          </Choice>
        ))}
        {draft.kind === 'once' && <Cheaper amount={draft.price} price={price} title={course.title} />}
      </fieldset>
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-5 py-4 sm:px-6">
        <p className="text-sm text-muted">{isChanged ? t`Not saved yet` : ''}</p>
        <div className="flex gap-2">
          {isChanged && (
            <Button tone="quiet" onClick={() => change(draftOf(price))}>
              <Trans>Discard</Trans>
            </Button>
          )}
          <Button type="submit" isBusy={save.isBusy} isDisabled={!isChanged}>
            <Trans>Save price</Trans>
          </Button>
        </div>
      </div>
      {isAsking && (
        <FreeDialog
          payments={price.refundable}
          onConfirm={() => {
            setAsking(false);
            void save.start({ kind: 'free' });
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </form>
  );
}

interface ChoiceProps {
  kind: Kind;
  name: string;
  hint: string;
  draft: Draft;
  price: Price;
  change: (part: Partial<Draft>) => void;
  children: ReactNode;
}

const Choice = ({ kind, name, hint, draft, price, change, children }: ChoiceProps) => (
  <div className={CHOICE}>
    <input
      type="radio"
      className="radio mt-0.5 border-line-strong"
      name="kind"
      id={`price-${kind}`}
      aria-describedby={`price-${kind}-hint`}
      checked={draft.kind === kind}
      disabled={kind === 'bundles' && price.bundles.length === 0}
      onChange={() => change({ kind })}
    />
    <div className="min-w-0 flex-1">
      <label htmlFor={`price-${kind}`} className="block cursor-pointer font-semibold">
        {name}
      </label>
      <p id={`price-${kind}-hint`} className="text-sm text-muted">
        {hint}
      </p>
      {children}
    </div>
  </div>
);

interface TermsProps {
  draft: Draft;
  errors: Errors;
  terms: readonly Term[];
  change: (part: Partial<Draft>) => void;
  price: Price;
}

function Terms({ draft, errors, terms, change, price: { holders, refundDays } }: TermsProps) {
  const { t } = useLingui();
  const { label: length } = useTermWords();
  const { currencySymbol } = useSite();
  const days = [...new Set([...REFUND_DAYS, ...(refundDays === null ? [] : [refundDays])])];
  const amount = (name: 'price' | 'comparePrice', label: string) => (
    <TextField
      label={label}
      inputMode="decimal"
      className="w-full"
      placeholder={name === 'price' ? '' : t`None`}
      value={draft[name]}
      error={errors[name]}
      onChange={({ target }) => change({ [name]: target.value })}
    />
  );
  return (
    <div className="mt-4 grid gap-4 sm:grid-cols-2">
      {amount('price', t`Price, in ${currencySymbol}`)}
      {amount('comparePrice', t`Compare-at price, in ${currencySymbol}`)}
      <Choices
        label={t`Access`}
        value={draft.term}
        options={terms.map((term) => [keyOf(term), length(term)])}
        onChange={(term) => change({ term })}
      />
      <Choices
        label={t`Refund within`}
        value={draft.refundDays}
        options={days.map((count) => [
          String(count),
          count === 0 ? t`No refund` : t({ message: plural(count, { one: '# day', other: '# days' }) }),
        ])}
        onChange={(chosen) => change({ refundDays: chosen })}
      />
      <p className="meta sm:col-span-2">
        <Trans>Taxes included.</Trans>
        {holders > 0 &&
          ` ${t({
            message: plural(holders, {
              one: 'The person who has it keeps it, whatever you change here.',
              other: 'The # people who have it keep it, whatever you change here.',
            }),
          })}`}
      </p>
    </div>
  );
}
