import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { LearnedCourse } from '#contract/classroom/learning.ts';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import { endpointQuery } from '#web/api/query.ts';
import { Field } from '#web/ui/forms/fields.tsx';
import { QueryBoundary, Skeleton } from '#web/ui/page/query-boundary.tsx';
import { PrivateAddress } from './private-address.tsx';

const said = messages.podcasts;
const podcastsQuery = () => endpointQuery('podcasts', 'GET /user/podcasts');

function Address({ address, courses }: { address: string; courses: readonly LearnedCourse[] }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState(courses[0]?._id ?? '');
  const url = `${address}/${chosen}.xml`;
  return (
    <div className="grid max-w-2xl gap-4">
      <Field label={t`Course`}>
        {(described) => (
          <select
            {...described}
            className="select h-12"
            value={chosen}
            onChange={({ target }) => setChosen(target.value)}
          >
            {courses.map(({ _id: id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        )}
      </Field>
      <PrivateAddress
        url={url}
        hint={t`Only for you. Listening counts as one device.`}
        copied={said.copied}
        warning={t`The addresses of all your courses change, and the ones before stop working. Add the new ones to your podcast app.`}
        renew={() => call('POST /user/podcasts/renew')}
        messages={{ success: said.renewed, error: said.renewFailed }}
        onRenewed={(renewed) => queryClient.setQueryData(podcastsQuery().queryKey, renewed)}
      />
    </div>
  );
}

/** The private podcast of each course: its address, to be added to an app. */
export function Podcasts({ courses }: { courses: readonly LearnedCourse[] }) {
  const query = useQuery(podcastsQuery());
  return (
    <>
      <p className="mb-5 text-muted">
        <Trans>Add the address of a course to an app that plays podcasts by address.</Trans>
      </p>
      <QueryBoundary query={query} skeleton={<Skeleton className="h-48 max-w-2xl" />} failure={said.failure}>
        {({ address }) => <Address {...{ address, courses }} />}
      </QueryBoundary>
    </>
  );
}
