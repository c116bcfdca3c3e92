import { msg, plural } from '@lingui/core/macro';
import { keptUntilDay } from '#contract/batches/batch-days.ts';
import type { Batch, BatchChoice } from '#contract/batches/batch-fields.ts';
import type { Plan } from '#contract/billing/plans.ts';
import { dateFormat, ENGLISH, formatCalendarDay, formatShortCalendarDay } from '#contract/format.ts';
import type { Language } from '#contract/languages/language.ts';
import { termWords } from '#web/ui/language/term-words.ts';

const dayIn = (day: string, format: Intl.DateTimeFormatOptions, locale: string): string =>
  dateFormat(locale, { ...format, timeZone: 'UTC' }).format(new Date(`${day}T12:00:00Z`));

/** "Monday, 7 December". */
export const weekdayAndDay = (day: string, locale = ENGLISH): string =>
  `${dayIn(day, { weekday: 'long' }, locale)}, ${dayIn(day, { day: 'numeric', month: 'long' }, locale)}`;

/** "7 Dec 2026 to 29 Jan 2027". */
export const daysOf = ({ startsOn, endsOn }: Pick<Batch, 'startsOn' | 'endsOn'>, { _, locale }: Language): string => {
  const [from, to] = [formatShortCalendarDay(startsOn, locale), formatShortCalendarDay(endsOn, locale)];
  return _(msg`${from} to ${to}`);
};

/** Monday is 1; of a week that begins on the first of its month. */
export const weekdayIn = (weekday: number, locale: string): string =>
  dayIn(`2024-01-0${weekday}`, { weekday: 'short' }, locale);

/** "Mon, Wed, Fri · 18:30 to 19:30"; undefined without a timetable. */
export const patternOf = ({ pattern }: Pick<Batch, 'pattern'>, { _, locale }: Language): string | undefined => {
  if (!pattern) return undefined;
  const { from, to, weekdays } = pattern;
  return `${weekdays.map((weekday) => weekdayIn(weekday, locale)).join(', ')} · ${_(msg`${from} to ${to}`)}`;
};

type State = Pick<Batch, 'state' | 'startsOn' | 'endsOn'>;

/** "Begins Monday, 7 December", "Runs until 29 January 2027", "Ended 29 January 2027". */
export const stateWords = ({ state, startsOn, endsOn }: State, { _, locale }: Language): string => {
  const day = state === 'coming' ? weekdayAndDay(startsOn, locale) : formatCalendarDay(endsOn, locale);
  if (state === 'coming') return _(msg`Begins ${day}`);
  return _(state === 'running' ? msg`Runs until ${day}` : msg`Ended ${day}`);
};

type Places = Pick<BatchChoice, 'places' | 'placesLeft' | 'isFull'>;

/** "6 of 40 places left", "Full"; undefined where the school does not say. */
export const placesWords = ({ places, placesLeft, isFull }: Places, { _ }: Language): string | undefined => {
  if (isFull) return _(msg`Full`);
  if (places === null || placesLeft === null) return undefined;
  return _(
    msg({ message: plural(places, { one: `${placesLeft} of # place left`, other: `${placesLeft} of # places left` }) }),
  );
};

type Late = Pick<BatchChoice, 'state' | 'startsOn' | 'heldClasses'>;

/** What a late member has missed; undefined before the first day. */
export const lateWords = ({ state, startsOn, heldClasses }: Late, { _, locale }: Language): string | undefined => {
  if (state !== 'running') return undefined;
  const begun = _(msg`Began ${{ day: formatShortCalendarDay(startsOn, locale) }}`);
  if (heldClasses === 0) return begun;
  const held = msg({
    message: plural(heldClasses, { one: '# class held so far', other: '# classes held so far' }),
  });
  return `${begun}, ${_(held)}`;
};

type Kept = Pick<BatchChoice, 'endsOn' | 'afterEnd'>;

/** What is kept, and that one may move. */
export const keptWords = (batch: Kept, { term }: Pick<Plan, 'term'>, language: Language): string => {
  const { _, locale } = language;
  const words = termWords(language);
  const until = keptUntilDay(batch.endsOn, term);
  const kept = (): string => {
    if (batch.afterEnd === 'closed') {
      const lastDay = formatCalendarDay(batch.endsOn, locale);
      return _(msg`The lectures are open until ${lastDay}, the last day of the batch.`);
    }
    if (until === undefined) return _(msg`You keep the recordings ${{ span: words.span(term) }}.`);
    const [day, length] = [formatCalendarDay(until, locale), words.length(term)];
    return _(msg`You keep the recordings until ${day}, ${length} after the batch ends.`);
  };
  return `${kept()} ${_(msg`You can move to a later batch once, free.`)}`;
};
