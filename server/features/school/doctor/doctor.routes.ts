import { api } from '#contract/api.ts';
import { doctorMessages } from '#contract/school/doctor-messages.ts';
import type { Implement } from '#server/http/endpoint/implement-endpoint.ts';
import type { Doctor } from './doctor.ts';

export const doctorRoutes = (implement: Implement, doctor: Doctor): void => {
  implement(api.doctor.examine, async ({ header }) => ({
    message: doctorMessages.success,
    report: await doctor.examine({ forwardedFor: header('x-forwarded-for') }),
  }));
  implement(api.doctor.summary, async ({ header }) => ({
    message: doctorMessages.success,
    ...(await doctor.summary({ forwardedFor: header('x-forwarded-for') })),
  }));
};
