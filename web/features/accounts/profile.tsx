import { Select, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { toast } from 'react-hot-toast/headless';
import type { User } from '#contract/accounts/accounts.ts';
import { messages } from '#contract/messages.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/page/query-boundary.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { PageHeading } from '#web/ui/page/page-heading.tsx';
import { pathTo } from '#web/app/path-to.ts';
import { hasAccess, refreshUser, useSession } from '#web/app/session/use-session.ts';
import { Gifts } from '#web/features/billing/gifts/gifts.tsx';
import { Receipts } from '#web/features/billing/receipts.tsx';
import { OwnCourses } from '#web/features/billing/subscription/own-courses.tsx';
import { SubscriptionCard } from '#web/features/billing/subscription/subscription-card.tsx';
import { LanguageChoice } from './language-choice.tsx';

/** Most schools have none. */
const OwnBatches = lazyPart(() => import('#web/features/batches/own-batches.tsx'));

/** Most learners pay online. */
const OwnRequests = lazyPart(() => import('#web/features/billing/ways/own-requests.tsx'));

/** Few buyers pay in parts. */
const OwnParts = lazyPart(() => import('#web/features/billing/parts/own-parts.tsx'));

const freshUserQuery = { queryKey: ['own-user'], queryFn: refreshUser, staleTime: 0, gcTime: 0 };

/** The stored user is shown immediately, and fetched again on each visit. */
export function Component() {
  const session = useSession();
  const visit = useQuery(freshUserQuery);
  const failure = visit.isError ? errorMessage(visit.error, messages.profile.broken) : undefined;
  useEffect(() => {
    if (failure) toast.error(failure);
  }, [failure]);
  if (!session) return null;
  const isActive = hasAccess(session);
  const subscription = <SubscriptionCard user={session.user} />;
  return (
    <div className="page py-8 lg:py-14">
      <ProfileHeader user={session.user} />
      {failure && (
        <div className="mt-6">
          <ErrorState onRetry={() => void visit.refetch()} isRetrying={visit.isFetching}>
            {failure}
          </ErrorState>
        </div>
      )}
      <div className="mt-9 grid items-start gap-5 lg:grid-cols-[1fr_24rem]">
        <div className="grid min-w-0 gap-5">
          <Suspense fallback={null}>
            <OwnRequests />
            {session.role === 'USER' && <OwnParts />}
          </Suspense>
          {/* What a user has comes first. */}
          {isActive && subscription}
          {session.role === 'USER' && <OwnCourses />}
          {!isActive && subscription}
          <Suspense fallback={null}>
            <OwnBatches canMove>
              {(list) => (
                <section aria-labelledby="batches" className="surface min-w-0 p-5 sm:p-8">
                  <h2 id="batches" className="text-section">
                    <Trans>Your batches</Trans>
                  </h2>
                  <div className="mt-3">{list}</div>
                </section>
              )}
            </OwnBatches>
          </Suspense>
          {session.role === 'USER' && <Gifts />}
        </div>
        <Receipts />
      </div>
    </div>
  );
}

function ProfileHeader({ user }: { user: User }) {
  const { role } = user;
  const { t } = useLingui();
  return (
    <div className="flex flex-col gap-x-8 gap-y-5 lg:flex-row lg:items-center lg:justify-between">
      <div className="flex min-w-0 items-start gap-4 sm:items-center sm:gap-6">
        <Avatar
          fullName={user.fullName}
          src={user.avatar.secure_url}
          className="size-16 text-xl sm:size-22 sm:text-3xl"
        />
        <div className="min-w-0">
          <PageHeading title={t`Profile`}>{user.fullName}</PageHeading>
          <div className="mt-1 flex flex-col flex-wrap gap-x-2 text-muted sm:flex-row">
            <p>{user.email}</p>
            <span aria-hidden="true" className="max-sm:hidden">
              ·
            </span>
            <p>
              <Trans>
                Role: <Select value={role} _ADMIN="ADMIN" other="USER" />
              </Trans>
            </p>
          </div>
          <LanguageChoice own={user.language} />
        </div>
      </div>
      <div className="flex shrink-0 flex-wrap gap-2">
        <LinkButton tone="quiet" to={pathTo('editProfile')}>
          <Trans>Edit profile</Trans>
        </LinkButton>
        <LinkButton tone="quiet" to={pathTo('changePassword')}>
          <Trans>Change password</Trans>
        </LinkButton>
        <LinkButton tone="quiet" to={pathTo('security')}>
          <Trans>Security</Trans>
        </LinkButton>
        <LinkButton tone="quiet" to={pathTo('noticeSettings')}>
          <Trans>Notice settings</Trans>
        </LinkButton>
      </div>
    </div>
  );
}
