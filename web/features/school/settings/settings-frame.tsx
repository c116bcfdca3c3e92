import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messages } from '#contract/messages.ts';
import type { AllSettings } from '#contract/school/settings.ts';
import { settingsQuery } from '#web/api/school-queries.ts';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { PageHeading } from '#web/ui/page/page-heading.tsx';
import { FormSkeleton, LoadingNote, QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { pathTo } from '#web/app/path-to.ts';

interface SettingsFrameProps {
  section: string;
  /** With a column of its own beside the form. */
  isWide?: boolean;
  children: (known: AllSettings) => ReactNode;
}

/** One section of the settings, and the way back to all of them. */
export function SettingsFrame({ section, isWide = false, children }: SettingsFrameProps) {
  const { t } = useLingui();
  const query = useQuery(settingsQuery());
  const width = isWide ? '' : 'max-w-[44rem]';
  return (
    <div className="page py-8 lg:py-10">
      <BackLink to={pathTo('settings')}>
        <Trans>Settings</Trans>
      </BackLink>
      <PageHeading title={t`${section} · Settings`}>{section}</PageHeading>
      <div className="mt-7">
        <QueryBoundary
          query={query}
          skeleton={
            <div className={width}>
              <LoadingNote />
              <FormSkeleton />
            </div>
          }
          failure={messages.settings.failure}
        >
          {({ settings }) => <div className={`min-w-0 ${width}`}>{children(settings)}</div>}
        </QueryBoundary>
      </div>
    </div>
  );
}
