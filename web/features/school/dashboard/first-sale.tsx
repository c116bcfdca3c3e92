import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Send, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { formatMoney, formatShortMoment, listOf } from '#contract/format.ts';
import { call } from '#web/api/call.ts';
import { serverNow } from '#web/api/server-clock.ts';
import { useAction } from '#web/api/use-action.ts';
import { courseDescriptionQuery } from '#web/api/course-queries.ts';
import { useCourseAddress } from '#web/api/use-course-address.ts';
import { pathTo } from '#web/app/path-to.ts';
import { Button } from '#web/ui/button.tsx';
import { Book } from '#web/ui/covers/cover.tsx';
import { NoMailServer } from '#web/ui/no-mail-server.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { SharedAddress, ShareLink } from '#web/ui/share-link.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { useNow } from '#web/ui/use-now.ts';
import type { OverviewFigures } from './report-queries.ts';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage, useLocale } from '#web/ui/language/language.tsx';

type Sale = NonNullable<OverviewFigures['firstSale']>;

const firstNameOf = (fullName: string): string => fullName.split(' ')[0] ?? fullName;

/** "Bina Shah bought First bowl, ₹1,499"; with later buyers, their names. */
const headingOf = (
  { buyer, others, planName, course, isGift, amountInPaise }: Sale,
  currencySymbol: string,
  { _, locale }: Language,
): string => {
  if (others.length > 0) return _(msg`${{ names: listOf([...others, buyer], locale) }} bought`);
  const [name, amount] = [course?.title ?? planName, formatMoney(amountInPaise, currencySymbol)];
  return _(isGift ? msg`${buyer} bought ${name} as a gift, ${amount}` : msg`${buyer} bought ${name}, ${amount}`);
};

/** The first sale: who bought what, a draft of a thank-you, and the address to share. */
export function FirstSale({ sale }: { sale: Sale }) {
  const { t } = useLingui();
  const locale = useLocale();
  const language = useLanguage();
  const { currencySymbol, timeZone, sendsEmail } = useSite();
  const close = useAction({
    run: () => call('POST /admin/overview/first-sale/close'),
    messages: { error: t`It could not be hidden. Please try again.` },
    changes: ['overview'],
  });
  const title = sale.course?.title ?? sale.planName;
  return (
    <section
      aria-label={t`Your first sale`}
      className="surface relative mt-5 grid overflow-hidden border-primary shadow-lift md:grid-cols-[10rem_1fr] xl:grid-cols-[12rem_1fr_18rem]"
    >
      <div className="flex items-end justify-center border-b-8 border-(--ledge) bg-base-200 px-6 pt-8 max-md:h-52">
        {sale.course === null ? <Book title={title} className="h-52 w-36" /> : <CourseBook course={sale.course} />}
      </div>
      <div className="min-w-0 p-5 sm:p-6">
        <p className="meta">
          <Trans>Your first sale, {formatShortMoment(sale.at, timeZone, new Date(useNow()), locale)}</Trans>
        </p>
        <h2 className="font-display text-2xl wrap-anywhere">{headingOf(sale, currencySymbol, language)}</h2>
        <p className="mt-2 text-sm text-muted">
          {sale.isGift ? t`The gift is on its way.` : t`${title} is open for ${firstNameOf(sale.buyer)}.`}
          {sendsEmail && ` ${t`The receipt was sent by email.`}`}
        </p>
        <ThankYou sale={sale} />
      </div>
      <FindTheSecond sale={sale} />
      <button
        type="button"
        className="btn btn-ghost btn-square absolute end-2 top-2"
        aria-label={t`Hide the first sale`}
        disabled={close.isBusy}
        onClick={() => void close.start(undefined)}
      >
        <X size={18} aria-hidden="true" />
      </button>
    </section>
  );
}

