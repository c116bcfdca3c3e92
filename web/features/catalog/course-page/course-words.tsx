import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { plainTextOf } from '#contract/rich-text-leaves.ts';
import type { RichText as Blocks } from '#contract/rich-text.ts';
import type { ResponseOf } from '#web/api/call.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { CheckList } from '#web/ui/inputs/check-list.tsx';
import { formatLength } from '#contract/format.ts';
import { linesOf, ReadMore, RichText } from '#web/ui/rich-text.tsx';
import { pathTo } from '#web/app/path-to.ts';
import { useLocale } from '#web/ui/language/language.tsx';

type AboutCourse = ResponseOf<'GET /courses/:courseId/about'>['course'];

const LEAD_MAX_CHARACTERS = 300;
/** Three more than are shown at first, so that "Read more" never hides a line or two. */
const UNFOLDED_MAX_LINES = 9;

/** The first paragraph stands under the title, unless it is long. */
export const splitDescription = (blocks: Blocks): { lead: Blocks; rest: Blocks } => {
  const [first] = blocks;
  const isLead = first?.kind === 'paragraph' && plainTextOf([first]).length <= LEAD_MAX_CHARACTERS;
  return { lead: isLead ? [first] : [], rest: isLead ? blocks.slice(1) : blocks };
};

export function AboutThisCourse({ blocks }: { blocks: Blocks }) {
  if (blocks.length === 0) return null;
  const text = <RichText blocks={blocks} className="measure" />;
  return (
    <section className="mt-10" aria-labelledby="about-course">
      <h2 id="about-course" className="text-section mb-4">
        <Trans>About this course</Trans>
      </h2>
      {linesOf(plainTextOf(blocks)) > UNFOLDED_MAX_LINES ? <ReadMore>{text}</ReadMore> : text}
    </section>
  );
}

export function Outcomes({ outcomes }: { outcomes: readonly string[] }) {
  if (outcomes.length === 0) return null;
  return (
    <section className="mt-10" aria-labelledby="outcomes">
      <h2 id="outcomes" className="text-section mb-4">
        <Trans>After this course you can</Trans>
      </h2>
      <CheckList items={outcomes} className="grid gap-x-6 gap-y-3 sm:grid-cols-2" />
    </section>
  );
}

/** The teacher, with a text or a picture. */
export function YourTeacher({ course: { createdBy: name, teacher } }: { course: AboutCourse }) {
  const { headline, about, picture, numberOfCourses, slug } = teacher;
  if (headline === '' && about.length === 0 && picture.secure_url === null) return null;
  return (
    <section className="mt-10" aria-labelledby="teacher">
      <h2 id="teacher" className="text-section mb-4">
        <Trans>Your teacher</Trans>
      </h2>
      <div className="flex items-center gap-4 sm:gap-5">
        <Avatar fullName={name} src={picture.secure_url} className="size-24" sizes="6rem" />
        <div className="min-w-0">
          <p className="text-title font-display font-medium wrap-anywhere">
            <Link to={pathTo('teacher', { slug })} className="hover:underline">
              {name}
            </Link>
          </p>
          {headline !== '' && <p className="text-muted text-sm wrap-anywhere">{headline}</p>}
          {numberOfCourses > 1 && (
            <Link
              to={pathTo('teacher', { slug })}
              className="inline-flex min-h-11 items-center text-sm underline underline-offset-3"
            >
              <Plural value={numberOfCourses} one="# course" other="# courses" />
            </Link>
          )}
        </div>
      </div>
      {about.length > 0 && <RichText blocks={about} className="measure mt-3" />}
    </section>
  );
}

/** The teacher, and the amount of lectures. */
export function Facts({ course }: { course: AboutCourse }) {
  const { headline, picture, slug } = course.teacher;
  const { t } = useLingui();
  const locale = useLocale();
  const facts = [
    [t`Category`, course.category],
    [t`Total lectures`, String(course.numberOfLectures)],
    [t`Length`, course.totalDurationMs > 0 ? formatLength(course.totalDurationMs, locale) : ''],
  ] as const;
  return (
    <div className="mt-5 flex flex-wrap items-center justify-between gap-x-10 gap-y-4">
      <div className="flex items-center gap-3">
        <Avatar fullName={course.createdBy} src={picture.secure_url} className="size-13" sizes="3.25rem" />
        <dl className="min-w-0">
          <dt className={headline === '' ? 'meta' : 'sr-only'}>
            <Trans>Instructor</Trans>
          </dt>
          <dd className="font-semibold wrap-anywhere">
            <Link to={pathTo('teacher', { slug })} className="hover:underline">
              {course.createdBy}
            </Link>
          </dd>
          {headline !== '' && <dd className="meta wrap-anywhere">{headline}</dd>}
        </dl>
      </div>
      <dl className="max-lg:border-line flex flex-wrap gap-x-8 gap-y-3 max-lg:w-full max-lg:border-t max-lg:pt-4">
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt className="meta">{name}</dt>
              <dd className="font-semibold">{value}</dd>
            </div>
          ))}
      </dl>
    </div>
  );
}
