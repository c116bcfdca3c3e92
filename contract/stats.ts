import { z } from 'zod';
import { endpoint, success } from './endpoint.ts';

export const stats = {
  users: endpoint({
    method: 'GET',
    path: '/admin/stats/users',
    access: 'admin',
    summary: 'Count registered users and subscribed users',
    response: success({ allUsersCount: z.int(), subscribedUsersCount: z.int() }),
  }),
};
