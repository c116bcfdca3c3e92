import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call, type CallOptions, type ResponseOf } from '#web/api/call.ts';
import { endpointQuery, queryKeys } from '#web/api/query-keys.ts';

export type PeopleQuery = NonNullable<CallOptions<'GET /admin/people'>['query']>;
export type ListedPerson = ResponseOf<'GET /admin/people'>['people'][number];
export type PersonDetail = ResponseOf<'GET /admin/people/:userId'>['detail'];
export type PeopleImport = ResponseOf<'GET /admin/people/imports/:importId'>['import'];

export const peopleQuery = (query: PeopleQuery) => ({
  ...endpointQuery(queryKeys.peopleList(query), 'GET /admin/people', { query }),
  placeholderData: keepPreviousData,
  staleTime: 0,
});

export const personQuery = (userId: string) => ({
  ...endpointQuery(queryKeys.person(userId), 'GET /admin/people/:userId', { params: { userId } }),
  staleTime: 0,
});

/** How many of these people have not confirmed their address. */
export const unconfirmedQuery = (query: NonNullable<CallOptions<'GET /admin/people/unconfirmed'>['query']>) => ({
  ...endpointQuery(queryKeys.unconfirmed(query), 'GET /admin/people/unconfirmed', { query }),
  staleTime: 0,
});

const POLL_MS = 1000;

/** While the import runs, it is fetched again and again. */
export const peopleImportQuery = (importId: string) =>
  queryOptions({
    queryKey: queryKeys.peopleImport(importId),
    queryFn: ({ signal }) => call('GET /admin/people/imports/:importId', { params: { importId }, signal }),
    refetchInterval: ({ state }) => (state.data?.import.state === 'running' ? POLL_MS : false),
  });

/** After an admin changed people. */
export const invalidatePeople = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: queryKeys.people });
