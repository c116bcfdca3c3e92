import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Check, Clock, X } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { invalidate } from '#web/api/query.ts';
import { call } from '#web/api/call.ts';
import { type PersonDetail } from './people-queries.ts';
import { Button } from '#web/ui/button.tsx';
import { DetailList, Panel } from '#web/ui/panel.tsx';
import type { Language } from '#contract/languages/language.ts';
import { formatMoment } from '#contract/format.ts';
import { useLanguage } from '#web/ui/language/language.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { pathTo } from '#web/app/path-to.ts';
import { nameOfRight, pausedSince } from './access-words.ts';
import { openSheet } from '#web/ui/dialogs/open-dialogs.ts';
import { GrantDialog, NOT_CONFIRMED, RevokeDialog } from './access-dialogs.tsx';

const BatchesOfPerson = lazyPart(() => import('#web/features/batches/batches-of-person.tsx'));
const ExtendSheet = lazyPart(() => import('#web/features/billing/extensions/extend-sheet.tsx'));

interface DetailProps {
  detail: Pick<PersonDetail, 'person' | 'access' | 'isAddressConfirmed' | 'waitsForConfirmation'>;
}

/** The access of a person, the reasons, and the actions of an admin. */
export const AccessPanel = ({ detail }: DetailProps) => {
  const { t } = useLingui();
  const { sentence, courses } = detail.access;
  const { state } = detail.person.access;
  const titleOf = (): string => {
    if (pausedSince(detail.person.access) !== undefined) return t`Access is paused`;
    return state === 'active' || state === 'ending' ? t`Has access` : t`No access`;
  };
  return (
    <Panel title={titleOf()} aside={<AccessButtons detail={detail} />}>
      <p className="text-lg">{sentence}</p>
      {detail.waitsForConfirmation && (
        <p className="mt-2 text-muted">
          <Trans>A role or access given to this address starts when the address is confirmed.</Trans>
        </p>
      )}
      <SingleCourses courses={courses} />
      <Suspense>
        <BatchesOfPerson userId={detail.person._id} />
      </Suspense>
      <div className="mt-4 grid gap-x-8 gap-y-5 md:grid-cols-2">
        <Dates detail={detail} />
        <Reasons detail={detail} />
      </div>
    </Panel>
  );
};

function AccessButtons({ detail: { person, access, isAddressConfirmed, waitsForConfirmation } }: DetailProps) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [dialog, setDialog] = useState<'grant' | 'extend' | 'revoke'>();
  if (person.role === 'ADMIN') return null;
  const params = { userId: person._id };
  const shared = {
    who: person.fullName,
    warning: isAddressConfirmed ? undefined : t(NOT_CONFIRMED),
    onClose: () => setDialog(undefined),
    onDone: () => invalidate(queryClient, ['people']),
  };
  return (
    <div className="flex flex-wrap gap-2">
      <Button tone={access.hasAccess ? 'quiet' : 'primary'} onClick={() => setDialog('grant')}>
        <Trans>Grant access</Trans>
      </Button>
      <Button tone={access.hasAccess ? 'primary' : 'quiet'} onClick={() => openSheet(() => setDialog('extend'))}>
        <Trans>Extend access</Trans>
      </Button>
      {(access.hasAccess || waitsForConfirmation) && (
        <Button tone="danger" onClick={() => setDialog('revoke')}>
          <Trans>Revoke access</Trans>
        </Button>
      )}
      {dialog === 'grant' && (
        <GrantDialog {...shared} run={(body) => call('POST /admin/people/:userId/grant', { params, body })} />
      )}
      {dialog === 'extend' && (
        <Suspense>
          <ExtendSheet about={params} name={person.fullName} warning={shared.warning} onClose={shared.onClose} />
        </Suspense>
      )}
      {dialog === 'revoke' && (
        <RevokeDialog {...shared} run={(body) => call('POST /admin/people/:userId/revoke', { params, body })} />
      )}
    </div>
  );
}

type Right = PersonDetail['person']['access']['rights'][number];

