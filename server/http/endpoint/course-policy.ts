import type { CourseRole } from '#contract/access/course-people.ts';
import type { LockedBy } from '#contract/access/locked-by.ts';
import type { CourseAction } from '#contract/endpoint.ts';
import type { Failure } from '#server/errors.ts';
import type { Role } from '#contract/fields.ts';

/** Whom the policy is asked about: a user, also one who is not sending this request. */
export interface PolicyActor {
  id: string;
  role: Role;
  isBlocked?: boolean;
  /** Of the page from which they ask. */
  language?: string | undefined;
  /** Of an API key, which needs no second step: a key was made with one. */
  key?: unknown;
}

/** A course, or something that names its course. A page is the home page, or that of the course with this id. */
export type CoursePlace =
  | { courseId: string }
  | { lectureId: string }
  | { questionId: string }
  | { uploadId: string }
  | { page: string };

/** Why a lecture is locked for a learner, and the day before which it does not open; null when it waits for no day. */
export interface LectureLock {
  lockedBy: LockedBy;
  opensAt: number | null;
}

/** The locks of a course: undefined for a lecture that is open. */
export type CourseLocks = (lectureId: string) => LectureLock | undefined;

/**
 * Who may do what in which course: the one place that decides it. Admins and the people of a course who lack the factor that the
 * school requires stand as learners here, and are told why where that closes something.
 */
export interface CoursePolicy {
  /** Throws `forbidden` for others, and for an admin without the required factor. */
  assertAdmin(actor: PolicyActor): Promise<void>;
  /**
   * Throws `forbidden` for who confirms no payments: admins do, and the people of courses where the school lets them, for plans of
   * their courses.
   */
  assertConfirmsPayments(actor: PolicyActor): Promise<void>;
  /**
   * The courses that the user works on, or only those that they teach; undefined for an admin: every course. Throws `forbidden`
   * without the required factor.
   */
  staffOf(actor: PolicyActor, role?: 'teacher'): Promise<readonly string[] | undefined>;
  /** Throws the error with the reason when the action is not allowed. */
  assertMay(actor: PolicyActor, action: CourseAction, place: CoursePlace): Promise<void>;
  may(actor: PolicyActor, action: CourseAction, place: CoursePlace): Promise<boolean>;
  /** The error with the reason when the action is not allowed. */
  refusal(actor: PolicyActor, action: CourseAction, place: CoursePlace): Promise<Failure | undefined>;
  /** The same for the address of a feed, which may be passed on. */
  refusalInLink(actor: PolicyActor, action: CourseAction, place: CoursePlace): Promise<Failure | undefined>;
  /** Those of the courses that the user may watch. */
  opened(actor: PolicyActor, courseIds: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Why a lecture may not be played, `media_refused` unless it is locked, with the reason for a user who is logged in: as `watch`,
   * but anyone may play free previews. `actor` is undefined for a visitor.
   */
  playRefusal(actor: PolicyActor | undefined, lectureId: string): Promise<Failure | undefined>;
  /** The locks of a course for a user; for its people none, unless they ask `as` a learner who begins today. */
  locksIn(actor: PolicyActor, courseId: string, as?: 'learner'): Promise<CourseLocks>;
  /** Throws `lecture_locked` or `quiz_not_passed` for a lecture that is locked. Free previews stay open. */
  assertUnlocked(actor: PolicyActor, lectureId: string): Promise<void>;
  /** Whether the user sees the drafts of a course. */
  seesDrafts(actor: PolicyActor, courseId: string): Promise<boolean>;
  /** The courses of a teacher or an assistant, with the role in each. */
  coursesOf(userId: string): Promise<ReadonlyMap<string, CourseRole>>;
  /** Whether the user publishes courses without approval. */
  publishesAlone(actor: PolicyActor): Promise<boolean>;
  /** Whether the user may create courses: admins, and teachers if the setting allows it. */
  mayCreate(actor: PolicyActor): Promise<boolean>;
  /** When the user's access to a course ends, or a batch closes its lectures to them; undefined for access without an end. */
  accessEndsAt(actor: PolicyActor, courseId: string): Promise<number | undefined>;
}
