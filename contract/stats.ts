import { z } from 'zod';
import { answer, endpoint } from './endpoint.ts';

export const stats = {
  users: endpoint({
    method: 'GET',
    path: '/admin/stats/users',
    access: 'admin',
    summary: 'How many people are registered, and how many of them may watch',
    response: answer({ allUsersCount: z.int(), subscribedUsersCount: z.int() }),
  }),
};
