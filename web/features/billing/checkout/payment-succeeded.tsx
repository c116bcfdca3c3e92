import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Play } from 'lucide-react';
import { useLocation } from 'react-router';
import { courseDescriptionQuery, courseListQuery } from '#web/api/course-queries.ts';
import type { GiftDraft } from '#web/features/billing/billing-queries.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { formatCalendarDay } from '#contract/format.ts';
import { pathTo, START_PLAYING } from '#web/app/path-to.ts';
import { useRights } from '#web/features/billing/rights.ts';
import { wantedCourse } from '#web/features/billing/wanted-course.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { Outcome } from './outcome.tsx';
import { orderIn } from './checkout-queries.ts';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

const icon = <CircleCheck size={64} className="text-success" aria-hidden="true" />;

/** The course that the buyer chose; otherwise the first one with lectures that the purchase opened. */
const useFirstCourse = (bought: string | undefined): string | undefined => {
  const wanted = wantedCourse();
  const { opens } = useRights();
  const known = [wanted, bought].find((id) => id !== undefined && opens(id));
  const { data } = useQuery({ ...courseListQuery(), enabled: known === undefined });
  return known ?? data?.courses.find(({ _id, numberOfLectures }) => numberOfLectures > 0 && opens(_id))?._id;
};

/** Straight into the first second of the course. */
function WatchCourse({ courseId }: { courseId: string }) {
  const title = useQuery(courseDescriptionQuery(courseId)).data?.course.title;
  return (
    <>
      {title !== undefined && (
        <p className="mb-4">
          <Trans>Next: {title}</Trans>
        </p>
      )}
      <LinkButton to={pathTo('classroom', { course: courseId })} state={START_PLAYING} size="large">
        <Play size={16} aria-hidden="true" />
        <Trans>Start watching</Trans>
      </LinkButton>
    </>
  );
}

export function Component() {
  const { state }: { state: unknown } = useLocation();
  const { gift, ...bought } = orderIn(state);
  return gift ? <GiftBought gift={gift} /> : <Bought {...bought} />;
}

interface BoughtProps extends ReturnType<typeof orderIn> {
  heading?: string;
}

/** What was bought, and straight into its first lecture. */
export function Bought({ planName, isFree = false, courseId: bought, heading }: BoughtProps) {
  const { t } = useLingui();
  const courseId = useFirstCourse(bought);
  return (
    <Outcome
      icon={icon}
      heading={isFree ? t`It is yours` : (heading ?? t`Payment Successfull`)}
      action={
        <div className="flex flex-col items-center gap-3">
          {courseId === undefined ? null : <WatchCourse courseId={courseId} />}
          <LinkButton to={pathTo('home')} size="large" tone={courseId === undefined ? 'primary' : 'quiet'}>
            <Trans>Go to home</Trans>
          </LinkButton>
        </div>
      }
    >
      <p>
        {planName === undefined ? <Trans>Welcome to the pro bundle</Trans> : <Trans>You have {planName} now</Trans>}
      </p>
    </Outcome>
  );
}

const giftStory = ({ name, sendOn }: GiftDraft, sendsEmail: boolean, { _, locale }: Language): string => {
  if (!sendsEmail)
    return _(msg`This school can’t send emails yet. Copy the link of your gift to ${name} from your profile.`);
  return sendOn
    ? _(msg`We’ll email your gift to ${name} on ${{ day: formatCalendarDay(sendOn, locale) }}.`)
    : _(msg`We’ve emailed your gift to ${name}.`);
};

/** Without a gift, one that was bought earlier. */
export const GiftBought = ({ gift, heading }: { gift?: GiftDraft; heading?: string }) => {
  const { t } = useLingui();
  const language = useLanguage();
  const { sendsEmail } = useSite();
  return (
    <Outcome
      icon={icon}
      heading={heading ?? t`Payment Successfull`}
      action={
        <LinkButton to={pathTo('profile')} size="large">
          <Trans>See your gifts</Trans>
        </LinkButton>
      }
    >
      <p>{gift ? giftStory(gift, sendsEmail, language) : <Trans>Your profile says when your gift is sent.</Trans>}</p>
    </Outcome>
  );
};
