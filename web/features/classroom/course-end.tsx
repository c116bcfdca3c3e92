import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, GraduationCap, ListVideo, NotebookPen, Play, RotateCcw } from 'lucide-react';
import { Link } from 'react-router';
import type { Course } from '#contract/catalog/catalog.ts';
import type { Lecture } from '#contract/classroom/lectures.ts';
import { certificateStandingQuery } from '#web/api/certificate-queries.ts';
import { courseDescriptionQuery, courseListQuery } from '#web/api/course-queries.ts';
import { learningQuery } from '#web/api/lecture-queries.ts';
import { useCourseAddress } from '#web/api/use-course-address.ts';
import { pathTo } from '#web/app/path-to.ts';
import { useRights } from '#web/features/billing/rights.ts';
import { hasPdf } from '#web/features/certificates/certificate-words.ts';
import { CertificateOffers } from '#web/features/certificates/certificate-offers.tsx';
import { CertificatePicture } from '#web/features/certificates/certificate-picture.tsx';
import OwnCertificate from '#web/features/certificates/own-certificate.tsx';
import OwnCertificatePage from '#web/features/certificates/own-certificate-page.tsx';
import AskReview from '#web/features/reviews/ask-review.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { Book, Cover } from '#web/ui/covers/cover.tsx';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { PageHeading } from '#web/ui/page/page-heading.tsx';
import { PageSkeleton } from '#web/ui/page/query-boundary.tsx';
import { ShareLink } from '#web/ui/share-link.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { formatLength } from '#contract/format.ts';
import { useLocale } from '#web/ui/language/language.tsx';

/** Among the newest of them one is likely to be new to the learner. */
const NEWEST = 50;

/** A course that the learner has not begun: the one most like this, otherwise the newest. */
const useNextCourse = (courseId: string) => {
  const learning = useQuery(learningQuery()).data;
  const related = useQuery(courseDescriptionQuery(courseId)).data?.course.related;
  const newest = useQuery(courseListQuery({ limit: NEWEST })).data?.courses;
  if (!learning || !related || !newest) return undefined;
  const { continue: last, started, finished, ended } = learning;
  const latest = last && last.course.watchedAt !== null ? [last.course] : [];
  const begun = new Set([courseId, ...[...latest, ...started, ...finished, ...ended].map(({ _id }) => _id)]);
  return [...related, ...newest].find(({ _id, numberOfLectures }) => numberOfLectures > 0 && !begun.has(_id));
};

const NEXT = 'mt-5 clear-both max-sm:w-full';

/** Learners who have single courses may not have this one. */
const NextCourse = ({ courseId, isQuiet }: { courseId: string; isQuiet: boolean }) => {
  const next = useNextCourse(courseId);
  const { opens } = useRights();
  if (!next) return null;
  const { _id, title, createdBy, thumbnail, numberOfLectures } = next;
  return (
    <section
      aria-labelledby="next-course"
      className="surface mt-8 overflow-hidden max-sm:p-5 sm:grid sm:grid-cols-[15rem_1fr]"
    >
      <div className="max-sm:float-left rtl:max-sm:float-right max-sm:me-4 max-sm:mb-3 max-sm:w-28 sm:[&_.cover]:h-full">
        <Cover title={title} src={thumbnail.secure_url} sizes="15rem" />
      </div>
      <div className="sm:p-6">
        <p className="meta">
          <Trans>Next</Trans>
        </p>
        <h2 id="next-course" className="mt-1 text-title">
          <Link to={pathTo('course', { course: _id })} className="hover:underline">
            {title}
          </Link>
        </h2>
        <p className="mt-1 text-sm text-muted">
          {createdBy} · <Plural value={numberOfLectures} one="# lecture" other="# lectures" />
        </p>
        {opens(_id) ? (
          <LinkButton to={pathTo('classroom', { course: _id })} tone={isQuiet ? 'quiet' : 'primary'} className={NEXT}>
            <Play size={16} fill="currentColor" aria-hidden="true" />
            <Trans>Start lecture 1</Trans>
          </LinkButton>
        ) : (
          <LinkButton to={pathTo('course', { course: _id })} tone="quiet" className={NEXT}>
            <Trans>About the course</Trans>
          </LinkButton>
        )}
      </div>
    </section>
  );
};

const watchedMs = (lectures: readonly Lecture[]): number =>
  lectures.reduce(
    (sum, { durationMs, progress }) => sum + ((durationMs ?? 0) * (progress?.watchedPercent ?? 0)) / 100,
    0,
  );

interface CourseEndProps {
  course: Course;
  lectures: readonly Lecture[];
}

/** Its certificate, or the book on the ledge. */
const Hero = ({ course, code }: { course: Course; code: string | undefined }) => {
  const { t } = useLingui();
  return (
    <div className="mt-2 overflow-hidden rounded-box border-b-6 border-b-(--ledge) bg-neutral px-5 pt-6 text-neutral-content sm:px-10 sm:pt-10">
      <div
        className={
          code === undefined
            ? 'flex items-end gap-5 sm:gap-10'
            : 'grid gap-6 pb-8 lg:grid-cols-[1fr_34rem] lg:items-center'
        }
      >
        {code === undefined && (
          <Book
            title={course.title}
            src={course.thumbnail.secure_url}
            className="h-44 w-30 shrink-0 text-sm sm:h-60 sm:w-44 sm:text-lg"
          />
        )}
        <div className={code === undefined ? 'min-w-0 flex-1 pb-6 sm:pb-10' : 'min-w-0'}>
          <PageHeading
            title={t`You finished ${{ title: course.title }}`}
            className="text-section outline-none sm:text-page"
          >
            <Trans>
              You finished <span className="block wrap-anywhere">{course.title}</span>
            </Trans>
          </PageHeading>
          {code !== undefined && (
            <p className="mt-2 text-lg text-neutral-muted">
              <Trans>Your certificate is ready.</Trans>
            </p>
          )}
        </div>
        {code !== undefined && <CertificatePicture code={code} />}
      </div>
    </div>
  );
};