const FindTheSecond = ({ sale: { course, planName } }: { sale: Sale }) => (
  <div className="border-line p-5 max-xl:border-t sm:p-6 md:max-xl:col-span-2 xl:border-s">
    <h3 className="font-display text-lg">
      <Trans>Find the second one</Trans>
    </h3>
    <p className="mt-1 text-sm text-muted">
      <Trans>Most first buyers come from people you know. Send them the address.</Trans>
    </p>
    {course === null ? (
      <Share url={new URL(pathTo('courses'), location.origin).href} title={planName} />
    ) : (
      <ShareCourse course={course} />
    )}
  </div>
);

function CourseBook({ course }: { course: NonNullable<Sale['course']> }) {
  const about = useQuery(courseDescriptionQuery(course._id)).data?.course;
  return <Book title={course.title} src={about?.thumbnail.secure_url} className="h-52 w-36" />;
}

/** Whether the moment has come. */
const useHasCome = (instant: string | undefined): boolean => {
  const [past, setPast] = useState<string>();
  useEffect(() => {
    if (instant === undefined) return undefined;
    const timer = setTimeout(() => setPast(instant), Math.max(0, Date.parse(instant) - serverNow()));
    return () => clearTimeout(timer);
  }, [instant]);
  return past === instant;
};

const draftFor = (name: string, { _ }: Language): string =>
  _(
    msg`Dear ${name},\n\nYou are the first person to learn with me here. Thank you. If anything is unclear, ask below the lecture; I read every question.`,
  );

function ThankYou({ sale: { buyer, thanks } }: { sale: Sale }) {
  const { t } = useLingui();
  const language = useLanguage();
  const name = firstNameOf(buyer);
  const [text, setText] = useState(thanks?.text ?? draftFor(name, language));
  const { sendsEmail } = useSite();
  const send = useAction({
    run: () => call('POST /admin/overview/first-sale/thank', { body: { text } }),
    messages: { error: t`It was not sent. Please try again.` },
    changes: ['overview'],
  });
  return (
    <div className="mt-4">
      <label htmlFor="thank-you" className="text-sm font-semibold">
        <Trans>Say thank you</Trans>
      </label>
      <textarea
        id="thank-you"
        className="textarea mt-1.5 w-full"
        rows={5}
        maxLength={5000}
        readOnly={thanks !== null}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="mt-2 flex min-h-11 flex-wrap items-center justify-end gap-3">
        <NoMailServer isAhead className="me-auto" />
        {thanks ? (
          <Sent thanks={thanks} />
        ) : sendsEmail ? (
          <Button isBusy={send.isBusy} isDisabled={text.trim() === ''} onClick={() => void send.start(undefined)}>
            <Send size={18} aria-hidden="true" />
            <Trans>Send</Trans>
          </Button>
        ) : (
          <CopyButton text={text} done={t`Copied`}>
            <Trans>Copy</Trans>
          </CopyButton>
        )}
      </div>
    </div>
  );
}

function Sent({ thanks: { at, undoUntil } }: { thanks: NonNullable<Sale['thanks']> }) {
  const { t } = useLingui();
  const locale = useLocale();
  const { timeZone } = useSite();
  const isSent = useHasCome(undoUntil);
  const undo = useAction({
    run: () => call('POST /admin/overview/first-sale/undo-thanks'),
    messages: { error: t`It could not be undone. Please try again.` },
    onSuccess: ({ isUndone }) => {
      if (!isUndone) toast.error(t`It was emailed already.`);
    },
    changes: ['overview'],
  });
  return (
    <>
      <output className="text-sm text-muted">
        <Trans>Sent {formatShortMoment(at, timeZone, new Date(useNow()), locale)}</Trans>
      </output>
      {!isSent && (
        <Button tone="quiet" isBusy={undo.isBusy} onClick={() => void undo.start(undefined)}>
          <Trans>Undo</Trans>
        </Button>
      )}
    </>
  );
}

const ShareCourse = ({ course }: { course: NonNullable<Sale['course']> }) => (
  <Share url={useCourseAddress(course._id)} title={course.title} />
);

function Share({ url, title }: { url: string; title: string }) {
  return (
    <div className="mt-3">
      <SharedAddress url={url} />
      <ShareLink url={url} title={title} text={title} className="mt-2 grid gap-2" />
    </div>
  );
}
