import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { FirstSteps } from '#contract/catalog/first-steps.ts';
import { pathTo } from '#web/app/path-to.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { Cover } from '#web/ui/covers/cover.tsx';
import { Badge } from '#web/ui/panel.tsx';
import { formatLength } from '#contract/format.ts';
import { useLocale } from '#web/ui/language/language.tsx';

type OwnCourse = NonNullable<FirstSteps['course']>;

const nextOf = ({ isDraft, numberOfLectures }: OwnCourse): MessageDescriptor => {
  if (numberOfLectures === 0) return msg`Next: add a folder of videos or single ones.`;
  return isDraft ? msg`Next: look at it and publish it.` : msg`Learners can see it.`;
};

/** The course with its state; without one, the ways to begin one. */
export const CourseStep = ({ guide: { course, sampleId } }: { guide: FirstSteps }) =>
  course ? <Begun course={course} /> : <NoCourseYet sampleId={sampleId} />;

function Begun({ course }: { course: OwnCourse }) {
  const { t } = useLingui();
  const locale = useLocale();
  const { _id: courseId, title, thumbnail, isDraft, numberOfLectures, totalDurationMs } = course;
  const length = totalDurationMs > 0 ? `, ${formatLength(totalDurationMs, locale)}` : '';
  return (
    <>
      <div className="flex items-center gap-3">
        <span className="aspect-video w-24 shrink-0 overflow-hidden rounded-field sm:w-28">
          <Cover title={title} src={thumbnail.secure_url} sizes="7rem" />
        </span>
        <div className="min-w-0">
          <p className="font-semibold wrap-anywhere">{title}</p>
          <p className="meta num mt-1 flex flex-wrap items-center gap-2">
            <Badge isGood={!isDraft}>{isDraft ? t`Draft` : t`Published`}</Badge>
            <Plural value={numberOfLectures} one="# lecture" other="# lectures" />
            {length}
          </p>
        </div>
      </div>
      <p className="mt-3">{t(nextOf(course))}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <LinkButton to={pathTo('editCourse', { course: courseId })}>{isDraft ? t`Continue` : t`Edit`}</LinkButton>
        <LinkButton tone="quiet" to={pathTo('classroom', { course: courseId })}>
          <Trans>Preview</Trans>
        </LinkButton>
      </div>
    </>
  );
}

const NoCourseYet = ({ sampleId }: { sampleId: string | null }) => {
  const { t } = useLingui();
  return (
    <>
      <p className="text-muted">
        <Trans>Start with an empty course, then add lectures or drop a folder of videos.</Trans>
        {sampleId !== null && ` ${t`Or give a sample another title: then it is yours.`}`}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <LinkButton to={pathTo('createCourse')}>
          <Trans>Create a course</Trans>
        </LinkButton>
        {sampleId !== null && (
          <LinkButton tone="quiet" to={pathTo('editCourse', { course: sampleId, tab: 'details' })}>
            <Trans>Start from a sample</Trans>
          </LinkButton>
        )}
      </div>
    </>
  );
};
