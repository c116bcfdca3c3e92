import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import { attachment } from '#server/http/file/attachment.ts';
import type { Bind } from '#server/http/endpoint/bind.ts';
import { lettersNotDrawn } from '#server/pdf/letters.ts';
import type { Certificates } from './certificates.ts';

const own = messages.certificates;

const designIn = <Q extends { hasLogo: 'true' | 'false' }>({ hasLogo, ...design }: Q) => ({
  ...design,
  hasLogo: hasLogo === 'true',
});

export const certificatesRoutes = (bind: Bind, certificates: Certificates): void => {
  const { publishing, earlier, paper, pictures, requests } = certificates;

  bind(api.certificates, {
    page: ({ params }) => certificates.page(params.code),
    badge: async ({ params }) => attachment('certificate.jwt', Buffer.from(await publishing.badge(params.code))),
    badgeImage: async ({ params }) => attachment('certificate.png', await publishing.badgeImage(params.code)),
    pdf: async ({ params }) => {
      const { fileName, bytes } = await paper.pdf(params.code);
      return attachment(fileName, bytes);
    },
    listOwn: ({ actor }) => certificates.ofUser(actor.id),
    letters: ({ query }) => ({ lettersNotDrawn: lettersNotDrawn(query.name) }),
    correctName: ({ actor, params, body }) => certificates.correctName(actor.id, params.code, body.holderName),
    list: ({ actor, params, body }) => certificates.list(actor.id, params.code, body.isListed),
    standing: ({ actor, params }) => certificates.standing({ userId: actor.id, language: actor.language, ...params }),
    claim: ({ actor, params }) => certificates.claim({ userId: actor.id, ...params }),
    rules: ({ params }) => certificates.ofCourse(params.courseId),
    saveRules: ({ actor, params, body }) => certificates.saveRules(params.courseId, body, actor.id),
    addPicture: async ({ params, fields, files }) => ({
      picture: await pictures.add(params.courseId, fields.kind, files.file),
    }),
    preview: async ({ actor, params, query }) =>
      attachment('certificate.webp', await certificates.preview(params.courseId, designIn(query), actor.id)),
    addSchoolPicture: async ({ fields, files }) => ({ picture: await pictures.add(null, fields.kind, files.file) }),
    previewOfSchool: async ({ actor, query }) =>
      attachment('certificate.webp', await certificates.preview(undefined, designIn(query), actor.id)),
    countEarlier: async ({ params }) => ({ people: await earlier.count(params.courseId) }),
    issueEarlier: async ({ params }) => ({ people: await earlier.issue(params.courseId) }),
    requests: ({ actor, query }) => requests.list(actor, query),
    decide: async ({ actor, params, body }) => {
      await certificates.decide(actor, params, body);
      return { message: body.isApproved ? own.approved : own.declined };
    },
    listOfCourse: ({ params, query }) => certificates.listed({ ...query, ...params }),
    courses: ({ query }) => certificates.courses(query),
    listAll: ({ query }) => certificates.listed(query),
    revoke: ({ actor, params, body }) => certificates.revoke(actor.id, params.code, body.reason),
    reissue: ({ params, body }) => certificates.reissue(params.code, body.holderName),
  });
};
