import { api } from '#contract/api.ts';

/** Everything about a person as an admin gets it. An API key gets parts of it. */
export const wholeDetail = (body: unknown) => {
  const { detail } = api.people.detail.response.parse(body);
  const { note, timeline, devices, purchases, emails } = detail;
  if (!note || !timeline || !devices || !purchases || !emails) throw new Error('a part of the person is missing');
  return { ...detail, note, timeline, devices, purchases, emails };
};
