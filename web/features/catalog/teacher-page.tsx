import { msg, plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { messages } from '#contract/messages.ts';
import type { ResponseOf } from '#web/api/call.ts';
import { teacherPageQuery } from '#web/api/teaching-queries.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { PageHeading } from '#web/ui/page/page-heading.tsx';
import { LoadingNote, QueryBoundary, Skeleton } from '#web/ui/page/query-boundary.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { plainTextOf } from '#contract/rich-text-leaves.ts';
import { pathTo } from '#web/app/path-to.ts';
import { CourseCard } from './course-card.tsx';
import { useLanguage } from '#web/ui/language/language.tsx';

type Teacher = ResponseOf<'GET /teachers/:slug'>['teacher'];

const MissingFrame = ({ children }: { children: ReactNode }) => (
  <>
    <PageHeading>
      <Trans>Page Not Found</Trans>
    </PageHeading>
    {children}
  </>
);

const Loading = () => (
  <>
    <PageHeading className="sr-only">
      <Trans>Teacher</Trans>
    </PageHeading>
    <LoadingNote />
    <Skeleton className="mt-6 h-32 w-full max-w-2xl" />
    <Skeleton className="mt-10 h-80 w-full" />
  </>
);

/** The public page of a teacher. */
export function Component() {
  const { slug = '' } = useParams();
  const query = useQuery(teacherPageQuery(slug));
  return (
    <div className="page py-6 lg:py-10">
      <BackLink to={pathTo('courses')}>
        <Trans>All courses</Trans>
      </BackLink>
      <QueryBoundary
        query={query}
        skeleton={<Loading />}
        failure={messages.courses.broken}
        frame={MissingFrame}
        notFound={{
          action: (
            <LinkButton to={pathTo('courses')}>
              <Trans>See all courses</Trans>
            </LinkButton>
          ),
        }}
      >
        {({ teacher }) => <Page teacher={teacher} />}
      </QueryBoundary>
    </div>
  );
}

const Page = ({ teacher: { name, headline, about, picture, courses } }: { teacher: Teacher }) => {
  const { _ } = useLanguage();
  const count = _(msg({ message: plural(courses.length, { one: '# course', other: '# courses' }) }));
  return (
    <>
      <div className="mt-4 flex flex-wrap items-center gap-5 sm:gap-7">
        <Avatar fullName={name} src={picture.secure_url} className="size-24 text-2xl sm:size-32" sizes="8rem" />
        <div className="min-w-0">
          <PageHeading description={plainTextOf(about) || headline || `${name}, ${count}`}>{name}</PageHeading>
          {headline !== '' && <p className="mt-1 text-lg text-muted wrap-anywhere">{headline}</p>}
        </div>
      </div>
      {about.length > 0 && <RichText blocks={about} heading="h2" className="measure mt-6" />}
      <section aria-labelledby="teacher-courses" className="mt-10">
        <h2 id="teacher-courses" className="text-section mb-5">
          {count}
        </h2>
        <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
          {courses.map((course) => (
            <li key={course._id} className="grid">
              <CourseCard course={course} />
            </li>
          ))}
        </ul>
      </section>
    </>
  );
};
