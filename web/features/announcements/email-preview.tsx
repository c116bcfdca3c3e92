import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messages } from '#contract/messages.ts';
import { EmailFrame } from '#web/ui/email-frame.tsx';
import { QueryBoundary, Skeleton } from '#web/ui/page/query-boundary.tsx';
import { useQuiet } from '#web/ui/use-quiet.ts';
import { announcementPreviewQuery } from './announcement-queries.ts';

const QUIET_MS = 400;
const VIEWS = ['email', 'plain'] as const;

interface EmailPreviewProps {
  title: string;
  body: string;
  courseId: string | undefined;
}

/** The email as it arrives, as it is written. */
export function EmailPreview({ title, body, courseId }: EmailPreviewProps) {
  const { t } = useLingui();
  const typed = useQuiet(JSON.stringify({ title, body, courseId }), QUIET_MS);
  const text: EmailPreviewProps = { courseId, ...JSON.parse(typed) };
  const isEmpty = text.title.trim() === '' || text.body.trim() === '';
  const query = useQuery({ ...announcementPreviewQuery(text), enabled: !isEmpty });
  const [view, setView] = useState<(typeof VIEWS)[number]>('email');
  return (
    <section aria-label={t`The email`} className="min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-title">
          <Trans>The email</Trans>
        </h2>
        <fieldset className="segments">
          <legend className="sr-only">
            <Trans>View</Trans>
          </legend>
          {VIEWS.map((name) => (
            <button key={name} type="button" aria-pressed={view === name} onClick={() => setView(name)}>
              {name === 'email' ? t`Email` : t`Plain text`}
            </button>
          ))}
        </fieldset>
      </div>
      <div className="surface mt-3 overflow-hidden">
        {isEmpty && !query.data ? (
          <p className="p-5 text-sm text-muted">
            <Trans>It appears here once there is a title and a text.</Trans>
          </p>
        ) : (
          <QueryBoundary
            query={query}
            skeleton={<Skeleton className="m-5 h-64" />}
            failure={messages.announcements.oneFailed}
            messageClass="p-5"
            isInPanel
          >
            {(email) => (
              <>
                <p className="border-b border-line px-5 py-3 text-sm">
                  <span className="text-muted">
                    <Trans>Subject</Trans>{' '}
                  </span>
                  <span dir="auto" className="font-semibold wrap-anywhere">
                    {email.subject}
                  </span>
                </p>
                {view === 'email' ? (
                  <EmailFrame html={email.html} title={email.subject} />
                ) : (
                  <p className="px-5 py-4 text-sm wrap-anywhere whitespace-pre-wrap">{email.text}</p>
                )}
              </>
            )}
          </QueryBoundary>
        )}
      </div>
    </section>
  );
}
