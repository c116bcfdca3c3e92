import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { sentenceOf } from '#web/api/api-error.ts';
import type { AnswerOf } from '#web/api/call.ts';
import { peopleQuery } from '#web/api/sales.ts';
import { Avatar } from '#web/components/avatar.tsx';
import { Badge } from '#web/components/badge.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { SearchField } from '#web/components/search-field.tsx';
import { LoadingNote, RowsSkeleton } from '#web/components/skeletons.tsx';
import { EmptyState, ErrorState } from '#web/components/states.tsx';
import { SalesNav } from '#web/pages/sales/sales-nav.tsx';

/** Finds one person, to see why they may watch, or not. */
export function Component() {
  const [address, setAddress] = useSearchParams();
  const search = (address.get('search') ?? '').slice(0, 254);
  const query = useQuery(peopleQuery(search));
  return (
    <div className="page py-8 lg:py-10">
      <PageHeading>People</PageHeading>
      <SalesNav />
      <p className="measure mt-6 text-muted">
        Find a person to see why they may watch, or not, and to give or take access by hand.
      </p>
      <div className="mt-4">
        <SearchField
          label="Beginning of a name or email"
          value={search}
          onSearch={(next) => setAddress(next ? { search: next } : {}, { replace: true, preventScrollReset: true })}
        />
      </div>
      <div className="mt-5 max-w-[50rem]">
        {query.isPending && (
          <>
            <LoadingNote>Loading people</LoadingNote>
            <RowsSkeleton />
          </>
        )}
        {query.isError && (
          <ErrorState onRetry={() => void query.refetch()} isRetrying={query.isFetching}>
            {sentenceOf(query.error, 'The people could not be loaded')}
          </ErrorState>
        )}
        {query.data && <Found people={query.data.people} search={search} isOld={query.isPlaceholderData} />}
      </div>
    </div>
  );
}

type People = AnswerOf<'GET /admin/people'>['people'];

function Found({ people, search, isOld }: { people: People; search: string; isOld: boolean }) {
  if (people.length === 0) {
    return (
      <EmptyState>
        {search ? `No name or email begins with “${search}”.` : 'Type how a name or an email begins.'}
      </EmptyState>
    );
  }
  return (
    <ul className={`surface overflow-hidden ${isOld ? 'opacity-60' : ''}`} aria-busy={isOld || undefined}>
      {people.map(({ _id, fullName, email, role }) => (
        <li key={_id} className="border-t border-line first:border-t-0">
          <Link to={`/admin/people/${_id}`} className="flex items-center gap-3 px-5 py-3 hover:bg-base-200">
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
