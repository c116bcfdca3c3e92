import { api } from '#contract/api.ts';
import type { Bind } from '#server/http/endpoint/bind.ts';
import type { System } from './system.ts';

export const systemRoutes = (bind: Bind, system: System): void => {
  bind(api.system, {
    overview: async () => ({ ...(await system.jobs()), storage: await system.storage() }),
    retryJob: ({ params }) => system.retryJob(params.jobId),
  });
};
