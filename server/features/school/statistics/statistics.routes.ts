import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import type { Implement } from '#server/http/endpoint/implement-endpoint.ts';

export interface StatisticsNeeds {
  countUsers: () => Promise<number>;
  /** How many people may watch now because they paid. */
  countSubscribedUsers: () => Promise<number>;
}

export const statisticsRoutes = (implement: Implement, { countUsers, countSubscribedUsers }: StatisticsNeeds): void => {
  implement(api.stats.users, async () => {
    const [allUsersCount, subscribedUsersCount] = await Promise.all([countUsers(), countSubscribedUsers()]);
    return { message: messages.stats.success, allUsersCount, subscribedUsersCount };
  });
};
