import { Link } from 'react-router';
import type { ResponseOf } from '#web/api/call.ts';
import { Cover } from '#web/ui/covers/cover.tsx';
import { countOf } from '#web/ui/text/format.ts';
import { pathTo } from '#web/app/paths.ts';

type RelatedCourse = ResponseOf<'GET /courses/:courseId/about'>['course']['related'][number];

const Card = ({ course: { _id, title, createdBy, thumbnail, numberOfLectures } }: { course: RelatedCourse }) => (
  <article className="course-card h-full">
    <Cover title={title} src={thumbnail.secure_url} sizes="(width >= 64rem) 24rem, 17rem" />
    <div className="px-5 py-4">
      <h3 className="course-title text-title line-clamp-3">
        <Link to={pathTo('course', { course: _id })}>{title}</Link>
      </h3>
      <p className="meta mt-1">
        {createdBy} · {countOf(numberOfLectures, 'lecture')}
      </p>
    </div>
  </article>
);

/** At the foot of a course's page, others like it. */
export function RelatedCourses({ courses }: { courses: readonly RelatedCourse[] }) {
  if (courses.length === 0) return null;
  return (
    <section className="page pb-8 lg:pt-4 lg:pb-14" aria-labelledby="related">
      <h2 id="related" className="text-section mb-4">
        Goes well with it
      </h2>
      <ul className="related-courses">
        {courses.map((course) => (
          <li key={course._id}>
            <Card course={course} />
          </li>
        ))}
      </ul>
    </section>
  );
}
