import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, Eye, Plus, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { messages } from '#contract/messages.ts';
import type { ManagedCourse } from '#contract/catalog/authoring.ts';
import { CourseFields } from '#contract/catalog/catalog.ts';
import { managedCourseQuery } from '#web/api/authoring-queries.ts';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { Cover } from '#web/ui/covers/cover.tsx';
import { formatLength, formatTime } from '#contract/format.ts';
import { PageHeading } from '#web/ui/page/page-heading.tsx';
import { LoadingNote, QueryBoundary, RowsSkeleton, Skeleton } from '#web/ui/page/query-boundary.tsx';
import { pathTo } from '#web/app/path-to.ts';
import { useCoursePages, useIsTeaching } from '#web/app/session/course-pages.ts';
import { useCourseId } from '#web/app/session/guard.tsx';
import { Curriculum } from '#web/features/authoring/curriculum/curriculum.tsx';
import {
  type Curriculum as CurriculumState,
  type ManagedCourseData,
  useCurriculum,
  useShowSavedCourse,
} from '#web/features/authoring/curriculum/use-curriculum.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { call } from '#web/api/call.ts';
import { CourseLearners } from './course-learners.tsx';
import { CoursePrice } from './course-price.tsx';
import { CourseProtection } from './course-protection.tsx';
import { CoursePeople } from './course-people.tsx';
import { CourseTranslations } from './course-translations.tsx';
import { CourseStateBadge } from './course-state.tsx';
import { shownLectures } from './publish-checklist.tsx';
import { Publication } from './publication.tsx';
import { TeacherDetails } from './teacher-details.tsx';
import { CertificateSettings } from '#web/features/certificates/certificate-settings.tsx';
import { CourseBatches } from '#web/features/batches/admin/course-batches.tsx';
import { BlocksEditor } from '#web/features/catalog/page-blocks/blocks-editor.tsx';
import { useCurrentLink } from '#web/ui/use-current-link.ts';
import { CourseForm, type CourseInput } from './course-form.tsx';
import { useLanguage, useLocale } from '#web/ui/language/language.tsx';

/** The heading is the title of the course, once it has loaded. */
function Frame({ isLoaded, children }: { isLoaded: boolean; children: ReactNode }) {
  const language = useLanguage();
  const { to, name } = useCoursePages().list;
  return (
    <div className="page py-8 lg:py-10">
      <BackLink to={to} isQuiet>
        {language._(name)}
      </BackLink>
      {!isLoaded && (
        <PageHeading>
          <Trans>Edit course</Trans>
        </PageHeading>
      )}
      {children}
    </div>
  );
}

const EditorSkeleton = () => (
  <>
    <LoadingNote />
    <Skeleton className="mt-3 h-12 w-80 max-w-full" />
    <div className="mt-16">
      <RowsSkeleton />
    </div>
  </>
);

/** The course, and the links out of its editor. */
function CourseSummary({ course, lectures }: ManagedCourseData) {
  const locale = useLocale();
  const { _id: courseId, title, thumbnail, createdBy } = course;
  const durationMs = lectures.reduce((sum, lecture) => sum + (lecture.durationMs ?? 0), 0);
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-4">
      <div className="flex min-w-0 items-center gap-4 max-[18rem]:flex-wrap">
        <span className="w-20 shrink-0 overflow-hidden rounded-selector">
          <Cover title={title} src={thumbnail.secure_url} sizes="5rem" isEager />
        </span>
        <div className="min-w-0">
          <PageHeading className="text-page wrap-anywhere">{title}</PageHeading>
          <p className="meta num mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
            <CourseStateBadge course={course} />
            <Plural value={lectures.length} one="# lecture" other="# lectures" />
            {durationMs > 0 && `, ${formatLength(durationMs, locale)}`}
            <bdi>{createdBy}</bdi>
          </p>
        </div>
      </div>
      <div className="flex flex-wrap gap-3">
        <LinkButton to={pathTo('classroom', { course: courseId, drafts: 'true', as: 'learner' })} tone="quiet">
          <Eye size={16} aria-hidden="true" />
          <Trans>View as learner</Trans>
        </LinkButton>
        <LinkButton to={useCoursePages().addLecture({ course: courseId })} tone="quiet">
          <Plus size={16} aria-hidden="true" />
          <Trans>Add new Lecture</Trans>
        </LinkButton>
      </div>
    </div>
  );
}

function CourseEditor(managed: ManagedCourseData) {
  const curriculum = useCurriculum(managed);
  const isTeaching = useIsTeaching();
  const [search] = useSearchParams();
  const wanted = search.get('tab');
  const hasLanguages = useSite().languages.some(({ code }) => code !== managed.course.language);
  const tabs = (isTeaching ? teacherTabs : COURSE_TABS).filter(({ name }) => hasLanguages || name !== 'translations');
  const { name: tab } = tabs.find(({ name }) => name === wanted) ?? COURSE_TABS[0];
  return (
    <>
      <CourseSummary {...managed} />
      <CourseTabs tabs={tabs} curriculum={curriculum} current={tab} />
      {tab === 'curriculum' && <Curriculum curriculum={curriculum} />}
      {tab === 'details' && <CourseDetails course={managed.course} />}
      {tab === 'details' && !isTeaching && <TeacherDetails name={managed.course.createdBy} />}
      {tab === 'details' && (
        <section aria-labelledby="course-blocks" className="mt-8">
          <h2 id="course-blocks" className="text-title">
            <Trans>Blocks of the course’s page</Trans>
          </h2>
          <p className="mt-1 mb-5 text-sm text-muted">
            <Trans>They stand below the lectures and the texts above.</Trans>
          </p>
          <BlocksEditor page={managed.course._id} />
        </section>
      )}
      {tab === 'price' && <CoursePrice course={managed.course} lectures={shownLectures(managed).length} />}
      {tab === 'learners' && <CourseLearners courseId={managed.course._id} />}
      {tab === 'batches' && <CourseBatches course={managed.course} />}
      {tab === 'people' && <CoursePeople courseId={managed.course._id} />}
      {tab === 'certificate' && <CertificateSettings courseId={managed.course._id} />}
      {tab === 'protection' && <CourseProtection course={managed.course} />}
      {tab === 'translations' && <CourseTranslations course={managed.course} />}
      {tab === 'publish' && <Publication {...managed} />}
    </>
  );
}

