import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { draftsQuery } from '#web/api/course-queries.ts';
import { LinkButton } from '#web/components/button.tsx';
import { countOf } from '#web/components/format.ts';
import { pathTo } from '#web/paths.ts';

/** Renders nothing when there are no drafts. */
export function DraftsPanel() {
  const { data } = useQuery(draftsQuery());
  if (!data || data.total === 0) return null;
  return (
    <section aria-labelledby="drafts" className="surface mt-5 overflow-hidden">
      <h2 id="drafts" className="px-5 pt-5 text-title sm:px-6 sm:pt-6">
        Drafts
      </h2>
      <ul className="mt-3 divide-y divide-line">
        {data.courses.map(({ _id, title, category, numberOfLectures }) => (
          <li key={_id} className="flex flex-wrap items-center justify-between gap-3 px-5 py-3 sm:px-6">
            <div className="min-w-0">
              <p className="font-semibold wrap-anywhere">{title}</p>
              <p className="meta">
                {category} · {countOf(numberOfLectures, 'lecture')}
              </p>
            </div>
            <LinkButton to={pathTo('editCourse', { course: _id })} tone="quiet">
              <Pencil size={16} aria-hidden="true" />
              Edit
              <span className="sr-only"> {title}</span>
            </LinkButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
