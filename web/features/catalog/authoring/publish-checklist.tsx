import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { isPlayed } from '#contract/classroom/kind-facts.ts';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight, Circle, CircleCheck } from 'lucide-react';
import { Link } from 'react-router';
import type { ManagedCourse } from '#contract/catalog/authoring.ts';
import type { ManagedLecture } from '#contract/classroom/lectures.ts';
import type { SiteFacts } from '#contract/school/setup.ts';
import { certificateRulesQuery } from '#web/api/certificate-queries.ts';
import { teacherQuery } from '#web/api/authoring-queries.ts';
import { ownPageQuery } from '#web/api/teaching-queries.ts';
import { type CoursePages, useCoursePages, useIsTeaching } from '#web/app/session/course-pages.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { formatMoney } from '#contract/format.ts';
import { pathTo } from '#web/app/path-to.ts';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

interface ChecklistItem {
  name: string;
  hint: string;
  isDone: boolean;
  /** The page where it is done, and its name. */
  to: string;
  place: string;
  /** Shown in the place of `place` while it is not done. */
  action?: string;
}

/** What is published with its course. */
export const isReady = ({ isPlayable }: ManagedLecture): boolean => isPlayable;

/** The lectures that visitors see, in a draft those that are published with it. */
export const shownLectures = ({ course, lectures }: CourseParts): readonly ManagedLecture[] =>
  lectures.filter((lecture) => !lecture.isDraft || (course.isDraft && isReady(lecture)));

interface CourseParts {
  course: ManagedCourse;
  lectures: readonly ManagedLecture[];
}

const LEGAL_PAGES = [
  ['terms', msg`terms`],
  ['privacy', msg`privacy`],
  ['refund', msg`refunds`],
] as const;

type Edit = CoursePages['edit'];

const detailsOf = ({ _id: course }: ManagedCourse, edit: Edit, { _ }: Language) => ({
  to: edit({ course, tab: 'details' }),
  place: _(msg`Details`),
});

const curriculumOf = ({ _id: course }: ManagedCourse, edit: Edit, { _ }: Language, lecture?: ManagedLecture) => ({
  to: edit({ course, lecture: lecture?._id }),
  place: _(msg`Curriculum`),
});

const plansHint = ({ isSelling, plans: [plan, ...others], currencySymbol }: SiteFacts, { _ }: Language): string => {
  if (!isSelling || !plan) return _(msg`Nothing is on sale`);
  return others.length > 0
    ? _(msg({ message: plural(others.length + 1, { one: '# plan', other: '# plans' }) }))
    : `${plan.name}, ${formatMoney(plan.priceInPaise, currencySymbol)}`;
};

/** A video that plays is published as it was uploaded, while its other versions are still made. */
const watchHint = (lectures: readonly ManagedLecture[], { _ }: Language): string => {
  if (lectures.length === 0) return _(msg`No lectures yet`);
  const processing = lectures.filter(({ state }) => state === 'processing').length;
  const watchable = _(msg`${lectures.filter(isReady).length} of ${lectures.length} can be watched`);
  return processing === 0 ? watchable : _(msg`${watchable}, ${processing} still being processed`);
};

const recommendedItems = (
  { course, lectures }: CourseParts,
  edit: Edit,
  language: Language,
): readonly ChecklistItem[] => {
  const readyCount = lectures.filter(isReady).length;
  const hasCover = course.thumbnail.secure_url !== null;
  return [
    {
      name: language._(msg`A title and a cover`),
      hint: hasCover ? course.title : language._(msg`No cover yet`),
      isDone: hasCover,
      ...detailsOf(course, edit, language),
    },
    {
      name: language._(msg`A lecture to watch`),
      hint: watchHint(lectures, language),
      isDone: readyCount > 0,
      ...curriculumOf(course, edit, language),
    },
  ];
};

/** What only admins can do. */
const schoolItems = (site: SiteFacts, language: Language): readonly ChecklistItem[] => {
  const missingPages = LEGAL_PAGES.filter(([slug]) => !site.sitePages.some((page) => page.slug === slug));
  return [
    {
      name: language._(msg`A plan that includes it`),
      hint: plansHint(site, language),
      isDone: site.isSelling && site.plans.length > 0,
      to: pathTo('plans'),
      place: language._(msg`Plans`),
    },
    {
      name: language._(msg`Legal pages`),
      hint:
        missingPages.length === 0
          ? language._(msg`Terms, privacy and refunds are published`)
          : language._(msg`Not published: ${{ pages: missingPages.map(([, name]) => language._(name)).join(', ') }}`),
      isDone: missingPages.length === 0,
      to: pathTo('pageSettings', { page: missingPages[0]?.[0] }),
      place: language._(msg`Pages`),
    },
  ];
};

interface AboutTeacher {
  /** Undefined where nothing is written. */
  text: string | undefined;
  to: string;
  place: string;
}

/** The text about the teacher, which admins write beside the course, and teachers on their page. */
const useAboutTeacher = (course: ManagedCourse, edit: Edit): AboutTeacher => {
  const { t } = useLingui();
  const language = useLanguage();
  const isTeaching = useIsTeaching();
  const written = useQuery({ ...teacherQuery(course.createdBy), enabled: !isTeaching }).data?.teacher;
  const own = useQuery({ ...ownPageQuery(), enabled: isTeaching }).data?.teacher;
  const { to, place } = detailsOf(course, edit, language);
  return isTeaching
    ? { text: own?.about, to: pathTo('teachPage'), place: t`My page` }
    : { text: written?.about, to: `${to}#teacher-fields`, place };
};

