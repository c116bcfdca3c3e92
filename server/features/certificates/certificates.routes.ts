import { api } from '#contract/api.ts';
import { messages } from '#contract/messages.ts';
import { attachment } from '#server/http/file/attachment.ts';
import type { Implement } from '#server/http/endpoint/implement-endpoint.ts';
import { lettersNotDrawn } from '#server/pdf/letters.ts';
import type { Certificates } from './certificates.ts';

const own = messages.certificates;

export const certificatesRoutes = (implement: Implement, certificates: Certificates): void => {
  const { publishing, earlier, paper, requests } = certificates;

  implement(api.certificates.page, async ({ params }) => ({
    message: own.fetched,
    ...(await certificates.page(params.code)),
  }));

  implement(api.certificates.badge, async ({ params }) =>
    attachment('certificate.jwt', Buffer.from(await publishing.badge(params.code))),
  );

  implement(api.certificates.badgeImage, async ({ params }) =>
    attachment('certificate.png', await publishing.badgeImage(params.code)),
  );

  implement(api.certificates.pdf, async ({ params }) => {
    const { fileName, bytes } = await paper.pdf(params.code);
    return attachment(fileName, bytes);
  });

  implement(api.certificates.listOwn, async ({ actor }) => ({
    message: own.listFetched,
    ...(await certificates.ofUser(actor.id)),
  }));

  implement(api.certificates.letters, async ({ query }) => ({
    message: own.fetched,
    lettersNotDrawn: lettersNotDrawn(query.name),
  }));

  implement(api.certificates.correctName, async ({ actor, params, body }) => ({
    message: own.nameCorrected,
    ...(await certificates.correctName(actor.id, params.code, body.holderName)),
  }));

  implement(api.certificates.list, async ({ actor, params, body }) => ({
    message: own.listedSaved,
    ...(await certificates.list(actor.id, params.code, body.isListed)),
  }));

  implement(api.certificates.standing, async ({ actor, params }) => ({
    message: own.fetched,
    ...(await certificates.standing({ userId: actor.id, ...params })),
  }));

  implement(api.certificates.claim, async ({ actor, params }) => ({
    message: own.issued,
    ...(await certificates.claim({ userId: actor.id, ...params })),
  }));

  implement(api.certificates.rules, async ({ params }) => ({
    message: own.rulesFetched,
    ...(await certificates.ofCourse(params.courseId)),
  }));

  implement(api.certificates.saveRules, async ({ actor, params, body }) => ({
    message: own.rulesSaved,
    ...(await certificates.saveRules(params.courseId, body, actor.id)),
  }));

  implement(api.certificates.countEarlier, async ({ params }) => ({
    message: own.earlierCounted,
    people: await earlier.count(params.courseId),
  }));

  implement(api.certificates.issueEarlier, async ({ params }) => ({
    message: own.earlierIssued,
    people: await earlier.issue(params.courseId),
  }));

  implement(api.certificates.requests, async ({ actor, query }) => ({
    message: own.requestsFetched,
    ...(await requests.list(actor, query)),
  }));

  implement(api.certificates.decide, async ({ actor, params, body }) => {
    await certificates.decide(actor, params, body);
    return { message: body.isApproved ? own.approved : own.declined };
  });

  implement(api.certificates.listOfCourse, async ({ params, query }) => ({
    message: own.listFetched,
    ...(await certificates.listed({ ...query, ...params })),
  }));

  implement(api.certificates.listAll, async ({ query }) => ({
    message: own.listFetched,
    ...(await certificates.listed(query)),
  }));

  implement(api.certificates.revoke, async ({ actor, params, body }) => ({
    message: own.revoked,
    ...(await certificates.revoke(actor.id, params.code, body.reason)),
  }));

  implement(api.certificates.reissue, async ({ params, body }) => ({
    message: own.reissued,
    ...(await certificates.reissue(params.code, body.holderName)),
  }));
};
