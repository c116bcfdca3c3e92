import { z } from 'zod';
import { Course } from './catalog.ts';
import { get, post, success, saying } from '../endpoint.ts';

/** In the order of the guide. */
const FirstStepName = z.enum(['brand', 'course', 'price', 'email', 'ways', 'payments', 'legal', 'backup', 'share']);
export type FirstStepName = z.output<typeof FirstStepName>;

const FirstSteps = z.object({
  /** How long a step still takes, about; 0 once it is done. */
  steps: z.array(z.object({ name: FirstStepName, isDone: z.boolean(), minutesLeft: z.int() })),
  /** A course of the school's own, drafts and their lectures included: a published one if there is one. */
  course: Course.pick({ _id: true, title: true, thumbnail: true, numberOfLectures: true, totalDurationMs: true })
    .extend({ isDraft: z.boolean() })
    .nullable(),
  /** A sample course, which becomes the school's own with another title. */
  sampleId: z.string().nullable(),
  /** Something was sold, in the current mode: the guide leaves the dashboard. */
  hasSale: z.boolean(),
});
export type FirstSteps = z.output<typeof FirstSteps>;

export const firstSteps = {
  get: get('/admin/first-steps', {
    access: 'admin',
    summary: 'Get which steps to an open school are done',
    response: success({ firstSteps: FirstSteps }),
  }),
  confirm: post('/admin/first-steps/:step', {
    access: 'admin',
    summary: 'Mark a step as done that may change nothing: the price stays, or the link is shared',
    params: z.object({ step: FirstStepName.extract(['price', 'share']) }),
    response: saying('First steps', { firstSteps: FirstSteps }),
  }),
};
