import { api } from '#contract/api.ts';
import type { Bind } from '#server/http/endpoint/bind.ts';
import type { Doctor } from './doctor.ts';

export const doctorRoutes = (bind: Bind, doctor: Doctor): void => {
  bind(api.doctor, {
    examine: async ({ header, writer }) => ({
      report: await doctor.examine({ forwardedFor: header('x-forwarded-for') }, writer),
    }),
    summary: ({ header }) => doctor.summary({ forwardedFor: header('x-forwarded-for') }),
  });
};
