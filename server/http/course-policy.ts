import type { CourseRole } from '#contract/course-people.ts';
import type { CourseAction } from '#contract/endpoint.ts';
import type { Role } from '#contract/fields.ts';

/** Whom the policy is asked about: a user, also one who is not sending this request. */
export interface PolicyActor {
  id: string;
  role: Role;
  isBlocked?: boolean;
}

/** A course, or something that names its course. */
export type CoursePlace = { courseId: string } | { lectureId: string } | { uploadId: string };

/** Who may do what in which course: the one place that decides it. */
export interface CoursePolicy {
  /** Throws the error that says why somebody may not. */
  assertMay(actor: PolicyActor, action: CourseAction, place: CoursePlace): Promise<void>;
  may(actor: PolicyActor, action: CourseAction, place: CoursePlace): Promise<boolean>;
  /** Whether somebody plays a lecture: as `watch`, and free previews are for everybody. A visitor is undefined. */
  mayPlay(actor: PolicyActor | undefined, lectureId: string): Promise<boolean>;
  /** Whether somebody sees the drafts of a course. */
  seesDrafts(actor: PolicyActor, courseId: string): Promise<boolean>;
  /** The courses in which somebody is a teacher or an assistant. */
  coursesOf(userId: string): Promise<ReadonlyMap<string, CourseRole>>;
  /** Whether the courses of somebody are published without approval. */
  publishesAlone(actor: PolicyActor): Promise<boolean>;
  /** Whether somebody may create courses of their own: admins, and teachers if the school lets them. */
  mayCreate(actor: PolicyActor): Promise<boolean>;
  /** When somebody who may watch a course cannot any more; undefined without an end. */
  accessEndsAt(actor: PolicyActor, courseId: string): Promise<number | undefined>;
}
