import type { z } from 'zod';
import type { Subscription, User } from '#contract/accounts.ts';
import type { Role } from '#contract/fields.ts';
import { toInstant } from '#server/clock.ts';
import { fileUrl } from '#server/storage/file-url.ts';
import type { ShownUser } from './accounts.queries.ts';

export type SubscriptionOf = (userId: string, role: Role) => Promise<z.output<typeof Subscription>>;

/** A user as the API shows them. */
export type PresentUser = (user: ShownUser, origin: string) => Promise<User>;

export const createPresentUser =
  (subscriptionOf: SubscriptionOf, teaches: (userId: string) => Promise<boolean>): PresentUser =>
  async (user, origin) => ({
    _id: user.id,
    fullName: user.full_name,
    email: user.email,
    role: user.role,
    avatar: { secure_url: user.avatar_key === null ? null : fileUrl(origin, user.avatar_key) },
    subscription: await subscriptionOf(user.id, user.role),
    teaches: await teaches(user.id),
    createdAt: toInstant(user.created_at),
  });
