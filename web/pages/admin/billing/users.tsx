import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { peopleQuery } from '#web/api/admin-billing-queries.ts';
import type { ResponseOf } from '#web/api/call.ts';
import { Avatar } from '#web/components/avatar.tsx';
import { Badge } from '#web/components/badge.tsx';
import { EmptyState } from '#web/components/empty-state.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { QueryBoundary } from '#web/components/query-boundary.tsx';
import { SearchField } from '#web/components/search-field.tsx';
import { LoadingNote, RowsSkeleton } from '#web/components/skeletons.tsx';
import { pathTo } from '#web/paths.ts';
import { BillingNav } from './billing-nav.tsx';

export function Component() {
  const [address, setAddress] = useSearchParams();
  const search = (address.get('search') ?? '').slice(0, 254);
  const query = useQuery(peopleQuery(search));
  return (
    <div className="page py-8 lg:py-10">
      <PageHeading>Access</PageHeading>
      <BillingNav />
      <p className="measure mt-6 text-muted">Check, grant or revoke access.</p>
      <div className="mt-4">
        <SearchField
          label="Search by name or email"
          value={search}
          onSearch={(next) => setAddress(next ? { search: next } : {}, { replace: true, preventScrollReset: true })}
        />
      </div>
      <div className="mt-5 max-w-[50rem]">
        <QueryBoundary
          query={query}
          skeleton={
            <>
              <LoadingNote>Loading users</LoadingNote>
              <RowsSkeleton />
            </>
          }
          failure="The users could not be loaded"
        >
          {({ people }) => <Found people={people} search={search} isOld={query.isPlaceholderData} />}
        </QueryBoundary>
      </div>
    </div>
  );
}

type People = ResponseOf<'GET /admin/people'>['people'];

function Found({ people, search, isOld }: { people: People; search: string; isOld: boolean }) {
  if (people.length === 0) {
    return (
      <EmptyState>
        {search ? `No name or email starts with “${search}”.` : 'Search for a user by name or email.'}
      </EmptyState>
    );
  }
  return (
    <ul className={`surface overflow-hidden ${isOld ? 'opacity-60' : ''}`} aria-busy={isOld || undefined}>
      {people.map(({ _id, fullName, email, role }) => (
        <li key={_id} className="border-t border-line first:border-t-0">
          <Link
            to={pathTo('userAccess', { userId: _id })}
            className="flex items-center gap-3 px-5 py-3 hover:bg-base-200"
          >
            <Avatar fullName={fullName} src={null} />
            <span className="min-w-0 flex-1">
              <span className="block font-semibold wrap-anywhere">{fullName}</span>
              <span className="meta block wrap-anywhere">{email}</span>
            </span>
            {role === 'ADMIN' && <Badge>ADMIN</Badge>}
            <ChevronRight size={20} className="text-muted" aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
