import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, Gift } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useParams } from 'react-router';
import { messages } from '#contract/messages.ts';
import { invalidate } from '#web/api/query.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { call, type ResponseOf } from '#web/api/call.ts';
import { giftOfLinkQuery } from '#web/features/billing/billing-queries.ts';
import { useAction } from '#web/api/use-action.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { formatDay, listOf } from '#contract/format.ts';
import { isForLife } from '#web/features/billing/plan-terms.tsx';
import { useRights } from '#web/features/billing/rights.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { PageSkeleton } from '#web/ui/page/query-boundary.tsx';
import { pathTo } from '#web/app/path-to.ts';
import { UseLink } from '#web/app/session/use-link.tsx';
import { sessionStore } from '#web/app/session/session.ts';
import { hasAccess, useSession } from '#web/app/session/use-session.ts';
import { Outcome } from '#web/features/billing/checkout/outcome.tsx';
import type { Language } from '#contract/languages/language.ts';
import { Said, useLanguage, useLocale } from '#web/ui/language/language.tsx';
import { termWords } from '#web/ui/language/term-words.ts';

type GiftOfLink = ResponseOf<'POST /gifts/view'>;

/** The page of a gift link. */
export function Component() {
  const { t } = useLingui();
  const { token = '' } = useParams();
  const query = useQuery(giftOfLinkQuery(token));
  const [wasRedeemed, setRedeemed] = useState(false);
  if (query.isPending) return <PageSkeleton />;
  if (query.isError)
    return (
      <NotRedeemable
        reason={errorMessage(query.error, t`The gift could not be loaded`)}
        ownersLogin={query.error.code === 'gift_redeemed' ? pathTo('gift', { token }) : undefined}
      />
    );
  if (wasRedeemed) return <Redeemed gift={query.data} />;
  if (query.data.isRedeemed) return <OwnGift gift={query.data} />;
  return <OpenGift gift={query.data} token={token} onRedeemed={() => setRedeemed(true)} />;
}

const icon = <Gift size={64} className="text-primary" aria-hidden="true" />;

const Courses = ({ children }: { children: ReactNode }) => (
  <LinkButton to={pathTo('courses')} size="large">
    {children}
  </LinkButton>
);

interface NotRedeemableProps {
  reason: string;
  /** The address of the gift, to return to after the login. */
  ownersLogin: string | undefined;
}

function NotRedeemable({ reason, ownersLogin }: NotRedeemableProps) {
  const { t } = useLingui();
  const session = useSession();
  return (
    <Outcome
      icon={icon}
      heading={t`Gift`}
      action={
        <Courses>
          <Trans>See all courses</Trans>
        </Courses>
      }
    >
      <p>
        <Said>{reason}</Said>
      </p>
      {ownersLogin !== undefined && !session && (
        <p className="mt-4">
          <Trans>
            Is it yours?{' '}
            <Link to={pathTo('login')} state={{ returnTo: ownersLogin }} className="link font-semibold">
              Log in
            </Link>
          </Trans>
        </p>
      )}
    </Outcome>
  );
}

/** "every lecture in every course", "Statistics", "Statistics and Monsoon". */
const openedBy = ({ opens }: GiftOfLink, { _, locale }: Language): string =>
  opens === 'everything'
    ? _(msg`every lecture in every course`)
    : listOf(
        opens.courses.map(({ title }) => title),
        locale,
      );

interface OpenedNow {
  /** Undefined for everything. */
  opened: string | undefined;
  /** Null for life, undefined where it differs. */
  end: string | null | undefined;
  timeZone: string;
}

const openSentence = ({ opened, end, timeZone }: OpenedNow, { _, locale }: Language, areSeveral: boolean): string => {
  const what = opened ?? _(msg`Every lecture in every course`);
  const day = typeof end === 'string' ? formatDay(end, timeZone, locale) : '';
  if (areSeveral) {
    if (end === undefined) return _(msg`${what} are open to you.`);
    return _(end === null ? msg`${what} are open to you, for life.` : msg`${what} are open to you until ${day}.`);
  }
  if (end === undefined) return _(msg`${what} is open to you.`);
  return _(end === null ? msg`${what} is open to you, for life.` : msg`${what} is open to you until ${day}.`);
};

