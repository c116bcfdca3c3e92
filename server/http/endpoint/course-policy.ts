import type { CourseRole } from '#contract/access/course-people.ts';
import type { CourseAction } from '#contract/endpoint.ts';
import type { Role } from '#contract/fields.ts';

/** Whom the policy is asked about: a user, also one who is not sending this request. */
export interface PolicyActor {
  id: string;
  role: Role;
  isBlocked?: boolean;
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

/** A quiz that a learner has to pass: what comes after it in its course is locked. */
export interface CourseLock {
  lectureId: string;
  title: string;
  position: number;
}

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
  /** Those of the courses that the user may watch. */
  opened(actor: PolicyActor, courseIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Whether the lecture may be played: as `watch`, but anyone may play free previews. `actor` is undefined for a visitor. */
  mayPlay(actor: PolicyActor | undefined, lectureId: string): Promise<boolean>;
  /** The first quiz of a course that the user has to pass to continue; undefined without one, and for the people of the course. */
  lockIn(actor: PolicyActor, courseId: string): Promise<CourseLock | undefined>;
  /** Throws `quiz_not_passed` for a lecture behind such a quiz. Free previews stay open. */
  assertUnlocked(actor: PolicyActor, lectureId: string): Promise<void>;
  /** Whether the user sees the drafts of a course. */
  seesDrafts(actor: PolicyActor, courseId: string): Promise<boolean>;
  /** The courses of a teacher or an assistant, with the role in each. */
  coursesOf(userId: string): Promise<ReadonlyMap<string, CourseRole>>;
  /** Whether the user publishes courses without approval. */
  publishesAlone(actor: PolicyActor): Promise<boolean>;
  /** Whether the user may create courses: admins, and teachers if the setting allows it. */
  mayCreate(actor: PolicyActor): Promise<boolean>;
  /** When the user's access to a course ends; undefined for access without an end. */
  accessEndsAt(actor: PolicyActor, courseId: string): Promise<number | undefined>;
}
