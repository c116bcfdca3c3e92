import { z } from 'zod';
import { get, success } from '../endpoint.ts';

export const stats = {
  users: get('/admin/stats/users', {
    access: 'admin',
    summary: 'Count registered users and subscribed users',
    response: success({ allUsersCount: z.int(), subscribedUsersCount: z.int() }),
  }),
};
