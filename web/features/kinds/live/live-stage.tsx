import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { CalendarPlus, Link2, Radio, Video } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { DAY_MS, MINUTE_MS } from '#contract/durations.ts';
import { LINK_SHOWN_MS } from '#contract/classroom/class-link.ts';
import type { LiveClass } from '#contract/classroom/lecture-kinds.ts';
import { calendarQuery } from '#web/api/calendar-query.ts';
import { call } from '#web/api/call.ts';
import { useSession } from '#web/app/session/use-session.ts';
import { useNow } from '#web/ui/use-now.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { dateFormat, formatLength, formatTime } from '#contract/format.ts';
import type { StageProps } from '#web/features/kinds/kind.ts';
import { classMoment } from './class-time.ts';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage, useLocale } from '#web/ui/language/language.tsx';

/** The longest time that a timer takes. */
const TIMER_MAX_MS = 2 ** 31 - 1;

const endOf = ({ startsAt, durationMinutes }: LiveClass): number => Date.parse(startsAt) + durationMinutes * MINUTE_MS;

/** "Starts in 2 days", "Starts in 40 min", "On now", "Ended". */
export const classStateOf = (live: LiveClass, now: number, { _, locale }: Language): string => {
  if (live.isCancelled) return _(msg`Cancelled`);
  const untilMs = Date.parse(live.startsAt) - now;
  if (now > endOf(live)) return _(msg`The class has ended`);
  if (untilMs <= 0) return _(msg`On now`);
  const days = Math.floor(untilMs / DAY_MS);
  if (days >= 1) return _(msg({ message: plural(days, { one: 'Starts in # day', other: 'Starts in # days' }) }));
  return _(msg`Starts in ${{ length: formatLength(Math.max(MINUTE_MS, untilMs), locale) }}`);
};

/** The present moment; `reload` is called once the link is shown, and each minute until it is there. */
const useClassTime = (live: LiveClass, reload: () => void): number => {
  const now = useNow();
  const open = useEffectEvent(reload);
  const untilMs = Date.parse(live.startsAt) - LINK_SHOWN_MS - now;
  const waits = live.url === null && !live.isCancelled && untilMs < TIMER_MAX_MS && now <= endOf(live);
  useEffect(() => {
    if (!waits) return undefined;
    const opening = setTimeout(() => open(), Math.max(0, untilMs) + 500);
    return () => clearTimeout(opening);
  }, [waits, untilMs]);
  return now;
};

const DateTile = ({ instant, timeZone }: { instant: string; timeZone: string }) => {
  const locale = useLocale();
  const part = (options: Intl.DateTimeFormatOptions): string =>
    dateFormat(locale, { ...options, timeZone }).format(new Date(instant));
  return (
    <span
      className="grid w-18 flex-none overflow-hidden rounded-box bg-base-100 text-center text-base-content"
      aria-hidden="true"
    >
      <span className="bg-[color-mix(in_oklch,var(--color-neutral)_80%,white)] py-1 text-(length:--text-sm) font-semibold text-neutral-content">
        {part({ month: 'short' })}
      </span>
      <b className="num py-2 text-[1.75rem] font-semibold">{part({ day: 'numeric' })}</b>
    </span>
  );
};

/** The class as a file that every calendar reads. */
const AddToCalendar = ({ lectureId }: { lectureId: string }) => {
  const calendar = useQuery({ ...calendarQuery(), enabled: useSession() !== undefined }).data;
  return (
    calendar && (
      <a className="live-button" href={`${calendar.address}/${lectureId}.ics`} download="class.ics">
        <CalendarPlus size={20} aria-hidden="true" />
        <Trans>Add to calendar</Trans>
      </a>
    )
  );
};

/** When the link of a class is shown, or what comes in its place. */
const LinkNotice = ({ live, isOver }: { live: LiveClass; isOver: boolean }) => {
  const locale = useLocale();
  const { timeZone } = useSite();
  const { startsAt, url } = live;
  return (
    <p className="flex items-start gap-3 text-sm opacity-75">
      <Link2 size={18} className="mt-0.5 shrink-0" aria-hidden="true" />
      {live.isCancelled ? (
        <Trans>This class does not take place in your batch.</Trans>
      ) : isOver ? (
        <Trans>The recording appears here once the school has added it.</Trans>
      ) : url === null ? (
        <Trans>
          The link appears here on{' '}
          {{ moment: classMoment(new Date(Date.parse(startsAt) - LINK_SHOWN_MS).toISOString(), timeZone, locale) }}.
        </Trans>
      ) : (
        <Trans>It opens in a new tab. Joining counts as attended.</Trans>
      )}
    </p>
  );
};

/** When a live class is, and its link while it is shown. */
const Class = ({ lecture, live, reload }: Pick<StageProps, 'lecture' | 'reload'> & { live: LiveClass }) => {
  const { t } = useLingui();
  const language = useLanguage();
  const { locale } = language;
  const { timeZone } = useSite();
  const now = useClassTime(live, () => void reload());
  const { startsAt, url } = live;
  const isOver = now > endOf(live) || live.isCancelled;
  const join = () =>
    void call('POST /lectures/:lectureId/join', { params: { lectureId: lecture._id } })
      .then(reload)
      .catch(() => undefined);
  return (
    <section aria-label={t`Live class: ${{ title: lecture.title }}`} className="live-stage">
      <div className="flex items-center gap-4">
        <DateTile instant={startsAt} timeZone={timeZone} />
        <div className="min-w-0">
          <p className="flex items-center gap-2 text-sm opacity-75">
            <Radio size={18} aria-hidden="true" />
            <Trans>Live class</Trans>
          </p>
          <p className="font-display text-xl font-semibold">{classStateOf(live, now, language)}</p>
          <p className="text-sm">
            <Trans>
              {{ startsAt: classMoment(startsAt, timeZone, locale) }} to{' '}
              {{ time: formatTime(new Date(endOf(live)).toISOString(), timeZone, locale) }}
            </Trans>
          </p>
        </div>
      </div>
      {url !== null && !isOver ? (
        <a className="live-button" href={url} target="_blank" rel="noreferrer" onClick={join}>
          <Video size={20} aria-hidden="true" />
          <Trans>Join the class</Trans>
        </a>
      ) : (
        !isOver && <AddToCalendar lectureId={lecture._id} />
      )}
      <LinkNotice live={live} isOver={isOver} />
    </section>
  );
};

/** A live class. */
export const LiveStage = ({ lecture, reload }: StageProps) =>
  lecture.live && <Class {...{ lecture, reload }} live={lecture.live} />;
