import { keepPreviousData } from '@tanstack/react-query';
import { type CallOptions, type ResponseOf } from '#web/api/call.ts';
import { endpointQuery } from '#web/api/query.ts';

export type PeopleQuery = NonNullable<CallOptions<'GET /admin/people'>['query']>;
export type ListedPerson = ResponseOf<'GET /admin/people'>['people'][number];
export type PersonDetail = ResponseOf<'GET /admin/people/:userId'>['detail'];
export type PeopleImport = ResponseOf<'GET /admin/people/imports/:importId'>['import'];

export const peopleQuery = (query: PeopleQuery) =>
  endpointQuery('people', 'GET /admin/people', { query, placeholderData: keepPreviousData, staleTime: 0 });

export const personQuery = (userId: string) =>
  endpointQuery('people', 'GET /admin/people/:userId', { params: { userId }, staleTime: 0 });

/** How many of these people have not confirmed their address. */
export const unconfirmedQuery = (query: NonNullable<CallOptions<'GET /admin/people/unconfirmed'>['query']>) =>
  endpointQuery('people', 'GET /admin/people/unconfirmed', { query, staleTime: 0 });

const POLL_MS = 1000;

/** While the import runs, it is fetched again and again. */
export const peopleImportQuery = (importId: string) =>
  endpointQuery('people', 'GET /admin/people/imports/:importId', {
    params: { importId },
    refetchInterval: ({ state }) => (state.data?.import.state === 'running' ? POLL_MS : false),
  });