/** Where there is no certificate to show. */
const ShareCourse = ({ course: { _id, title } }: { course: Course }) => {
  const { t } = useLingui();
  return (
    <ShareLink
      className="mt-5 flex flex-wrap gap-2"
      url={useCourseAddress(_id)}
      title={title}
      text={t`I finished ${title}`}
    />
  );
};

const LEFT_SHOWN = 3;

/** By name, what is optional or waits. */
const Left = ({ courseId, open, isNeeded }: { courseId: string; open: readonly Lecture[]; isNeeded: boolean }) =>
  open.length > 0 && (
    <section aria-labelledby="left" className="surface mt-6 p-5 sm:p-6">
      <h2 id="left" className="text-title">
        <Plural value={open.length} one="One thing left" other="# things left" />
      </h2>
      {!isNeeded && (
        <p className="mt-1 text-sm text-muted">
          <Trans>Not needed for the certificate.</Trans>
        </p>
      )}
      <ul className="mt-2">
        {open.slice(0, LEFT_SHOWN).map(({ _id: lecture, title }) => (
          <li key={lecture}>
            <Link
              to={pathTo('classroom', { course: courseId, lecture })}
              className="link inline-flex min-h-11 items-center wrap-anywhere"
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
      {open.length > LEFT_SHOWN && (
        <p className="text-sm text-muted">
          <Trans>and {{ number: open.length - LEFT_SHOWN }} more</Trans>
        </p>
      )}
    </section>
  );

const NextSteps = ({ courseId, last }: { courseId: string; last: string | undefined }) => {
  const { t } = useLingui();
  return (
    <nav
      aria-label={t`Next steps`}
      className="mt-8 grid grid-cols-2 gap-x-6 sm:flex sm:flex-wrap [&>.btn]:justify-start"
    >
      <LinkButton to={pathTo('classroom', { course: courseId, lecture: last })} tone="ghost">
        <RotateCcw size={16} aria-hidden="true" />
        <Trans>Watch again</Trans>
      </LinkButton>
      <LinkButton to={`${pathTo('classroom', { course: courseId, lecture: last })}&tab=notes`} tone="ghost">
        <NotebookPen size={16} aria-hidden="true" />
        <Trans>Read my notes</Trans>
      </LinkButton>
      <LinkButton to={pathTo('classroom', { course: courseId })} tone="ghost">
        <ListVideo size={16} aria-hidden="true" />
        <Trans>All lectures</Trans>
      </LinkButton>
      <LinkButton to={pathTo('learning')} tone="ghost">
        <GraduationCap size={16} aria-hidden="true" />
        <Trans>My learning</Trans>
      </LinkButton>
    </nav>
  );
};

/** After the last thing that a course demands: its certificate, what was done, and what is next. */
export default function CourseEnd({ course, lectures }: CourseEndProps) {
  const locale = useLocale();
  const { community } = useSite();
  const { data: standing, isPending } = useQuery(certificateStandingQuery(course._id));
  const { certificate = null, renewal = null, lettersNotDrawn = [] } = standing ?? {};
  const issued = certificate && hasPdf(certificate) ? certificate : undefined;
  const open = lectures.filter(({ progress }) => !progress?.isDone);
  const watched = watchedMs(lectures);
  if (isPending) return <PageSkeleton />;
  if (open.length > 0 && !issued && standing?.isFulfilled !== true) return <OwnCertificatePage course={course} />;
  return (
    <div className="page py-4 lg:pt-6 lg:pb-14">
      <BackLink to={pathTo('course', { course: course._id })}>{course.title}</BackLink>
      <Hero course={course} code={issued?.code} />
      {issued ? <CertificateOffers key={issued.code} certificate={issued} /> : <ShareCourse course={course} />}
      <p className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-1">
        <span className="inline-flex items-center gap-2 font-semibold">
          <CircleCheck size={20} className="text-success" aria-hidden="true" />
          <Trans>
            {{ number: lectures.length - open.length }} of{' '}
            <Plural value={lectures.length} one="# lecture" other="# lectures" />
          </Trans>
        </span>
        {watched >= 60_000 && (
          <span className="text-muted">
            <Trans>{{ length: formatLength(watched, locale) }} watched</Trans>
          </span>
        )}
      </p>
      {(!issued || renewal?.isOpen || lettersNotDrawn.length > 0) && <OwnCertificate courseId={course._id} />}
      <Left courseId={course._id} open={open} isNeeded={!standing?.rule} />
      {community.reviews && <AskReview courseId={course._id} isAtEnd />}
      <NextCourse courseId={course._id} isQuiet={issued !== undefined} />
      <NextSteps courseId={course._id} last={lectures.at(-1)?._id} />
    </div>
  );
}
