import type { LockedBy } from '#contract/access/locked-by.ts';
import type { ReleaseRule } from '#contract/access/release.ts';
import { isPassed } from '#contract/classroom/kind-facts.ts';
import type { LectureKind } from '#contract/classroom/lecture-kinds.ts';
import { daysLater, type SchoolCalendar } from '#server/calendar.ts';
import type { LectureLock } from '#server/http/endpoint/course-policy.ts';

/** A published lecture, in the order of its course. */
export interface OutlineLecture {
  id: string;
  title: string;
  kind: LectureKind;
  sectionId: string | null;
  isFree: boolean;
}

type Named = Pick<OutlineLecture, 'id' | 'title'>;

/** What has to be true before a lecture opens. */
export interface ReleaseItem {
  id: string;
  isQuiz: boolean;
  afterDays: number | undefined;
  on: string | undefined;
  /** To be done first. */
  previous: readonly Named[];
  /** To be passed first. */
  quiz: Named | undefined;
  /** Quizzes before it that lock whatever comes after them, also what was opened. */
  gates: readonly Named[];
}

/** What is known of a learner in a course. */
export interface ReleaseLearner {
  /** The first day of the right to the course where the school is; undefined without one. */
  startedOn: string | undefined;
  opened: ReadonlySet<string>;
  done: ReadonlySet<string>;
  passed: ReadonlySet<string>;
}

export interface Opening {
  /** 0 when no day is waited for. */
  at: number;
  /** What else has to happen; undefined when only the time decides. */
  waitsFor: LockedBy | undefined;
}

/** The lectures before one that a rule calls the previous: one, or those of the section before. */
const previousOf = (lectures: readonly OutlineLecture[], index: number, isOfSection: boolean): OutlineLecture[] => {
  if (!isOfSection) return lectures.slice(Math.max(0, index - 1), index);
  const section = lectures[index]?.sectionId;
  const last = lectures.slice(0, index).findLast(({ sectionId }) => sectionId !== section);
  return last ? lectures.filter(({ sectionId }) => sectionId === last.sectionId) : [];
};

/**
 * The lectures of a course that may be locked. A quiz that is no draft and comes before can be waited for, whatever a rule
 * says, so that nothing waits for itself after the lectures were put in another order.
 */
export const itemsOf = (
  lectures: readonly OutlineLecture[],
  rules: readonly ReleaseRule[],
  gateIds: ReadonlySet<string> = new Set(),
): ReadonlyMap<string, ReleaseItem> => {
  const ofLecture = new Map(rules.flatMap((rule) => (rule.lectureId === undefined ? [] : [[rule.lectureId, rule]])));
  const ofSection = new Map(rules.flatMap((rule) => (rule.sectionId === undefined ? [] : [[rule.sectionId, rule]])));
  const items = new Map<string, ReleaseItem>();
  const [quizzes, gates] = [new Map<string, Named>(), new Array<Named>()];
  for (const [index, lecture] of lectures.entries()) {
    const { id, sectionId, isFree, kind } = lecture;
    const own = ofLecture.get(id);
    const rule = own ?? (sectionId === null ? undefined : ofSection.get(sectionId));
    const item = {
      id,
      isQuiz: isPassed(kind),
      afterDays: rule?.afterDays,
      on: rule?.on,
      previous: rule?.afterPrevious ? previousOf(lectures, index, own === undefined) : [],
      quiz: rule?.afterQuizId === undefined ? undefined : quizzes.get(rule.afterQuizId),
      gates: [...gates],
    };
    const isBound = item.afterDays !== undefined || item.on !== undefined || item.quiz !== undefined;
    if (!isFree && (isBound || item.previous.length > 0 || gates.length > 0)) items.set(id, item);
    if (isPassed(kind)) quizzes.set(id, lecture);
    if (gateIds.has(id)) gates.push(lecture);
  }
  return items;
};

/** Whether it is open to everyone with a right to the course: its day has come, and nothing else is waited for. */
export const isOpenToAll = ({ afterDays = 0, on, previous, quiz, gates }: ReleaseItem, today: string): boolean =>
  afterDays === 0 && previous.length === 0 && !quiz && gates.length === 0 && (on === undefined || on <= today);