/** Edits a course and its lectures, drafts too. */
export function Component() {
  const query = useQuery(managedCourseQuery(useCourseId()));
  const { list } = useCoursePages();
  return (
    <Frame isLoaded={query.data !== undefined}>
      <QueryBoundary
        query={query}
        skeleton={<EditorSkeleton />}
        failure={messages.courses.broken}
        notFound={{
          action: (
            <LinkButton to={list.to}>
              <Trans>See all courses</Trans>
            </LinkButton>
          ),
        }}
        messageClass="mt-6"
      >
        {(managed) => <CourseEditor key={managed.course._id} {...managed} />}
      </QueryBoundary>
    </Frame>
  );
}

const COURSE_TABS = [
  { name: 'curriculum', label: msg`Curriculum` },
  { name: 'details', label: msg`Details` },
  { name: 'price', label: msg`Price` },
  { name: 'learners', label: msg`Learners` },
  { name: 'batches', label: msg`Batches` },
  { name: 'people', label: msg`People` },
  { name: 'certificate', label: msg`Certificate` },
  { name: 'protection', label: msg`Protection` },
  { name: 'translations', label: msg`Translations` },
  { name: 'publish', label: msg`Publish` },
] as const;
/** Only admins change who teaches a course, and what it costs. */
const teacherTabs = COURSE_TABS.filter(({ name }) => name !== 'people' && name !== 'price');

type CourseTab = (typeof COURSE_TABS)[number]['name'];

function Saved({ curriculum: { isSaving, savedAt, undo } }: { curriculum: CurriculumState }) {
  const { t } = useLingui();
  const locale = useLocale();
  const { timeZone } = useSite();
  return (
    <div className="flex items-center gap-2 text-sm text-muted md:min-h-11">
      <output className="num flex items-center gap-2">
        {isSaving && t`Saving…`}
        {!isSaving && savedAt !== undefined && (
          <>
            <Check size={16} aria-hidden="true" />
            <Trans>Saved {formatTime(savedAt, timeZone, locale)}</Trans>
          </>
        )}
      </output>
      {undo && (
        <Button tone="ghost" size="small" onClick={undo}>
          <Undo2 size={16} aria-hidden="true" />
          <Trans>Undo</Trans>
        </Button>
      )}
    </div>
  );
}

interface CourseTabsProps {
  tabs: readonly (typeof COURSE_TABS)[number][];
  curriculum: CurriculumState;
  current: CourseTab;
}

/** The tabs of a course's editor are links, and beside them stands whether everything is saved. */
function CourseTabs({ tabs, curriculum, current }: CourseTabsProps) {
  const { t } = useLingui();
  const { edit } = useCoursePages();
  const { courseId: course } = curriculum;
  const row = useCurrentLink<HTMLElement>(current);
  return (
    <div className="my-5 flex flex-wrap items-center justify-between gap-x-4 border-b border-line">
      <nav
        ref={row}
        aria-label={t`Course`}
        className="tab-row -mb-px flex max-w-full gap-x-6 overflow-x-auto [scrollbar-width:none] max-md:w-full"
      >
        {tabs.map(({ name, label }) => (
          <Link
            key={name}
            to={edit({ course, tab: name === COURSE_TABS[0].name ? undefined : name })}
            className="flex min-h-11 shrink-0 items-center border-b-2 border-transparent font-medium text-muted hover:text-base-content aria-[current]:border-primary aria-[current]:font-semibold aria-[current]:text-base-content"
            aria-current={name === current ? 'page' : undefined}
          >
            {t(label)}
          </Link>
        ))}
      </nav>
      <Saved curriculum={curriculum} />
    </div>
  );
}

const saving = { loading: messages.authoring.courseSaving, error: messages.authoring.courseFailed };

export function CourseDetails({ course }: { course: ManagedCourse }) {
  const { t } = useLingui();
  const params = { courseId: course._id };
  const queryClient = useQueryClient();
  const latest = async () => (await queryClient.fetchQuery({ ...managedCourseQuery(course._id), staleTime: 0 })).course;
  const showSaved = useShowSavedCourse(course._id);
  const save = (input: CourseInput) =>
    call('PUT /courses/:courseId', {
      params,
      fields: CourseFields.parse(input),
      files: { thumbnail: input.thumbnail },
    });
  return (
    <section aria-labelledby="course-fields" className="surface max-w-3xl p-5 sm:p-6">
      <h2 id="course-fields" className="mb-5 text-title">
        <Trans>About the course</Trans>
      </h2>
      <CourseForm course={course} latest={latest} messages={saving} save={save} onSaved={() => showSaved()}>
        {(isBusy) => (
          <Button type="submit" isBusy={isBusy} busyText={t`Saving`}>
            <Trans>Save course</Trans>
          </Button>
        )}
      </CourseForm>
    </section>
  );
}
