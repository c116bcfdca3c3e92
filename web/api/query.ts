import { QueryClient, type QueryKey, queryOptions, type UseQueryOptions } from '@tanstack/react-query';
import { type CallOptions, type EndpointName, type ErrorOf, request, type ResponseOf } from './call.ts';

/** What queries show. A change names the subjects that it changes, and everything shown about them is fetched again. */
export type Subject =
  | 'admin-search'
  | 'announcement-preview'
  | 'announcements'
  | 'api-keys'
  | 'attention'
  | 'audience'
  | 'audit'
  | 'backups'
  | 'batches'
  | 'calendar'
  | 'certificates'
  | 'checkout'
  | 'consents'
  | 'copy-size'
  | 'coupons'
  | 'course-lists'
  | 'courses'
  | 'doctor'
  | 'email-texts'
  | 'emails'
  | 'failed-questions'
  | 'first-steps'
  | 'forum-login'
  | 'gift-of-link'
  | 'inbox'
  | 'letters-not-drawn'
  | 'moments'
  | 'notes'
  | 'notice-settings'
  | 'notices'
  | 'overview'
  | 'own-audit'
  | 'own-data'
  | 'own-gifts'
  | 'own-notices'
  | 'own-parts'
  | 'own-purchases'
  | 'own-requests'
  | 'own-rights'
  | 'own-sessions'
  | 'own-user'
  | 'own-words'
  | 'payment-requests'
  | 'payments'
  | 'people'
  | 'plans'
  | 'podcasts'
  | 'progress'
  | 'recall'
  | 'questions'
  | 'quizzes'
  | 'reports'
  | 'rewinds'
  | 'school-exports'
  | 'school-texts'
  | 'security'
  | 'settings'
  | 'setup-link'
  | 'site-pages'
  | 'system'
  | 'transcript'
  | 'user-statistics'
  | 'video-status'
  | 'webhook'
  | 'webhooks';

/** A whole subject, or a part of it: `['courses', courseId]`. */
export type Part = Subject | readonly [Subject, ...string[]];

const keyOf = (part: Part): QueryKey => (typeof part === 'string' ? [part] : part);

/** Marks what is shown about these subjects as outdated; what is on the page is fetched again. */
export const invalidate = async (queryClient: QueryClient, parts: readonly Part[]): Promise<void> => {
  await Promise.all(parts.map((part) => queryClient.invalidateQueries({ queryKey: keyOf(part) })));
};

/**
 * Requests are sent even when the browser reports that it is offline, and never retried: each page offers "Try again",
 * and loads again when the connection is back.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, retry: false, networkMode: 'always', refetchOnReconnect: true },
      mutations: { retry: false, networkMode: 'always' },
    },
  });

type How<K extends EndpointName> = Pick<
  UseQueryOptions<ResponseOf<K>, ErrorOf<K>>,
  'enabled' | 'retry' | 'staleTime' | 'gcTime' | 'placeholderData' | 'refetchInterval' | 'refetchOnWindowFocus'
>;

type Options<K extends EndpointName> = CallOptions<K> & How<K>;

/** The query of an endpoint: what it is about, what is sent, and how long it is fresh. Its key follows from these. */
export const endpointQuery = <K extends EndpointName>(
  part: Part,
  name: K,
  ...[options]: How<K> extends Options<K> ? [options?: Options<K>] : [options: Options<K>]
) =>
  queryOptions<ResponseOf<K>, ErrorOf<K>>({
    ...options,
    queryKey: [...keyOf(part), name, inputOf(options ?? {})],
    queryFn: ({ signal }) => request(name, { ...options, signal }),
  });

interface Input {
  params?: object;
  query?: object;
  body?: unknown;
  staleTime?: unknown;
}

/** What is sent, which tells queries of an endpoint apart. */
const inputOf = ({ params, query, body }: Input): Input => ({
  ...(params && { params }),
  ...(query && { query }),
  ...(body === undefined ? {} : { body }),
});
