import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { CircleStop, Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { SECOND_MS } from '#contract/durations.ts';
import type { Announcement } from '#contract/announcements/announcements.ts';
import { messages } from '#contract/messages.ts';
import { serverNow } from '#web/api/server-clock.ts';
import { call } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { NoMailServer } from '#web/ui/no-mail-server.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { DetailList, Panel } from '#web/ui/panel.tsx';
import { formatCount, formatMoment } from '#contract/format.ts';
import { announcementQuery } from './announcement-queries.ts';
import { audienceInWords } from './audience-words.ts';
import { EmailPreview } from './email-preview.tsx';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

const said = messages.announcements;
/** Before it, the seconds are counted. */
const SOON_MS = 90_000;

/** The seconds until a moment, counted down; undefined when it is later. */
const useSecondsUntil = (instant: string | null): number | undefined => {
  const left = () => (instant === null ? Number.POSITIVE_INFINITY : Date.parse(instant) - serverNow());
  const [leftMs, setLeftMs] = useState(left);
  useEffect(() => {
    const timer = setInterval(() => setLeftMs(left()), SECOND_MS);
    return () => clearInterval(timer);
  });
  return leftMs > SOON_MS ? undefined : Math.max(0, Math.ceil(leftMs / SECOND_MS));
};

function CancelButton({ _id: announcementId, state }: Announcement) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const cancel = useAction({
    run: () => call('POST /announcements/:announcementId/cancel', { params: { announcementId } }),
    messages: { error: said.cancelFailed },
    onSuccess: (cancelled) => void queryClient.setQueryData(announcementQuery(announcementId).queryKey, cancelled),
    changes: ['announcements'],
  });
  const isWaiting = state === 'scheduled';
  const Icon = isWaiting ? Undo2 : CircleStop;
  return (
    <Button tone={isWaiting ? 'quiet' : 'danger'} isBusy={cancel.isBusy} onClick={() => void cancel.start(undefined)}>
      <Icon size={18} aria-hidden="true" />
      {isWaiting ? t`Cancel sending` : t`Stop`}
    </Button>
  );
}

const sentenceOf = (announcement: Announcement, seconds: number | undefined, timeZone: string, language: Language) => {
  const { _, locale } = language;
  const { state, sendAt, emails } = announcement;
  if (state === 'scheduled') {
    if (seconds === undefined)
      return _(msg`Will be sent on ${{ time: formatMoment(sendAt ?? '', timeZone, locale) }}.`);
    return seconds === 0 ? _(msg`Sending.`) : _(msg`Will be sent in ${seconds} seconds.`);
  }
  if (state === 'sending') return _(msg`Sending, as fast as the mail server accepts emails.`);
  if (state === 'cancelled') return _(msg`Stopped. Nobody else gets it.`);
  return emails.queued === 0 ? _(msg`Sent.`) : _(msg`Sent. Some emails wait for a digest or the mail server.`);
};

/** An announcement that is scheduled, being sent, sent or stopped: how far it is, and its email. */
export function SendingProgress({ announcement }: { announcement: Announcement }) {
  const language = useLanguage();
  const { t } = useLingui();
  const { timeZone } = useSite();
  const { title, body, author, state, sendAt, recipients, emails, read, audience } = announcement;
  const seconds = useSecondsUntil(state === 'scheduled' ? sendAt : null);
  const hasBegun = state !== 'scheduled';
  return (
    <div className="grid items-start gap-6 xl:grid-cols-2">
      <div className="grid min-w-0 gap-5">
        <div className="surface flex flex-wrap items-center justify-between gap-4 p-5">
          <p className="min-w-0 font-medium">{sentenceOf(announcement, seconds, timeZone, language)}</p>
          {(state === 'scheduled' || state === 'sending') && <CancelButton {...announcement} />}
        </div>
        <Panel title={t`How it arrived`}>
          <NoMailServer className="mb-3" />
          <DetailList
            details={[
              [t({ context: 'email', message: 'To' }), audienceInWords(announcement, language)],
              [t({ context: 'email', message: 'From' }), author],
              [hasBegun ? t`Sent on` : t`Will be sent on`, sendAt && formatMoment(sendAt, timeZone, language.locale)],
              [t`People`, hasBegun ? formatCount(recipients) : null],
              [t`Read on the site`, hasBegun ? formatCount(read) : null],
              [t`Emails sent`, hasBegun ? formatCount(emails.sent) : null],
              [t`Emails waiting`, emails.queued > 0 ? formatCount(emails.queued) : null],
              [t`Emails not sent`, emails.suppressed > 0 ? formatCount(emails.suppressed) : null],
              [t`Emails refused`, emails.failed > 0 ? formatCount(emails.failed) : null],
            ]}
          />
        </Panel>
      </div>
      <EmailPreview title={title} body={body} courseId={audience.courseId} />
    </div>
  );
}
