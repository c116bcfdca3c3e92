import { api } from '#contract/api.ts';
import type { Bind } from '#server/http/endpoint/bind.ts';
import type { Watermarks } from './watermark.ts';

export const watermarkRoutes = (bind: Bind, watermarks: Watermarks): void => {
  bind(api.watermarks, {
    ofCourse: async ({ params: { courseId } }) => ({ watermark: await watermarks.ofCourse(courseId) }),
    set: async ({ params: { courseId }, body: { watermark } }) => {
      await watermarks.set(courseId, watermark);
      return { watermark };
    },
    tampered: ({ actor, params: { courseId } }) => watermarks.tampered(actor.id, courseId),
    find: async ({ query }) => ({ found: await watermarks.find(query.code) }),
  });
};
