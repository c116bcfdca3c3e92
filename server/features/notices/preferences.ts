import { type Cadence, NoticeChannel } from '#contract/notices/notice-fields.ts';
import { isLocked, type NoticeKind, noticeKinds, NOTICES } from '#contract/notices/notice-kinds.ts';
import type { NoticeSettings } from '#contract/notices/notices.ts';
import type { Db } from '#server/database/database.ts';
import type { NoticeSettingsRow } from '#server/database/tables/notices.ts';
import { choicesOf, optOutsOf, timingsOf } from './notices.queries.ts';
import { DEFAULT_TIMING, type Timing } from './delivery-times.ts';

/** The topic of an opt-out from every digest. */
export const DIGEST = 'digest';

/** How and when one user gets notices. */
export interface Preferences {
  timeZone: string | null;
  timing: Timing;
  cadenceOf: (kind: NoticeKind, channel: NoticeChannel) => Cadence;
}

const timingOf = (row: NoticeSettingsRow | undefined): Timing =>
  row === undefined
    ? DEFAULT_TIMING
    : {
        dailyHour: row.daily_hour,
        weeklyDay: row.weekly_day,
        quietHours:
          row.quiet_from === null || row.quiet_until === null ? null : { from: row.quiet_from, until: row.quiet_until },
      };

/** Returns the preferences of each of these users. */
export const preferencesOf = async (db: Db, userIds: readonly string[]): Promise<(userId: string) => Preferences> => {
  const ids = [...new Set(userIds)];
  const choices = new Map(
    (await choicesOf(db, ids)).map((row) => [`${row.user_id} ${row.kind} ${row.channel}`, row.cadence]),
  );
  const optOuts = new Set((await optOutsOf(db, ids)).map(({ user_id: userId, topic }) => `${userId} ${topic}`));
  const timings = new Map((await timingsOf(db, ids)).map((row) => [row.user_id, row]));
  return (userId) => ({
    timeZone: timings.get(userId)?.time_zone ?? null,
    timing: timingOf(timings.get(userId)),
    cadenceOf: (kind, channel) => {
      const usual = noticeKinds[kind].channels[channel];
      if (isLocked(kind, channel)) return usual;
      const cadence = choices.get(`${userId} ${kind} ${channel}`) ?? usual;
      const hasStopped =
        optOuts.has(`${userId} ${kind}`) || (cadence !== 'at_once' && optOuts.has(`${userId} ${DIGEST}`));
      return channel === 'email' && hasStopped ? 'off' : cadence;
    },
  });
};

/** Which kinds a user can get. */
export interface Reader {
  isStaff: boolean;
  isAdmin: boolean;
}

/** The preferences as the pages show them; those of teachers only for people who teach. */
export const shownPreferences = (
  { timeZone, timing, cadenceOf }: Preferences,
  { schoolZone, reader: { isStaff, isAdmin } }: { schoolZone: string; reader: Reader },
): Omit<NoticeSettings, 'browsers' | 'pushKey'> => ({
  timeZone: timeZone ?? schoolZone,
  isTimeZoneKnown: timeZone !== null,
  ...timing,
  kinds: NOTICES.filter(
    ({ isForAddress, isForStaff, isForAdmins }) =>
      !isForAddress && (isStaff || !isForStaff) && (isAdmin || !isForAdmins),
  ).map((notice) => ({
    kind: notice.kind,
    class: notice.class,
    channels: NoticeChannel.options.map((channel) => ({
      channel,
      cadence: cadenceOf(notice.kind, channel),
      isLocked: isLocked(notice.kind, channel),
    })),
  })),
});
