import { msg, plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Info, Search } from 'lucide-react';
import { useDeferredValue, useId, useState } from 'react';
import type { AdminPlan } from '#contract/billing/plans.ts';
import { allCoursesQuery } from '#web/api/authoring-queries.ts';
import { FieldError } from '#web/ui/forms/fields.tsx';
import { noResultsFor } from '#web/ui/table/no-matches.tsx';
import { Cover } from '#web/ui/covers/cover.tsx';
import { formatCount, listOf } from '#contract/format.ts';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

/** What a plan opens, as it is chosen. The courses stay known while everything is chosen. */
export interface OpensDraft {
  kind: 'everything' | 'courses';
  courseIds: string[];
}

export const opensDraftOf = (opens: AdminPlan['opens']): OpensDraft =>
  opens === 'everything'
    ? { kind: 'everything', courseIds: [] }
    : { kind: 'courses', courseIds: opens.courseIds.toSorted() };

export const opensOf = ({ kind, courseIds }: OpensDraft): AdminPlan['opens'] =>
  kind === 'everything' ? 'everything' : { courseIds };

/** The courses of a plan that a change adds, and those that it takes out. */
export const courseChanges = (plan: AdminPlan, draft: OpensDraft) => {
  const before = plan.opens === 'everything' ? [] : plan.opens.courseIds;
  const after = draft.kind === 'everything' ? [] : draft.courseIds;
  return {
    added: after.filter((id) => !before.includes(id)),
    removed: before.filter((id) => !after.includes(id)),
    isOtherKind: (plan.opens === 'everything') !== (draft.kind === 'everything'),
  };
};

const LIST_LIMIT = 100;

/** Courses and drafts, with the titles of those that were seen. */
const useCourses = (search: string) => {
  const query = useQuery(allCoursesQuery({ search, sort: 'title', limit: LIST_LIMIT }));
  const [titles, setTitles] = useState<ReadonlyMap<string, string>>(new Map());
  const courses = query.data?.courses ?? [];
  if (courses.some(({ _id }) => !titles.has(_id)))
    setTitles(new Map([...titles, ...courses.map(({ _id, title }) => [_id, title] as const)]));
  const { published = 0, draft = 0 } = query.data?.counts ?? {};
  return { courses, total: published + draft, isPending: query.isPending, titleOf: (id: string) => titles.get(id) };
};

interface OpensFieldsProps {
  /** The plan that is changed. */
  plan: AdminPlan | undefined;
  value: OpensDraft;
  error: string | undefined;
  onChange: (next: OpensDraft) => void;
}

const CHOICE =
  'surface flex cursor-pointer items-start gap-4 p-4 has-checked:border-primary has-checked:bg-base-200 has-checked:shadow-[inset_0_0_0_1px_var(--color-primary)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2';

