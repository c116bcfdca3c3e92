import { z } from 'zod';
import { get, saying } from '../endpoint.ts';
import { messages } from '../messages.ts';

export const stats = {
  users: get('/admin/stats/users', {
    access: 'admin',
    summary: 'Count registered users and subscribed users',
    response: saying(messages.stats.success, { allUsersCount: z.int(), subscribedUsersCount: z.int() }),
  }),
};