const isRuled = ({ on, afterDays, previous, quiz }: ReleaseItem): boolean =>
  on !== undefined || afterDays !== undefined || previous.length > 0 || quiz !== undefined;

/** The lectures that matter to some by being begun or done: none to those behind quizzes alone. */
export const begunOf = (items: readonly ReleaseItem[]): string[] => [
  ...new Set(items.filter(isRuled).flatMap(({ id, previous }) => [id, ...previous.map((one) => one.id)])),
];

/** The quizzes that matter to some by an attempt: those to pass, and their own. */
export const triedOf = (items: readonly ReleaseItem[]): string[] => [
  ...new Set(
    items.flatMap(({ id, isQuiz, quiz, gates }) => [
      ...(isQuiz ? [id] : []),
      ...[quiz ?? [], gates].flat().map((one) => one.id),
    ]),
  ),
];

/** Whether the first day of the right of a learner matters. */
export const countsDays = (items: readonly ReleaseItem[]): boolean =>
  items.some(({ afterDays }) => afterDays !== undefined);

const quizLock = ({ id: lectureId, title }: Named): LockedBy => ({ kind: 'quiz', lectureId, title });

/** The first moment of a day where the school is. */
export type StartOfDay = SchoolCalendar['startOf'];

const DAYS_MAX = 5000;

/** Remembers the first moments of days, which are slow to compute, of the calendar that was asked last. */
export const createDayStarts = (): ((calendar: Pick<SchoolCalendar, 'timeZone' | 'startOf'>) => StartOfDay) => {
  let known = { timeZone: '', starts: new Map<string, number>() };
  return ({ timeZone, startOf }) => {
    if (known.timeZone !== timeZone) known = { timeZone, starts: new Map() };
    const { starts } = known;
    return (day) => {
      const start = starts.get(day) ?? startOf(day);
      if (starts.size >= DAYS_MAX) starts.clear();
      starts.set(day, start);
      return start;
    };
  };
};

/** When a lecture opens to a learner who has not opened it. */
export const opensAt = (
  { startedOn, done, passed }: ReleaseLearner,
  { on, afterDays, previous, quiz }: Pick<ReleaseItem, 'on' | 'afterDays' | 'previous' | 'quiz'>,
  startOf: StartOfDay,
): Opening => {
  const days = afterDays === undefined || startedOn === undefined ? 0 : startOf(daysLater(startedOn, afterDays));
  const at = Math.max(on === undefined ? 0 : startOf(on), days);
  const left = previous.filter(({ id }) => !done.has(id));
  const [first] = left;
  const waitsFor: LockedBy | undefined =
    quiz && !passed.has(quiz.id)
      ? quizLock(quiz)
      : first && { kind: 'previous', lectureId: first.id, title: first.title, left: left.length };
  return { at, waitsFor };
};

/** Undefined when the lecture is open. What a learner has opened is locked by a quiz to pass alone. */
export const lockOf = (
  learner: ReleaseLearner,
  item: ReleaseItem,
  { now, startOf }: { now: number; startOf: StartOfDay },
): LectureLock | undefined => {
  const gate = item.gates.find(({ id }) => !learner.passed.has(id));
  const opening = learner.opened.has(item.id) ? undefined : opensAt(learner, item, startOf);
  const day = opening && opening.at > now ? opening.at : null;
  const waitsFor = gate ? quizLock(gate) : opening?.waitsFor;
  if (waitsFor) return { opensAt: day, lockedBy: waitsFor };
  if (day === null) return undefined;
  const { on, afterDays } = item;
  const isOnDate = on !== undefined && startOf(on) === day;
  return { opensAt: day, lockedBy: isOnDate ? { kind: 'date', on } : { kind: 'days', days: afterDays ?? 0 } };
};

/** 1 when a lecture opens later than before, -1 when earlier; 0 for one that is open both times. */
export const compareOpenings = (before: Opening, after: Opening, now: number): number => {
  const [from, to] = [before, after].map(({ at, waitsFor }) => [waitsFor ? 1 : 0, Math.max(at, now)] as const);
  if (!from || !to) return 0;
  return Math.sign(to[0] - from[0] || to[1] - from[1]);
};
