import { Plural } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ownNoticesQuery } from './own-notices-query.ts';

/** Shared with the bell of the header. */
const NOTICES = 5;
const MOST_COUNTED = 9;

export default function UnreadNotices() {
  const unread = useQuery(ownNoticesQuery({ limit: NOTICES })).data?.unread ?? 0;
  return (
    unread > 0 && (
      <>
        <span className="learner-bar-count" aria-hidden="true">
          {unread > MOST_COUNTED ? `${MOST_COUNTED}+` : unread}
        </span>
        <span className="sr-only">
          , <Plural value={unread} one="# unread" other="# unread" />
        </span>
      </>
    )
  );
}
