import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { messages } from '#contract/messages.ts';
import { ApiError, sentenceOf } from '#web/api/api-error.ts';
import type { AnswerOf } from '#web/api/call.ts';
import { outboxMailQuery } from '#web/api/queries.ts';
import { LinkButton } from '#web/components/button.tsx';
import { formatMoment } from '#web/components/format.ts';
import { PageHeading } from '#web/components/page-heading.tsx';
import { useSite } from '#web/components/site.tsx';
import { LoadingNote, Skeleton } from '#web/components/skeletons.tsx';
import { EmptyState, ErrorState } from '#web/components/states.tsx';

type Mail = AnswerOf<'GET /admin/outbox/:mailId'>['mail'];

const Frame = ({ heading, children }: { heading: string; children: ReactNode }) => (
  <div className="page max-w-4xl py-8 lg:py-10">
    <Link to="/admin/outbox" className="inline-flex min-h-9 items-center gap-2 text-sm text-muted hover:underline">
      <ArrowLeft size={16} aria-hidden="true" />
      Outbox
    </Link>
    <PageHeading className="text-section">{heading}</PageHeading>
    {children}
  </div>
);

/** The text as it stands, with its web addresses as links: nothing else of a mail can act. */
const linked = (text: string): ReactNode[] =>
  text.split(/(https?:\/\/[^\s<>"]+)/).map((piece, index) =>
    index % 2 === 0 ? (
      piece
    ) : (
      <a key={index} href={piece} rel="noreferrer" className="link wrap-anywhere">
        {piece}
      </a>
    ),
  );

function Letter({ mail }: { mail: Mail }) {
  const { timeZone } = useSite();
  const facts = [
    ['From', mail.from],
    ['To', mail.to],
    ['Reply to', mail.replyTo ?? ''],
    ['Written', formatMoment(mail.sentAt, timeZone)],
  ] as const;
  return (
    <article className="surface mt-6 overflow-hidden">
      <dl className="space-y-1 border-b border-line bg-base-200 px-5 py-4 text-sm sm:px-6">
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name} className="flex gap-3">
              <dt className="w-20 shrink-0 text-muted">{name}</dt>
              <dd className="min-w-0 wrap-anywhere">{value}</dd>
            </div>
          ))}
      </dl>
      <p className="px-5 py-6 wrap-anywhere whitespace-pre-wrap sm:px-6">{linked(mail.text)}</p>
    </article>
  );
}

/** One mail of the outbox, as text. */
export function Component() {
  const { mailId = '' } = useParams();
  const query = useQuery(outboxMailQuery(mailId));
  if (query.isPending) {
    return (
      <Frame heading="Mail">
        <LoadingNote />
        <Skeleton className="mt-6 h-96 w-full" />
      </Frame>
    );
  }
  if (query.data) {
    return (
      <Frame heading={query.data.mail.subject}>
        <Letter mail={query.data.mail} />
      </Frame>
    );
  }
  const sentence = sentenceOf(query.error, messages.outbox.error);
  const isGone = query.error instanceof ApiError && query.error.status === 404;
  return (
    <Frame heading="Mail">
      {isGone ? (
        <EmptyState action={<LinkButton to="/admin/outbox">All mails</LinkButton>}>{sentence}</EmptyState>
      ) : (
        <div className="mt-6">
          <ErrorState onRetry={() => void query.refetch()} isRetrying={query.isFetching}>
            {sentence}
          </ErrorState>
        </div>
      )}
    </Frame>
  );
}
