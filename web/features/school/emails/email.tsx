import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useParams } from 'react-router';
import { messages } from '#contract/messages.ts';
import { call, download, type ResponseOf, saveFile } from '#web/api/call.ts';
import { emailQuery } from '#web/api/school-queries.ts';
import { ActionButton } from '#web/ui/action-button.tsx';
import { BackLink } from '#web/ui/page/back-link.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { formatMoment, formatSize } from '#contract/format.ts';
import { PageHeading } from '#web/ui/page/page-heading.tsx';
import { LoadingNote, PanelSkeleton, QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { pathTo } from '#web/app/path-to.ts';
import { EmailFrame } from '#web/ui/email-frame.tsx';
import { useLocale } from '#web/ui/language/language.tsx';

type Email = ResponseOf<'GET /admin/outbox/:mailId'>['mail'];

const Frame = ({ heading, children }: { heading: string; children: ReactNode }) => (
  <div className="page max-w-4xl py-8 lg:py-10">
    <BackLink to={pathTo('emails')} isQuiet>
      <Trans>Emails</Trans>
    </BackLink>
    <PageHeading className="text-section">{heading}</PageHeading>
    {children}
  </div>
);

/** Plain text with links; nothing else in an email is active. */
const linked = (text: string): ReactNode[] =>
  text.split(/(https?:\/\/[^\s<>"]+)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <a key={index} href={part} rel="noreferrer" className="link wrap-anywhere">
        {part}
      </a>
    ),
  );

/** Links of emails can give access to an account, so that showing one is a separate step, which is recorded. */
const HiddenLink = ({ emailId }: { emailId: string }) => {
  const { t } = useLingui();
  return (
    <div className="border-t border-line px-5 py-4 sm:px-6">
      <p className="text-sm text-muted">
        <Trans>The link in this email is personal. Show it only to help the recipient. Showing it is recorded.</Trans>
      </p>
      <ActionButton
        tone="quiet"
        className="mt-3"
        run={() => call('POST /admin/outbox/:mailId/link', { params: { mailId: emailId } })}
        messages={{ error: t`The link could not be shown` }}
        onSuccess={({ mail }, queryClient) =>
          void queryClient.setQueryData(emailQuery(emailId).queryKey, (known) => known && { ...known, mail })
        }
      >
        <Trans>Show link</Trans>
      </ActionButton>
    </div>
  );
};

const Headers = ({ email }: { email: Email }) => {
  const { t } = useLingui();
  const locale = useLocale();
  const { timeZone } = useSite();
  const headers = [
    [t({ context: 'email', message: 'From' }), email.from],
    [t({ context: 'email', message: 'To' }), email.to],
    [t`Reply to`, email.replyTo ?? ''],
    [t`Date`, formatMoment(email.sentAt, timeZone, locale)],
  ] as const;
  return (
    <dl className="space-y-1 border-b border-line bg-base-200 px-5 py-4 text-sm sm:px-6">
      {headers
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <div key={name} className="flex gap-3">
            <dt className="w-20 shrink-0 text-muted">{name}</dt>
            <dd className="min-w-0 wrap-anywhere">{value}</dd>
          </div>
        ))}
    </dl>
  );
};

const Attachments = ({ email: { _id: mailId, attachments } }: { email: Email }) => {
  const { t } = useLingui();
  return (
    <ul aria-label={t`Attachments`} className="flex flex-wrap gap-2 border-t border-line px-5 py-4 sm:px-6">
      {attachments.map(({ name, sizeBytes }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the number of an attachment is its place
        <li key={index}>
          <ActionButton
            tone="quiet"
            run={() =>
              download('GET /admin/outbox/:mailId/attachments/:number', name, {
                params: { mailId, number: String(index) },
              })
            }
            messages={{ error: t`The attachment could not be downloaded` }}
            onSuccess={saveFile}
          >
            <Download size={18} aria-hidden="true" />
            {name}
            <span className="num font-normal text-muted">{formatSize(sizeBytes)}</span>
          </ActionButton>
        </li>
      ))}
    </ul>
  );
};

function EmailMessage({ email }: { email: Email }) {
  const { t } = useLingui();
  const { html } = email;
  const [isPlain, setPlain] = useState(false);
  return (
    <>
      {html !== null && (
        <fieldset className="segments mt-5">
          <legend className="sr-only">
            <Trans>View</Trans>
          </legend>
          {[false, true].map((plain) => (
            <button key={`${plain}`} type="button" aria-pressed={isPlain === plain} onClick={() => setPlain(plain)}>
              {plain ? t`Plain text` : t`Preview`}
            </button>
          ))}
        </fieldset>
      )}
      <article className="surface mt-4 overflow-hidden">
        <Headers email={email} />
        {html === null || isPlain ? (
          <p className="px-5 py-6 wrap-anywhere whitespace-pre-wrap sm:px-6">{linked(email.text)}</p>
        ) : (
          <EmailFrame html={html} title={email.subject} />
        )}
        {email.attachments.length > 0 && <Attachments email={email} />}
        {email.isLinkHidden && <HiddenLink emailId={email._id} />}
      </article>
    </>
  );
}

export function Component() {
  const { t } = useLingui();
  const { emailId = '' } = useParams();
  const query = useQuery(emailQuery(emailId));
  return (
    <Frame heading={query.data?.mail.subject ?? t`Email`}>
      <QueryBoundary
        query={query}
        skeleton={
          <>
            <LoadingNote />
            <div className="mt-6">
              <PanelSkeleton lines={8} />
            </div>
          </>
        }
        failure={messages.emails.error}
        notFound={{
          action: (
            <LinkButton to={pathTo('emails')}>
              <Trans>All emails</Trans>
            </LinkButton>
          ),
        }}
        messageClass="mt-6"
      >
        {({ mail: email }) => <EmailMessage email={email} />}
      </QueryBoundary>
    </Frame>
  );
}
