import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { MessagesSquare } from 'lucide-react';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { messages } from '#contract/messages.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { endpointQuery } from '#web/api/query.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { pathTo } from '#web/app/path-to.ts';
import { Outcome } from '#web/features/billing/checkout/outcome.tsx';

/** The forum sends its visitors here, and this page sends those who are logged in back. */
export function Component() {
  const [search] = useSearchParams();
  const request = { sso: search.get('sso') ?? '', sig: search.get('sig') ?? '' };
  const isComplete = request.sso !== '' && request.sig !== '';
  const { data, error } = useQuery(
    endpointQuery('forum-login', 'POST /user/discourse-sign-in', { body: request, enabled: isComplete, retry: false }),
  );
  useEffect(() => {
    if (data) window.location.replace(data.address);
  }, [data]);
  const refusal = isComplete ? error && errorMessage(error, messages.forum.failure) : messages.forum.refused;
  return (
    <Outcome
      icon={<MessagesSquare size={64} className="text-primary" aria-hidden="true" />}
      heading={refusal ? messages.forum.failure : messages.forum.going}
      action={
        refusal && (
          <LinkButton to={pathTo('home')} size="large">
            <Trans>Go to the home page</Trans>
          </LinkButton>
        )
      }
    >
      {refusal && <p>{refusal}</p>}
    </Outcome>
  );
}
