import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Review } from '#web/api/review-queries.ts';
import { PersonName } from '#web/app/session/person-name.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/panel.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { Stars } from '#web/ui/stars.tsx';
import { formatMonth } from '#contract/format.ts';
import { useLocale } from '#web/ui/language/language.tsx';

const Answer = ({ answer }: { answer: NonNullable<Review['answer']> }) => {
  const { brandName, timeZone } = useSite();
  const name = answer.fullName || brandName;
  return (
    <div className="mt-4 border-s-3 border-(--line-strong) ps-4">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        <Avatar fullName={name} src={answer.avatar.secure_url} className="size-7" sizes="1.75rem" />
        <span className="font-semibold wrap-anywhere">{name}</span>
        <Badge>
          <Trans>Answer</Trans>
        </Badge>
        <span className="text-muted">{formatMonth(answer.answeredAt, timeZone, useLocale())}</span>
      </p>
      <p className="mt-1.5 text-sm whitespace-pre-line wrap-anywhere">{answer.text}</p>
    </div>
  );
};

interface ReviewItemProps {
  review: Review;
  /** The menu or the buttons of those who may change something. */
  actions?: ReactNode;
  /** For the staff, who may see more of the author. */
  authorId?: string;
  /** Under the name. */
  note?: ReactNode;
}

/** One review, with the measured share of the course and its answer. */
export function ReviewItem({ review, actions, authorId, note }: ReviewItemProps) {
  const { timeZone } = useSite();
  const { author, stars, text, watchedPercent, writtenAt, editedAt, answer } = review;
  const { t } = useLingui();
  const locale = useLocale();
  const name = author?.fullName ?? t`Deleted account`;
  return (
    <article className="py-5">
      <div className="flex items-start gap-3">
        <Avatar fullName={name} src={author?.avatar.secure_url ?? null} className="size-10" sizes="2.5rem" />
        <div className="min-w-0 flex-1">
          <p className={`text-sm wrap-anywhere ${author ? 'font-semibold' : 'text-muted'}`}>
            <PersonName userId={author && authorId}>{name}</PersonName>
          </p>
          <p className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-0.5 text-sm">
            <Stars stars={stars} />
            <span className="font-medium">
              <Trans>watched {watchedPercent}%</Trans>
            </span>
            <span className="text-muted">{formatMonth(writtenAt, timeZone, locale)}</span>
          </p>
          {note}
        </div>
        {actions}
      </div>
      {text !== '' && <p className="measure mt-3 whitespace-pre-line wrap-anywhere">{text}</p>}
      {editedAt !== null && (
        <p className="meta mt-2">
          <Trans>Edited in {{ month: formatMonth(editedAt, timeZone, locale) }}. The earlier text is kept.</Trans>
        </p>
      )}
      {answer && <Answer answer={answer} />}
    </article>
  );
}
