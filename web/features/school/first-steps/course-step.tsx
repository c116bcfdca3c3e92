import type { FirstSteps } from '#contract/catalog/first-steps.ts';
import { pathTo } from '#web/app/path-to.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { Cover } from '#web/ui/covers/cover.tsx';
import { Badge } from '#web/ui/panel.tsx';
import { countOf, formatLength } from '#contract/format.ts';

type OwnCourse = NonNullable<FirstSteps['course']>;

const nextOf = ({ isDraft, numberOfLectures }: OwnCourse): string => {
  if (numberOfLectures === 0) return 'Next: add a folder of videos or single ones.';
  return isDraft ? 'Next: look at it and publish it.' : 'Learners can see it.';
};

/** The course with its state; without one, the ways to begin one. */
export const CourseStep = ({ guide: { course, sampleId } }: { guide: FirstSteps }) =>
  course ? <Begun course={course} /> : <NoCourseYet sampleId={sampleId} />;

function Begun({ course }: { course: OwnCourse }) {
  const { _id: courseId, title, thumbnail, isDraft, numberOfLectures, totalDurationMs } = course;
  const length = totalDurationMs > 0 ? `, ${formatLength(totalDurationMs)}` : '';
  return (
    <>
      <div className="flex items-center gap-3">
        <span className="aspect-video w-24 shrink-0 overflow-hidden rounded-field sm:w-28">
          <Cover title={title} src={thumbnail.secure_url} sizes="7rem" />
        </span>
        <div className="min-w-0">
          <p className="font-semibold wrap-anywhere">{title}</p>
          <p className="meta num mt-1 flex flex-wrap items-center gap-2">
            <Badge isGood={!isDraft}>{isDraft ? 'Draft' : 'Published'}</Badge>
            {countOf(numberOfLectures, 'lecture')}
            {length}
          </p>
        </div>
      </div>
      <p className="mt-3">{nextOf(course)}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <LinkButton to={pathTo('editCourse', { course: courseId })}>{isDraft ? 'Continue' : 'Edit'}</LinkButton>
        <LinkButton tone="quiet" to={pathTo('classroom', { course: courseId })}>
          Preview
        </LinkButton>
      </div>
    </>
  );
}

const NoCourseYet = ({ sampleId }: { sampleId: string | null }) => (
  <>
    <p className="text-muted">
      Start with an empty course, then add lectures or drop a folder of videos.
      {sampleId !== null && ' Or give a sample another title: then it is yours.'}
    </p>
    <div className="mt-3 flex flex-wrap gap-2">
      <LinkButton to={pathTo('createCourse')}>Create a course</LinkButton>
      {sampleId !== null && (
        <LinkButton tone="quiet" to={pathTo('editCourse', { course: sampleId, tab: 'details' })}>
          Start from a sample
        </LinkButton>
      )}
    </div>
  </>
);
