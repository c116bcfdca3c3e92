import { Check, Undo2 } from 'lucide-react';
import { Link } from 'react-router';
import { Button } from '#web/ui/button.tsx';
import { formatTime } from '#web/ui/text/format.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { pathTo } from '#web/app/paths.ts';
import type { Curriculum } from '#web/features/classroom/curriculum/use-curriculum.ts';

export const COURSE_TABS = [
  { name: 'curriculum', label: 'Curriculum' },
  { name: 'details', label: 'Details' },
  { name: 'publish', label: 'Publish' },
] as const;

export type CourseTab = (typeof COURSE_TABS)[number]['name'];

function Saved({ curriculum: { isSaving, savedAt, undo } }: { curriculum: Curriculum }) {
  const { timeZone } = useSite();
  return (
    <div className="flex min-h-11 items-center gap-2 text-sm text-muted">
      <output className="num flex items-center gap-2">
        {isSaving && 'Saving…'}
        {!isSaving && savedAt !== undefined && (
          <>
            <Check size={16} aria-hidden="true" />
            Saved {formatTime(savedAt, timeZone)}
          </>
        )}
      </output>
      {undo && (
        <Button tone="ghost" size="small" onClick={undo}>
          <Undo2 size={16} aria-hidden="true" />
          Undo
        </Button>
      )}
    </div>
  );
}

/** The tabs of a course's editor are links, and beside them stands whether everything is saved. */
export const CourseTabs = ({ curriculum, current }: { curriculum: Curriculum; current: CourseTab }) => (
  <div className="page-tabs">
    <nav aria-label="Course">
      {COURSE_TABS.map(({ name, label }) => (
        <Link
          key={name}
          to={pathTo('editCourse', {
            course: curriculum.courseId,
            tab: name === COURSE_TABS[0].name ? undefined : name,
          })}
          aria-current={name === current ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
    <Saved curriculum={curriculum} />
  </div>
);