export function OpensFields({ plan, value, error, onChange }: OpensFieldsProps) {
  const { t } = useLingui();
  const id = useId();
  const [search, setSearch] = useState('');
  const list = useCourses(useDeferredValue(search.trim()));
  const choices = [
    {
      kind: 'everything',
      name: t`Everything`,
      note: t`All ${plural(list.total, { one: '# course', other: '# courses' })}, and every new one at once`,
    },
    {
      kind: 'courses',
      name: t`Chosen courses`,
      note: t`${formatCount(value.courseIds.length)} of ${formatCount(list.total)} chosen`,
    },
  ] as const;
  return (
    <>
      <fieldset className="space-y-2.5" aria-describedby={error && `${id}-error`}>
        <legend className="field-label">
          <Trans>Opens</Trans>
        </legend>
        {choices.map(({ kind, name, note }) => (
          <label key={kind} className={CHOICE}>
            <input
              type="radio"
              name={`${id}-opens`}
              checked={value.kind === kind}
              onChange={() => onChange({ ...value, kind })}
              className="radio radio-primary mt-0.5 shrink-0"
            />
            <span className="min-w-0 font-semibold">
              {name}
              <span className="meta block font-normal">{note}</span>
            </span>
          </label>
        ))}
        {value.kind === 'courses' && (
          <div className="surface overflow-hidden">
            <label className="flex min-h-12 items-center gap-3 border-b border-line px-4 focus-within:outline-2 focus-within:-outline-offset-2">
              <Search size={18} className="shrink-0 text-muted" aria-hidden="true" />
              <span className="sr-only">
                <Trans>Search courses</Trans>
              </span>
              <input
                type="search"
                value={search}
                maxLength={200}
                placeholder={t`Search courses`}
                className="min-w-0 flex-1 bg-transparent outline-none"
                onChange={(event) => setSearch(event.target.value)}
                onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
              />
            </label>
            <CourseList {...{ list, search, value, onChange }} />
          </div>
        )}
        {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      </fieldset>
      {plan && <Effects plan={plan} draft={value} titleOf={list.titleOf} />}
    </>
  );
}

interface CourseListProps extends Pick<OpensFieldsProps, 'value' | 'onChange'> {
  list: ReturnType<typeof useCourses>;
  search: string;
}

function CourseList({ list: { courses, isPending }, search, value, onChange }: CourseListProps) {
  const language = useLanguage();
  const { t } = useLingui();
  const toggle = (id: string): void => {
    const others = value.courseIds.filter((one) => one !== id);
    const isChosen = others.length < value.courseIds.length;
    onChange({ ...value, courseIds: isChosen ? others : [...others, id].toSorted() });
  };
  const nothing = search.trim() === '' ? t`No courses yet` : noResultsFor(search.trim(), language);
  if (courses.length === 0) return <p className="meta p-4">{isPending ? t`Loading` : nothing}</p>;
  return (
    <ul className="max-h-76 overflow-y-auto">
      {courses.map(({ _id: id, title, thumbnail, numberOfLectures, isDraft }) => (
        <li key={id} className="border-t border-line first:border-t-0">
          <label className="flex min-h-14 cursor-pointer items-center gap-3 px-4 py-2 hover:bg-base-200">
            <input
              type="checkbox"
              checked={value.courseIds.includes(id)}
              onChange={() => toggle(id)}
              className="checkbox checkbox-primary shrink-0 border-line-strong"
            />
            <span className="w-18 shrink-0 overflow-hidden rounded-[4px]">
              <Cover title={title} src={thumbnail.secure_url} sizes="4.5rem" />
            </span>
            <span className="min-w-0">
              <span className="block text-sm font-semibold wrap-anywhere">{title}</span>
              <span className="meta block">
                {isDraft ? (
                  <Plural value={numberOfLectures} one="# lecture, draft" other="# lectures, draft" />
                ) : (
                  <Plural value={numberOfLectures} one="# lecture" other="# lectures" />
                )}
              </span>
            </span>
          </label>
        </li>
      ))}
    </ul>
  );
}

interface EffectsProps {
  plan: AdminPlan;
  draft: OpensDraft;
  titleOf: (id: string) => string | undefined;
}

/** What a change does to the people who have the plan, and to later buyers. */
export const effectsOf = ({ plan, draft, titleOf }: EffectsProps, { _, locale }: Language): string[] => {
  const { added, removed, isOtherKind } = courseChanges(plan, draft);
  const { members } = plan;
  if (members === 0) return [];
  const nameOf = (ids: readonly string[]): string =>
    listOf(
      ids.map((id) => titleOf(id) ?? _(msg`a course`)),
      locale,
    );
  if (isOtherKind) {
    return draft.kind === 'everything'
      ? [
          _(
            msg`Later buyers get everything; ${plural(members, { one: '# person keeps', other: '# people keep' })} the courses they have now.`,
          ),
        ]
      : [
          _(
            msg`Later buyers get only the chosen courses; ${plural(members, { one: '# person keeps', other: '# people keep' })} everything.`,
          ),
        ];
  }
  return [
    added.length > 0 &&
      _(
        msg`${{ courses: nameOf(added) }} ${plural(added.length, { one: 'opens', other: 'open' })} at once for ${plural(members, { one: '# person who has', other: '# people who have' })} this plan.`,
      ),
    removed.length > 0 &&
      _(
        msg`Later buyers don’t get ${{ courses: nameOf(removed) }}; ${plural(members, { one: '# person keeps', other: '# people keep' })} ${plural(removed.length, { one: 'it', other: 'them' })}.`,
      ),
  ].filter((sentence) => sentence !== false);
};

function Effects(props: EffectsProps) {
  const language = useLanguage();
  const effects = effectsOf(props, language);
  if (effects.length === 0) return null;
  return (
    <output className="rounded-box bg-base-200 flex gap-3 p-4 text-sm">
      <Info size={18} className="mt-0.5 shrink-0 text-info" aria-hidden="true" />
      <span className="min-w-0 space-y-1 wrap-anywhere">
        {effects.map((effect) => (
          <span key={effect} className="block">
            {effect}
          </span>
        ))}
      </span>
    </output>
  );
}
