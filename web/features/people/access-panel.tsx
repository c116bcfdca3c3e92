import { useQueryClient } from '@tanstack/react-query';
import { Check, Clock, X } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { invalidate } from '#web/api/query.ts';
import { call } from '#web/api/call.ts';
import { type PersonDetail } from './people-queries.ts';
import { Button } from '#web/ui/button.tsx';
import { DetailList, Panel } from '#web/ui/panel.tsx';
import { formatMoment } from '#contract/format.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { pathTo } from '#web/app/path-to.ts';
import { nameOfRight } from './access-words.ts';
import { openSheet } from '#web/ui/dialogs/open-dialogs.ts';
import { GrantDialog, NOT_CONFIRMED, RevokeDialog } from './access-dialogs.tsx';

const BatchesOfPerson = lazyPart(() => import('#web/features/batches/batches-of-person.tsx'));
const ExtendSheet = lazyPart(() => import('#web/features/billing/extensions/extend-sheet.tsx'));

interface DetailProps {
  detail: Pick<PersonDetail, 'person' | 'access' | 'isAddressConfirmed' | 'waitsForConfirmation'>;
}

/** The access of a person, the reasons, and the actions of an admin. */
export const AccessPanel = ({ detail }: DetailProps) => {
  const { sentence, courses } = detail.access;
  const { state } = detail.person.access;
  const hasSome = state === 'active' || state === 'ending';
  return (
    <Panel title={hasSome ? 'Has access' : 'No access'} aside={<AccessButtons detail={detail} />}>
      <p className="text-lg">{sentence}</p>
      {detail.waitsForConfirmation && (
        <p className="mt-2 text-muted">A role or access given to this address starts when the address is confirmed.</p>
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

function AccessButtons({ detail: { person, access, isAddressConfirmed } }: DetailProps) {
  const queryClient = useQueryClient();
  const [dialog, setDialog] = useState<'grant' | 'extend' | 'revoke'>();
  if (person.role === 'ADMIN') return null;
  const params = { userId: person._id };
  const shared = {
    who: person.fullName,
    warning: isAddressConfirmed ? undefined : NOT_CONFIRMED,
    onClose: () => setDialog(undefined),
    onDone: () => invalidate(queryClient, ['people']),
  };
  return (
    <div className="flex flex-wrap gap-2">
      <Button tone={access.hasAccess ? 'quiet' : 'primary'} onClick={() => setDialog('grant')}>
        Grant access
      </Button>
      <Button tone={access.hasAccess ? 'primary' : 'quiet'} onClick={() => openSheet(() => setDialog('extend'))}>
        Extend access
      </Button>
      {access.hasAccess && (
        <Button tone="danger" onClick={() => setDialog('revoke')}>
          Revoke access
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

function Dates({ detail: { person, access } }: DetailProps) {
  const { timeZone } = useSite();
  const { subscription } = access;
  const rights = person.role === 'ADMIN' ? [] : person.access.rights;
  const moment = (at: string): string => formatMoment(at, timeZone);
  const pausedSince = rights.find((right) => right.pausedSince !== null)?.pausedSince ?? null;
  return (
    <DetailList
      details={[
        ...rights.map(
          (right) =>
            [
              right.until === null
                ? `${nameOfRight(right)}, access`
                : `${nameOfRight(right)}${person.access.state === 'ended' ? ' ended' : ' until'}`,
              right.until === null ? 'For life' : moment(right.until),
            ] as const,
        ),
        ['Paused since', pausedSince && `${moment(pausedSince)}: a part is overdue`],
        ['Refundable until', subscription.refundable_until && moment(subscription.refundable_until)],
        ['Renews automatically', subscription.status === 'active' ? (subscription.auto_renew ? 'Yes' : 'No') : null],
      ]}
    />
  );
}

type Reason = PersonDetail['access']['reasons'][number];

const effects: Record<Reason['effect'], { Icon: typeof Check; look: string; name: string }> = {
  opens: { Icon: Check, look: 'text-success', name: 'Opens access:' },
  closes: { Icon: X, look: 'text-error', name: 'Closes access:' },
  over: { Icon: Clock, look: 'text-muted', name: 'No effect any more:' },
};

/** The courses that the person has, or had, alone. */
function SingleCourses({ courses }: Pick<PersonDetail['access'], 'courses'>) {
  if (courses.length === 0) return null;
  return (
    <section aria-label="Single courses" className="mt-4">
      <h3 className="text-sm font-semibold">Single courses</h3>
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
  const { reasons, hasAccess, courses } = access;
  // The reasons for single courses are in their own list, and what waits is said above.
  if (reasons.length === 0 && (courses.length > 0 || waitsForConfirmation)) return null;
  return (
    <section aria-label="Why">
      <h3 className="text-sm font-semibold">Why</h3>
      {reasons.length === 0 ? (
        <p className="mt-2 text-sm text-muted">Nothing was bought, and no admin changed anything.</p>
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
  const { Icon, look, name } = effects[effect];
  return (
    <>
      <Icon size={18} className={`mt-0.5 shrink-0 ${look}`} aria-hidden="true" />
      <span className={`min-w-0 wrap-anywhere ${isDeciding ? 'font-semibold' : ''}`}>
        <span className="sr-only">{name} </span>
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
