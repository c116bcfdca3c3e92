import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { messages } from '#contract/messages.ts';
import { Link } from 'react-router';
import type { Language } from '#contract/languages/language.ts';
import { pathTo } from '#web/app/path-to.ts';
import { CountsTable } from '#web/features/catalog/authoring/translation-counts.tsx';
import type { ResponseOf } from '#web/api/call.ts';
import { endpointQuery } from '#web/api/query.ts';
import { useLanguage } from '#web/ui/language/language.tsx';
import { EmptyState } from '#web/ui/page/query-boundary.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { Table } from '#web/ui/table/table.tsx';
import { type Column, useTable } from '#web/ui/table/use-table.ts';

type CountedCourse = ResponseOf<'GET /admin/translations'>['courses'][number];

const countsOf = (course: CountedCourse, code: string, { _ }: Language): string => {
  const counts = course.languages.find(({ language }) => language === code);
  if (!counts) return _(msg`Original`);
  const { empty, draft, outdated, reviewed } = counts;
  const facts = [
    _(msg`${{ translated: reviewed + outdated }} of ${{ texts: empty + draft + outdated + reviewed }}`),
    ...(draft > 0 ? [_(msg`${plural(draft, { one: '# draft', other: '# drafts' })}`)] : []),
    ...(outdated > 0 ? [_(msg`${{ outdated }} outdated`)] : []),
  ];
  return facts.join(' · ');
};

const columnsOf = (
  languages: readonly { code: string; name: string }[],
  reader: Language,
): readonly Column<CountedCourse>[] => [
  { id: 'title', title: reader._(msg`Course`), kind: 'name', cell: ({ title }) => <bdi>{title}</bdi> },
  ...languages.map(({ code, name }): Column<CountedCourse> => ({
    id: code,
    title: name,
    inList: 'labelled',
    cell: (course) => <span className="num">{countsOf(course, code, reader)}</span>,
  })),
];

/** How much of each course, and of the school itself, is translated into which language. */
export function TranslationOverview() {
  const { t } = useLingui();
  const language = useLanguage();
  const { languages } = useSite();
  const control = useTable();
  const query = useQuery(
    endpointQuery(['courses', 'translations', control.scope], 'GET /admin/translations', {
      query: { search: control.search, limit: control.pageSize, offset: control.offset },
    }),
  );
  return (
    <>
      <section className="mt-10" aria-labelledby="school-texts">
        <h2 id="school-texts" className="text-title">
          <Trans>Home page, pages, plans and announcements</Trans>
        </h2>
        {query.data && query.data.school.length > 0 && <CountsTable languages={query.data.school} />}
        <Link to={pathTo('schoolTexts')} className="link inline-flex min-h-11 items-center font-medium">
          <Trans>Translate them</Trans>
        </Link>
      </section>
      <section className="mt-10" aria-labelledby="course-translations">
        <h2 id="course-translations" className="text-title">
          <Trans>Your courses</Trans>
        </h2>
        <p className="mt-1 mb-5 text-sm text-muted">
          <Trans>How many texts of a course are translated into each language.</Trans>
        </p>
        <Table
          label={t`Translations of courses`}
          control={control}
          query={query}
          pageOf={({ courses, total }) => ({ rows: courses, total })}
          columns={columnsOf(languages, language)}
          keyOf={({ _id }) => _id}
          openAt={({ _id }) => pathTo('editCourse', { course: _id, tab: 'translations' })}
          failure={messages.translations.failure}
          searchLabel={t`Search courses`}
          empty={
            <EmptyState>
              <Trans>There are no courses yet.</Trans>
            </EmptyState>
          }
        />
      </section>
    </>
  );
}
