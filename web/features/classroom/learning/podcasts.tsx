import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { LearnedCourse } from '#contract/learning.ts';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import { endpointQuery, queryKeys } from '#web/api/query-keys.ts';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { Field } from '#web/ui/forms/fields.tsx';
import { QueryBoundary, Skeleton } from '#web/ui/page/query-boundary.tsx';
import { copyText } from '#web/ui/text/copy-text.ts';

const said = messages.podcasts;
const podcastsQuery = () => endpointQuery(queryKeys.podcasts, 'GET /user/podcasts');

function NewAddress() {
  const [isOpen, setOpen] = useState(false);
  const queryClient = useQueryClient();
  const renewing = useAction({
    run: () => call('POST /user/podcasts/renew'),
    messages: { success: said.renewed, error: said.renewFailed },
    onSuccess: (renewed) => {
      queryClient.setQueryData(podcastsQuery().queryKey, renewed);
      setOpen(false);
    },
  });
  return (
    <>
      <Button tone="ghost" onClick={() => setOpen(true)}>
        New address
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title="Get a new address?"
        confirmLabel="New address"
        cancelLabel="Keep address"
        isBusy={renewing.isBusy}
        onClose={() => setOpen(false)}
        onConfirm={() => void renewing.start(undefined)}
      >
        The addresses of all your courses change, and the ones before stop working. Add the new ones to your podcast
        app.
      </ConfirmDialog>
    </>
  );
}

function Address({ address, courses }: { address: string; courses: readonly LearnedCourse[] }) {
  const [chosen, setChosen] = useState(courses[0]?._id ?? '');
  const url = `${address}/${chosen}.xml`;
  return (
    <div className="grid max-w-2xl gap-4">
      <Field label="Course">
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
      <Field label="Private address" hint="It is for you alone, and counts as one of your devices while you listen.">
        {(described) => (
          <input
            {...described}
            type="text"
            readOnly
            value={url}
            className="input"
            onFocus={({ target }) => target.select()}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => void copyText(url, said.copied)}>Copy address</Button>
        <NewAddress />
      </div>
    </div>
  );
}

/** The private podcast of each course: its address, to be added to an app. */
export function Podcasts({ courses }: { courses: readonly LearnedCourse[] }) {
  const query = useQuery(podcastsQuery());
  return (
    <>
      <p className="mb-5 text-muted">Add the address of a course to an app that plays podcasts by address.</p>
      <QueryBoundary query={query} skeleton={<Skeleton className="h-48 max-w-2xl" />} failure={said.failure}>
        {({ address }) => <Address {...{ address, courses }} />}
      </QueryBoundary>
    </>
  );
}
