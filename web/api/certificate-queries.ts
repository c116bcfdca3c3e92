import { keepPreviousData } from '@tanstack/react-query';
import { endpointQuery } from './query.ts';

/** A certificate, as its page says it to everyone. */
export const certificateQuery = (code: string) =>
  endpointQuery('certificates', 'GET /certificates/:code', { params: { code } });

/** What the certificate of a course demands, and how far the user is. */
export const certificateStandingQuery = (courseId: string) =>
  endpointQuery('certificates', 'GET /courses/:courseId/certificate', { params: { courseId }, staleTime: 0 });

/** For people who edit the course. */
export const certificateRulesQuery = (courseId: string) =>
  endpointQuery('certificates', 'GET /courses/:courseId/certificate-rules', { params: { courseId } });

/** The certificates that wait for the user, the oldest first; a place that shows their number needs one. */
export const certificateRequestsQuery = (query: { limit: number; offset: number } = { limit: 1, offset: 0 }) =>
  endpointQuery('certificates', 'GET /teach/certificate-requests', {
    query,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

export const earlierCertificatesQuery = (courseId: string) =>
  endpointQuery('certificates', 'GET /courses/:courseId/certificate-rules/earlier', {
    params: { courseId },
    staleTime: 0,
  });

export const ownCertificatesQuery = () => endpointQuery('certificates', 'GET /user/certificates', { staleTime: 0 });

/** The courses of the school, with whether they issue certificates. */
export const certifiedCoursesQuery = (query: { limit: number; offset: number }) =>
  endpointQuery('certificates', 'GET /admin/certificates/courses', { query, placeholderData: keepPreviousData });

/** The issued certificates of the school, a page of them. */
export const allCertificatesQuery = (query: { search: string; limit: number; offset: number }) =>
  endpointQuery('certificates', 'GET /admin/certificates', {
    query,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

/** The issued certificates of a course, a page of them. */
export const certificatesOfQuery = (courseId: string, query: { search: string; limit: number; offset: number }) =>
  endpointQuery('certificates', 'GET /courses/:courseId/certificates', {
    params: { courseId },
    query,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