/** Whether what the gift opens is open now, until when, and the way there. */
const useOpenedNow = (gift: GiftOfLink) => {
  const language = useLanguage();
  const { timeZone } = useSite();
  const session = useSession();
  const { opens, rightTo } = useRights();
  const { opens: opened } = gift;
  const courses = opened === 'everything' ? [] : opened.courses;
  const all = session?.user.subscription.access_until ?? undefined;
  const allEnds = all !== undefined && isForLife(all) ? null : all;
  const ends = opened === 'everything' ? [allEnds] : courses.map(({ _id }) => rightTo(_id)?.endsAt);
  // Courses may be open until different days.
  const end = new Set(ends).size === 1 ? ends[0] : undefined;
  const sentence = openSentence(
    { opened: opened === 'everything' ? undefined : openedBy(gift, language), end, timeZone },
    language,
    courses.length > 1,
  );
  const isOpen = opened === 'everything' ? hasAccess(session) : courses.every(({ _id }) => opens(_id));
  const [only] = courses.length === 1 ? courses : [];
  return { isOpen, sentence, to: only ? pathTo('classroom', { course: only._id }) : pathTo('courses') };
};

function Redeemed({ gift }: { gift: GiftOfLink }) {
  const { t } = useLingui();
  const { sentence, to } = useOpenedNow(gift);
  return (
    <Outcome
      icon={<CircleCheck size={64} className="text-success" aria-hidden="true" />}
      heading={t`Your gift is redeemed`}
      action={
        <LinkButton to={to} size="large">
          <Trans>Start learning</Trans>
        </LinkButton>
      }
    >
      <p>{sentence}</p>
    </Outcome>
  );
}

/** For a recipient who opens the link again. */
function OwnGift({ gift }: { gift: GiftOfLink }) {
  const { t } = useLingui();
  const { isOpen, sentence, to } = useOpenedNow(gift);
  return (
    <Outcome
      icon={icon}
      heading={t`This gift is yours`}
      action={
        <LinkButton to={isOpen ? to : pathTo('courses')} size="large">
          {isOpen ? <Trans>Start learning</Trans> : <Trans>See all courses</Trans>}
        </LinkButton>
      }
    >
      <p>
        <Trans>You have redeemed the gift from {{ giverName: gift.giverName }}.</Trans>{' '}
        {isOpen ? sentence : <Trans>Your access has ended.</Trans>}
      </p>
    </Outcome>
  );
}

interface OpenGiftProps {
  gift: GiftOfLink;
  token: string;
  onRedeemed: () => void;
}

function OpenGift({ gift, token, onRedeemed }: OpenGiftProps) {
  const { t } = useLingui();
  const language = useLanguage();
  const { length, span } = termWords(language);
  const { brandName } = useSite();
  const { giverName, recipientName, giftMessage, term } = gift;
  return (
    <Outcome
      icon={icon}
      heading={t`A gift for you, ${recipientName}`}
      action={<Redeem gift={gift} token={token} onRedeemed={onRedeemed} />}
    >
      <p>
        <Trans>
          {giverName} gives you {{ gift: openedBy(gift, language) }} at {brandName}
        </Trans>
        {term.unit === 'lifetime' || term.unit === 'until' ? (
          `, ${span(term)}.`
        ) : (
          <>
            {' '}
            <Trans>for {{ term: length(term) }}. Your time starts when you redeem it.</Trans>
          </>
        )}
      </p>
      {giftMessage !== '' && (
        <blockquote dir="auto" className="surface mt-6 p-5 text-start text-base whitespace-pre-line wrap-anywhere">
          {giftMessage}
        </blockquote>
      )}
    </Outcome>
  );
}

/** Visitors sign up or log in first, and it is redeemed when they return. */
function Redeem({ gift, token, onRedeemed }: OpenGiftProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const queryClient = useQueryClient();
  const { timeZone } = useSite();
  const { status, access_until: until } = useSession()?.user.subscription ?? {};
  const { start, isBusy } = useAction({
    run: () => call('POST /gifts/redeem', { body: { token } }),
    messages: { error: messages.gifts.failed },
    onSuccess: async ({ subscription }) => {
      const user = sessionStore.get()?.user;
      if (user)
        sessionStore.refresh({ ...user, subscription, hasCourses: user.hasCourses || gift.opens !== 'everything' });
      await invalidate(queryClient, ['own-rights']);
      onRedeemed();
    },
  });
  return (
    <UseLink
      param="redeem"
      returnTo={pathTo('gift', { token, redeem: 'yes' })}
      labels={{ use: t`Redeem gift`, signUp: t`Sign up and redeem` }}
      forAdmins={t`As an admin, you can watch every lecture. Log in with another account to redeem this gift.`}
      tone="buy"
      isBusy={isBusy}
      start={() => void start(undefined)}
    >
      {gift.opens === 'everything' && status === 'active' && until && !isForLife(until) && (
        <p className="meta mt-1">
          <Trans>It is added to your access, which now ends on {{ day: formatDay(until, timeZone, locale) }}.</Trans>
        </p>
      )}
    </UseLink>
  );
}
