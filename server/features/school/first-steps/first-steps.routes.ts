import { api } from '#contract/api.ts';
import type { Bind } from '#server/http/endpoint/bind.ts';
import type { FirstStepsGuide } from './first-steps.ts';

export const firstStepsRoutes = (bind: Bind, firstSteps: FirstStepsGuide): void => {
  bind(api.firstSteps, {
    get: async ({ origin }) => ({ firstSteps: await firstSteps.list(origin) }),
    confirm: async ({ params, origin }) => ({ firstSteps: await firstSteps.confirm(params.step, origin) }),
  });
};
