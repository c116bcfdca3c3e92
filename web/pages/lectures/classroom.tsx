import { ArrowRight, Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Course } from '#contract/catalog.ts';
import type { Lecture } from '#contract/lectures.ts';
import { Button, LinkButton } from '#web/components/button.tsx';
import { LecturePlayer } from '#web/components/lecture-player/lecture-player.tsx';
import { EmptyState } from '#web/components/states.tsx';
import { LectureList } from '#web/pages/lectures/lecture-list.tsx';
import { useSession } from '#web/session/use-session.ts';

interface ClassroomProps {
  course: Course;
  lectures: readonly Lecture[];
  renewAddress: (lectureId: string) => Promise<string>;
}

/** The selected lecture is part of the address, so that a reload comes back to it; without one it is the first. */
const useSelection = (lectures: readonly Lecture[]) => {
  const [search, setSearch] = useSearchParams();
  const [wasChosen, setWasChosen] = useState(false);
  const index = Math.max(
    0,
    lectures.findIndex(({ _id }) => _id === search.get('lecture')),
  );
  const select = (lecture: Lecture) => {
    setWasChosen(true);
    const next = new URLSearchParams(search);
    next.set('lecture', lecture._id);
    setSearch(next, { replace: true, preventScrollReset: true });
  };
  return { index, select, wasChosen };
};

const AddLecture = ({ courseId }: { courseId: string }) => (
  <LinkButton to={`/course/addlecture?course=${courseId}`} tone="quiet">
    <Plus size={16} aria-hidden="true" />
    Add new Lecture
  </LinkButton>
);

const NoLectures = ({ course, isAdmin }: { course: Course; isAdmin: boolean }) => (
  <EmptyState
    action={isAdmin ? <AddLecture courseId={course._id} /> : <LinkButton to="/courses">See all courses</LinkButton>}
  >
    This course has no lectures yet.
  </EmptyState>
);

/** Player, title and description of the selected lecture, with the list beside it or, on phones, below. */
export const Classroom = ({ course, lectures, renewAddress }: ClassroomProps) => {
  const isAdmin = useSession()?.role === 'ADMIN';
  const { index, select, wasChosen } = useSelection(lectures);
  const title = useRef<HTMLHeadingElement>(null);
  const lecture = lectures[index];
  const next = lectures[index + 1];
  if (!lecture) return <NoLectures course={course} isAdmin={isAdmin} />;
  const address = lecture.lecture[0]?.secure_url;
  const goOn = () => {
    if (next) select(next);
    title.current?.focus();
  };

  return (
    <div className="mt-5 grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="min-w-0">
        <div className="-mx-5 overflow-hidden sm:mx-0 sm:rounded-box">
          {address && (
            <LecturePlayer
              key={lecture._id}
              title={lecture.title}
              address={address}
              durationMs={lecture.durationMs}
              renewAddress={() => renewAddress(lecture._id)}
              startsPlaying={wasChosen}
            />
          )}
        </div>
        <div className="mt-5 flex flex-wrap items-start justify-between gap-x-8 gap-y-5">
          <div className="measure min-w-0 flex-1 basis-72">
            <p className="meta">
              Lecture {index + 1} of {lectures.length}
            </p>
            <h2 ref={title} tabIndex={-1} className="text-section outline-none">
              {lecture.title}
            </h2>
            <p className="mt-2 whitespace-pre-line text-muted">{lecture.description}</p>
          </div>
          {next && (
            <Button size="large" className="w-full sm:w-auto" onClick={goOn}>
              Next lecture
              <ArrowRight size={16} aria-hidden="true" />
            </Button>
          )}
        </div>
      </div>
      <LectureList
        course={course}
        lectures={lectures}
        currentId={lecture._id}
        onSelect={select}
        adding={isAdmin && <AddLecture courseId={course._id} />}
        isAdmin={isAdmin}
      />
    </div>
  );
};