const captionsItem = ({ course, lectures }: CourseParts, edit: Edit, language: Language): ChecklistItem => {
  const { _ } = language;
  const spoken = lectures.filter(({ kind }) => isPlayed(kind));
  const uncaptioned = spoken.filter(({ captions }) => captions.length === 0);
  const captionedCount = spoken.length - uncaptioned.length;
  return {
    name: _(msg`Captions`),
    hint:
      spoken.length === 0
        ? _(msg`No videos or audio yet`)
        : _(msg`${captionedCount} of ${spoken.length} lectures have captions`),
    isDone: spoken.length > 0 && uncaptioned.length === 0,
    ...curriculumOf(course, edit, language, uncaptioned[0]),
    ...(uncaptioned.length > 0 ? { action: _(msg`Add to ${uncaptioned.length}`) } : {}),
  };
};

const optionalItems = (
  { course, lectures }: CourseParts,
  { edit, about: { text, ...about }, certificate }: { edit: Edit; about: AboutTeacher; certificate: ChecklistItem },
  language: Language,
): readonly ChecklistItem[] => {
  const free = lectures.find(({ isFreePreview }) => isFreePreview);
  const words = course.description.split(/\s+/).filter(Boolean);
  return [
    {
      name: language._(msg`A description`),
      hint: language._(msg({ message: plural(words.length, { one: '# word', other: '# words' }) })),
      isDone: words.length > 0,
      ...detailsOf(course, edit, language),
    },
    {
      name: language._(msg`About the teacher`),
      hint: course.createdBy,
      isDone: Boolean(text),
      ...about,
      action: language._(msg`Write`),
    },
    {
      name: language._(msg`A free preview`),
      hint: free?.title ?? language._(msg`Visitors can try one lecture before they pay`),
      isDone: free !== undefined,
      ...curriculumOf(course, edit, language, free ?? lectures[0]),
      action: language._(msg`Choose a lecture`),
    },
    captionsItem({ course, lectures }, edit, language),
    {
      name: language._(msg`What you learn`),
      hint:
        course.outcomes.length > 0
          ? language._(msg({ message: plural(course.outcomes.length, { one: '# line', other: '# lines' }) }))
          : language._(msg`Short lines on the course page`),
      isDone: course.outcomes.length > 0,
      ...detailsOf(course, edit, language),
      action: language._(msg`Write`),
    },
    certificate,
  ];
};

/** Off until it is switched on. */
const useCertificate = ({ _id: course }: ManagedCourse, edit: Edit): ChecklistItem => {
  const { t } = useLingui();
  const isOn = useQuery(certificateRulesQuery(course)).data?.rule.isOn === true;
  return {
    name: t`A certificate`,
    hint: isOn ? t`Issued to learners who finish` : t`Off: nobody gets one`,
    isDone: isOn,
    to: edit({ course, tab: 'certificate' }),
    place: t`Certificate`,
    action: t`Switch on`,
  };
};

const ItemRow = ({ name, hint, isDone, to, place, action = place }: ChecklistItem) => {
  const { t } = useLingui();
  const Icon = isDone ? CircleCheck : Circle;
  return (
    <li>
      <Link to={to} className="group flex items-center gap-4 py-2.5">
        <Icon size={20} className={`shrink-0 ${isDone ? 'text-success' : 'text-muted'}`} aria-hidden="true" />
        <span className="min-w-0 flex-1">
          <span className="block group-hover:underline">
            {name}
            <span className="sr-only">, {isDone ? t`done` : t`not done`}</span>
          </span>
          <span className="meta block wrap-anywhere">{hint}</span>
        </span>
        <span className={isDone ? 'text-sm text-muted' : 'link text-sm font-semibold'}>{isDone ? place : action}</span>
        <ChevronRight size={18} className="shrink-0 text-muted" aria-hidden="true" />
      </Link>
    </li>
  );
};

const isLeft = ({ isDone }: ChecklistItem): boolean => !isDone;

const Group = ({ title, items }: { title: string; items: readonly ChecklistItem[] }) => (
  <Panel
    title={title}
    aside={
      <span className="meta num">
        <Trans>
          {items.length - items.filter(isLeft).length} of {items.length} done
        </Trans>
      </span>
    }
  >
    <ul className="divide-y divide-line">
      {items.map((item) => (
        <ItemRow key={item.name} {...item} />
      ))}
    </ul>
  </Panel>
);

/** How much of a course is there before its publication. It is advice: a course can be published without any of it. */
export const useChecklist = (parts: CourseParts) => {
  const { t } = useLingui();
  const language = useLanguage();
  const { edit } = useCoursePages();
  const site = useSite();
  const recommended = [
    ...recommendedItems(parts, edit, language),
    ...(useIsTeaching() ? [] : schoolItems(site, language)),
  ];
  const optional = optionalItems(
    parts,
    {
      edit,
      about: useAboutTeacher(parts.course, edit),
      certificate: useCertificate(parts.course, edit),
    },
    language,
  );
  return {
    isComplete: !recommended.some(isLeft),
    checklist: (
      <>
        <Group title={t`Recommended`} items={recommended} />
        <Group title={t`Optional`} items={optional} />
      </>
    ),
  };
};