/** "Foundation until", "Foundation ended"; "Foundation, access" for life. */
const endLabelOf = (right: Right, isEnded: boolean, language: Language): string => {
  const name = nameOfRight(right, language);
  const { _ } = language;
  if (right.until === null) return _(msg`${name}, access`);
  return isEnded ? _(msg`${name} ended`) : _(msg`${name} until`);
};

function Dates({ detail: { person, access } }: DetailProps) {
  const { t } = useLingui();
  const language = useLanguage();
  const { timeZone } = useSite();
  const { subscription } = access;
  const rights = person.role === 'ADMIN' ? [] : person.access.rights;
  const moment = (at: string): string => formatMoment(at, timeZone, language.locale);
  const pausedSince = rights.find((right) => right.pausedSince !== null)?.pausedSince ?? null;
  return (
    <DetailList
      details={[
        ...rights.map(
          (right) =>
            [
              endLabelOf(right, person.access.state === 'ended', language),
              right.until === null ? t`For life` : moment(right.until),
            ] as const,
        ),
        [t`Paused since`, pausedSince && t`${moment(pausedSince)}: a part is overdue`],
        [t`Refundable until`, subscription.refundable_until && moment(subscription.refundable_until)],
        [
          t`Renews automatically`,
          subscription.status === 'active'
            ? subscription.auto_renew
              ? t`Yes`
              : t({ message: 'No', context: 'renewal' })
            : null,
        ],
      ]}
    />
  );
}

type Reason = PersonDetail['access']['reasons'][number];

const effects: Record<Reason['effect'], { Icon: typeof Check; look: string; name: MessageDescriptor }> = {
  opens: { Icon: Check, look: 'text-success', name: msg`Opens access:` },
  closes: { Icon: X, look: 'text-error', name: msg`Closes access:` },
  over: { Icon: Clock, look: 'text-muted', name: msg`No effect any more:` },
};

/** The courses that the person has, or had, alone. */
function SingleCourses({ courses }: Pick<PersonDetail['access'], 'courses'>) {
  const { t } = useLingui();
  if (courses.length === 0) return null;
  return (
    <section aria-label={t`Single courses`} className="mt-4">
      <h3 className="text-sm font-semibold">
        <Trans>Single courses</Trans>
      </h3>
      <ul className="mt-1 text-sm">
        {courses.map(({ courseId, sentence, hasAccess }) => (
          <li key={courseId} className="flex gap-2.5 py-1.5">
            <ReasonText
              reason={{ effect: hasAccess ? 'opens' : 'closes', text: sentence, paymentId: null }}
              isDeciding={false}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The reason that decides comes first, in the tint of the result. */
function Reasons({ detail: { access, waitsForConfirmation } }: DetailProps) {
  const { t } = useLingui();
  const { reasons, hasAccess, courses } = access;
  // The reasons for single courses are in their own list, and what waits is said above.
  if (reasons.length === 0 && (courses.length > 0 || waitsForConfirmation)) return null;
  return (
    <section aria-label={t`Why`}>
      <h3 className="text-sm font-semibold">
        <Trans>Why</Trans>
      </h3>
      {reasons.length === 0 ? (
        <p className="mt-2 text-sm text-muted">
          <Trans>Nothing was bought, and no admin changed anything.</Trans>
        </p>
      ) : (
        <ul className={`mt-2 rounded-box px-4 py-2 text-sm ${hasAccess ? 'bg-success/8' : 'bg-error/8'}`}>
          {reasons.map((reason, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the same may have happened twice
            <li key={`${index} ${reason.text}`} className="flex gap-2.5 py-1.5">
              <ReasonText reason={reason} isDeciding={index === 0} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function ReasonText({ reason: { effect, text, paymentId }, isDeciding }: { reason: Reason; isDeciding: boolean }) {
  const { t } = useLingui();
  const { Icon, look, name } = effects[effect];
  return (
    <>
      <Icon size={18} className={`mt-0.5 shrink-0 ${look}`} aria-hidden="true" />
      <span className={`min-w-0 wrap-anywhere ${isDeciding ? 'font-semibold' : ''}`}>
        <span className="sr-only">{t(name)} </span>
        {paymentId === null ? (
          text
        ) : (
          <Link to={pathTo('payment', { paymentId })} className="underline underline-offset-3">
            {text}
          </Link>
        )}
      </span>
    </>
  );
}
