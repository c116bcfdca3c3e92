import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import type { Implement } from '#server/http/endpoint/implement-endpoint.ts';
import type { FirstStepsGuide } from './first-steps.ts';

const message = messages.firstSteps.fetched;

export const firstStepsRoutes = (implement: Implement, firstSteps: FirstStepsGuide): void => {
  implement(api.firstSteps.get, async ({ origin }) => ({ message, firstSteps: await firstSteps.list(origin) }));
  implement(api.firstSteps.confirm, async ({ params, origin }) => ({
    message,
    firstSteps: await firstSteps.confirm(params.step, origin),
  }));
};
