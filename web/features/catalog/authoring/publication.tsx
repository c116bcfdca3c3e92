import { Check, Circle } from 'lucide-react';
import { Link } from 'react-router';
import type { ManagedCourse, ManagedLecture } from '#contract/authoring.ts';
import type { SiteFacts } from '#contract/setup.ts';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { countOf } from '#web/ui/text/format.ts';
import { Panel } from '#web/ui/panel.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { pathTo } from '#web/app/path-to.ts';
import { type Curriculum, useShowSavedCourse } from '#web/features/classroom/curriculum/use-curriculum.ts';

interface Requirement {
  name: string;
  isDone: boolean;
  isOptional?: boolean;
  /** Where it is done. */
  to: string;
}

/** The checks of a course before its publication. */
const requirementsOf = (
  course: ManagedCourse,
  lectures: readonly ManagedLecture[],
  { isSelling, plans }: Pick<SiteFacts, 'isSelling' | 'plans'>,
): readonly Requirement[] => {
  const curriculum = pathTo('editCourse', { course: course._id });
  const details = pathTo('editCourse', { course: course._id, tab: 'details' });
  const undescribedCount = lectures.filter(({ description }) => description.trim() === '').length;
  const shown = lectures.filter(({ isDraft, isPlayable }) => !isDraft && isPlayable);
  return [
    { name: 'A cover image', isDone: course.thumbnail.secure_url !== null, to: details },
    { name: 'A description', isDone: course.description.trim() !== '', to: details },
    { name: 'A published lecture that is ready to play', isDone: shown.length > 0, to: curriculum },
    {
      name: `A description for every lecture${undescribedCount > 0 ? ` (${undescribedCount} without)` : ''}`,
      isDone: lectures.length > 0 && undescribedCount === 0,
      to: curriculum,
    },
    { name: 'A plan on sale', isDone: isSelling && plans.length > 0, to: pathTo('plans') },
    {
      name: 'A free preview, so that visitors can try the course',
      isDone: shown.some(({ isFreePreview }) => isFreePreview),
      isOptional: true,
      to: curriculum,
    },
  ];
};

const RequirementRow = ({ requirement: { name, isDone, isOptional = false, to } }: { requirement: Requirement }) => {
  const Icon = isDone ? Check : Circle;
  return (
    <li>
      <Link to={to} className="flex min-h-12 items-center gap-3 py-2 hover:underline">
        <Icon size={20} className={isDone ? 'text-success' : 'text-muted'} aria-hidden="true" />
        <span className="min-w-0 flex-1">{name}</span>
        <span className="meta">{isDone ? 'Done' : isOptional ? 'Suggested' : 'Missing'}</span>
      </Link>
    </li>
  );
};

function CourseState({ course }: { course: ManagedCourse }) {
  const { _id: courseId, isDraft } = course;
  const showSaved = useShowSavedCourse(courseId);
  const change = useAction({
    run: (next: boolean) => call('PUT /courses/:courseId/draft', { params: { courseId }, body: { isDraft: next } }),
    messages: { loading: messages.authoring.courseSaving, error: messages.authoring.courseFailed },
    onSuccess: () => showSaved(),
  });
  return (
    <Panel
      title={isDraft ? 'This course is a draft' : 'This course is published'}
      aside={
        <Button tone={isDraft ? 'primary' : 'quiet'} isBusy={change.isBusy} onClick={() => void change.start(!isDraft)}>
          {isDraft ? 'Publish course' : 'Unpublish'}
        </Button>
      }
    >
      <p className="text-sm text-muted">
        {isDraft ? 'Only admins can see it. Publish it when it’s ready.' : 'Everyone can see it in the course list.'}
      </p>
    </Panel>
  );
}

function DraftLectures({ curriculum, drafts }: { curriculum: Curriculum; drafts: readonly ManagedLecture[] }) {
  return (
    <Panel
      title={countOf(drafts.length, 'draft lecture')}
      aside={
        <Button tone="quiet" onClick={() => curriculum.publish(drafts.map(({ _id }) => _id))}>
          Publish all
        </Button>
      }
    >
      <ul className="divide-y divide-line">
        {drafts.map(({ _id, title, description }) => (
          <li key={_id} className="flex items-center justify-between gap-3 py-2">
            <span className="min-w-0 flex-1 wrap-anywhere">{title}</span>
            {description.trim() === '' && (
              <Link
                to={pathTo('editCourse', { course: curriculum.courseId, lecture: _id })}
                className="meta hover:underline"
              >
                No description
                <span className="sr-only"> for {title}</span>
              </Link>
            )}
            <Button tone="ghost" size="small" onClick={() => curriculum.publish([_id])}>
              Publish
              <span className="sr-only"> {title}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** The visibility of the course and its lectures, and the missing parts. */
export function Publication({ curriculum, course }: { curriculum: Curriculum; course: ManagedCourse }) {
  const lectures = [...curriculum.lectures.values()];
  const requirements = requirementsOf(course, lectures, useSite());
  const drafts = lectures.filter(({ isDraft }) => isDraft);
  const missing = requirements.filter(({ isDone, isOptional }) => !isDone && isOptional !== true);
  return (
    <div className="max-w-3xl space-y-4">
      <CourseState course={course} />
      <Panel title={missing.length === 0 ? 'Nothing is missing' : `${countOf(missing.length, 'thing')} missing`}>
        <ul className="divide-y divide-line">
          {requirements.map((requirement) => (
            <RequirementRow key={requirement.name} requirement={requirement} />
          ))}
        </ul>
      </Panel>
      {drafts.length > 0 && <DraftLectures curriculum={curriculum} drafts={drafts} />}
    </div>
  );
}
