import type { z } from 'zod';
import type { Subscription, User } from '#contract/accounts/accounts.ts';
import type { Role } from '#contract/fields.ts';
import { toInstant } from '#server/clock.ts';
import { fileUrl } from '#server/storage/file-url.ts';
import type { UserSummary } from './accounts.queries.ts';

/** What a user has: `hasCourses` when they have, or had, single courses. */
type AccessOf = (
  userId: string,
  role: Role,
) => Promise<{ subscription: z.output<typeof Subscription>; hasCourses: boolean }>;

/** What other features know about a user. */
export interface UserFacts {
  accessOf: AccessOf;
  /** Whether they are a teacher or an assistant of a course. */
  teaches: (userId: string) => Promise<boolean>;
}

/** A user as the API shows them. */
export type PresentUser = (user: UserSummary, origin: string) => Promise<User>;

export const createPresentUser =
  ({ accessOf, teaches }: UserFacts): PresentUser =>
  async (user, origin) => ({
    _id: user.id,
    fullName: user.full_name,
    email: user.email,
    role: user.role,
    avatar: { secure_url: user.avatar_key === null ? null : fileUrl(origin, user.avatar_key) },
    ...(await accessOf(user.id, user.role)),
    teaches: await teaches(user.id),
    language: user.language,
    createdAt: toInstant(user.created_at),
  });
