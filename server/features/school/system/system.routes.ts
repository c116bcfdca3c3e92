import { api } from '#contract/api.ts';
import { systemMessages } from '#contract/school/system-messages.ts';
import type { Implement } from '#server/http/endpoint/implement-endpoint.ts';
import type { System } from './system.ts';

export const systemRoutes = (implement: Implement, system: System): void => {
  implement(api.system.overview, async () => ({
    message: systemMessages.success,
    ...(await system.jobs()),
    storage: await system.storage(),
  }));

  implement(api.system.retryJob, async ({ params }) => {
    await system.retryJob(params.jobId);
    return { message: systemMessages.retried };
  });
};
