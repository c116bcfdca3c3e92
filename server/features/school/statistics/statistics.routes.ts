import { api } from '#contract/api.ts';
import type { Bind } from '#server/http/endpoint/bind.ts';

export interface StatisticsNeeds {
  countUsers: () => Promise<number>;
  /** How many people may watch now because they paid. */
  countSubscribedUsers: () => Promise<number>;
}

export const statisticsRoutes = (bind: Bind, { countUsers, countSubscribedUsers }: StatisticsNeeds): void => {
  bind(api.stats, {
    users: async () => {
      const [allUsersCount, subscribedUsersCount] = await Promise.all([countUsers(), countSubscribedUsers()]);
      return { allUsersCount, subscribedUsersCount };
    },
  });
};
