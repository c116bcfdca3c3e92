import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ManagedCourse } from '#contract/catalog/authoring.ts';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import { endpointQuery } from '#web/api/query.ts';
import { PanelSkeleton, QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { TranslationCounts } from './translation-counts.tsx';
import { TranslationDrafts } from './translation-drafts.tsx';
import { TranslationFile } from './translation-file.tsx';
import { TranslationForm } from './translation-form.tsx';
import { TranslationLanguage } from './translation-language.tsx';

/** The answers to a question belong to its words. */
const isOfQuestion = (key: string): boolean => key.startsWith('questions.');

function Texts({ courseId, language }: { courseId: string; language: string }) {
  const params = { courseId, language };
  const query = useQuery(
    endpointQuery(['courses', courseId], 'GET /courses/:courseId/translations/:language', { params, staleTime: 0 }),
  );
  return (
    <>
      <TranslationDrafts key={language} courseId={courseId} language={language} />
      <TranslationFile courseId={courseId} language={language} />
      <QueryBoundary query={query} skeleton={<PanelSkeleton />} failure={messages.translations.failure} isInPanel>
        {({ originalLanguage, texts, ...shown }) => (
          <TranslationForm
            key={shown.language}
            language={shown.language}
            texts={Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, { ...text, originalLanguage }]))}
            save={(body) =>
              call('PUT /courses/:courseId/translations/:language', {
                params: { courseId, language: shown.language },
                body,
              })
            }
            changes={['courses', 'course-lists']}
            isExact={isOfQuestion}
          />
        )}
      </QueryBoundary>
    </>
  );
}

/** The texts of a course in the further languages of the school. */
export function CourseTranslations({
  course: { _id: courseId, language },
}: {
  course: Pick<ManagedCourse, '_id' | 'language'>;
}) {
  const { t } = useLingui();
  const site = useSite();
  return (
    <Panel title={t`Translations`}>
      <p className="max-w-prose text-sm text-muted">
        <Trans>Learners who read in another language see what you translate. The rest stays as you wrote it.</Trans>
      </p>
      <TranslationCounts courseId={courseId} />
      <TranslationLanguage languages={site.languages.filter(({ code }) => code !== language)}>
        {(chosen) => <Texts courseId={courseId} language={chosen} />}
      </TranslationLanguage>
    </Panel>
  );
}
